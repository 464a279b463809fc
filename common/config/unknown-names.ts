import { nearestName } from '../domain/near-names.ts';
import { SECTIONS } from './table.ts';

const KNOWN: readonly string[] = SECTIONS.flatMap(({ settings }) => Object.keys(settings));

/** Words with which several settings begin, and few variables of other programs. */
export const OWN_WORDS = [
  'DKIM',
  'HOOK',
  'INBOUND',
  'LIMIT',
  'QUOTA',
  'RATE',
  'RENDER',
  'SMTP',
  'TRACKING',
] as const;

/** Kubernetes sets these for each Service: `SMTP_SERVICE_HOST`, `SMTP_PORT_25_TCP_ADDR`. */
const OF_KUBERNETES = /_(?:SERVICE_(?:HOST|PORT)|PORT)(?:_|$)/;

/** Compose and Docker read these from the same file. */
const OF_COMPOSE = /^(?:COMPOSE|DOCKER|BUILDKIT)_/;

/** A name without two words is close to too many others, such as HOME to HOST. */
const hasWords = (name: string): boolean => /^[A-Z][A-Z\d]*_[A-Z\d_]+$/i.test(name);

const sentence = (name: string, near: string | null): string =>
  `${name} is not a setting.${near === null ? '' : ` Did you mean ${near}?`}`;

/** Names of an environment that look like settings: with a first word of ours, or almost the name of one. */
export function unknownVariables(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (KNOWN.includes(name) || !hasWords(name) || OF_KUBERNETES.test(name)) return [];
    const near = nearestName(name, KNOWN);
    const isOurs = OWN_WORDS.some((word) => name.startsWith(`${word}_`));
    return near !== null || isOurs ? [sentence(name, near)] : [];
  });
}

/** Names of a file of settings, which has few others. */
export const unknownSettings = (names: readonly string[]): string[] =>
  names.flatMap((name) =>
    KNOWN.includes(name) || OF_COMPOSE.test(name) ? [] : [sentence(name, nearestName(name, KNOWN))],
  );
