import type { Config } from '../config.ts';
import { type ClosedKey, closedDataKeys } from '../secrets/data-keys.ts';
import { type MissingKeys, missingSigningKeys } from '../secrets/signing-keys.ts';
import type { Finding } from './findings.ts';

/** Keys of the store that the configured secrets lack. */
export interface SecretsLook {
  readonly missing: MissingKeys;
  readonly closed: readonly ClosedKey[];
}

export async function lookAtSecrets(
  secrets: Pick<Config, 'appSecret' | 'signingSecrets'>,
): Promise<SecretsLook> {
  const [missing, closed] = await Promise.all([missingSigningKeys(secrets), closedDataKeys(secrets)]);
  return { missing, closed };
}

/** Whether the configured secrets have all keys that the store needs. */
export const isComplete = ({ missing, closed }: SecretsLook): boolean =>
  missing.signed.length === 0 && closed.length === 0;

/**
 * A wrong secret would make links in sent mails useless, and new mails would have links of the wrong key. So it refuses the
 * start, unless ACCEPT_MISSING_KEYS names the key.
 */
export function checkSecrets(look: SecretsLook, accepted: readonly string[]): Finding[] {
  const { missing, closed } = look;
  const ids = [...new Set([...missing.signed, ...closed.map(({ sealedBy }) => sealedBy)])];
  const refused = ids.filter((id) => !accepted.includes(id));
  const warnings = [
    ...ids
      .filter((id) => accepted.includes(id))
      .map((id) => `${lackOf(id, look)} ACCEPT_MISSING_KEYS has it.`),
    ...missing.listed.map(
      (id) =>
        `APP_SECRETS had the secret of key ${id} and has it no more. It signed nothing since it was added; if it signed before, put it back.`,
    ),
  ];
  const fatal = [...refused.map((id) => lackOf(id, look)), remedy(refused)].join('\n');
  return [
    ...warnings.map((words) => ({ fatal: false, words })),
    ...(refused.length > 0 ? [{ fatal: true, words: fatal }] : []),
  ];
}

function lackOf(id: string, { missing, closed }: SecretsLook): string {
  const words = [`No configured secret is that of key ${id}, which this store was used with.`];
  if (missing.signed.includes(id))
    words.push('Links of mails that it signed would not work, including the links to unsubscribe.');
  const names = closed.filter(({ sealedBy }) => sealedBy === id).map(({ name }) => name);
  if (names.length > 0)
    words.push(`The data keys ${names.join(', ')} would stay sealed, and what they protect unreadable.`);
  return words.join(' ');
}

const remedy = (ids: readonly string[]): string =>
  'If APP_SECRET is wrong, set the right one. If it was changed, put the old one at the end of APP_SECRETS. ' +
  `If the secret is lost for ever, ACCEPT_MISSING_KEYS=${ids.join()} lets the program start without it.`;
