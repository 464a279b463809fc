import { MAKE_ONE, weaknessOf } from './weakness.ts';

interface GivenSecrets {
  readonly NODE_ENV?: unknown;
  readonly APP_SECRET?: unknown;
  readonly APP_SECRETS?: unknown;
}

/** The secrets that sign or seal must be random in production. Older ones only serve links of sent mails. */
export function secretProblems({
  NODE_ENV: mode,
  APP_SECRET: one,
  APP_SECRETS: several,
}: GivenSecrets): string[] {
  if (one === undefined && several === undefined) return [`APP_SECRET is not set: ${MAKE_ONE}`];
  if (mode !== 'production') return [];
  const used: (readonly [name: string, secret: unknown])[] = [['APP_SECRET', one]];
  if (Array.isArray(several)) used.push(['The first of APP_SECRETS', several[0]]);
  return used.flatMap(([name, secret]) => {
    const weakness = typeof secret === 'string' ? weaknessOf(secret) : null;
    return weakness === null ? [] : [`${name} ${weakness}: ${MAKE_ONE}`];
  });
}
