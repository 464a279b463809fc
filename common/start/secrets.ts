import type { Config } from '../config.ts';
import { type ClosedKey, closedDataKeys } from '../secrets/data-keys.ts';
import { type MissingKeys, missingSigningKeys } from '../secrets/signing-keys.ts';

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

const missingIds = ({ missing, closed }: SecretsLook): string[] => [
  ...new Set([...missing.signed, ...closed.map(({ sealedBy }) => sealedBy)]),
];

/** A wrong secret breaks links in sent and new mails, so it refuses the start unless ACCEPT_MISSING_KEYS names the key. */
export function wrongSecrets(look: SecretsLook, accepted: readonly string[]): string | null {
  const refused = missingIds(look).filter((id) => !accepted.includes(id));
  return refused.length === 0 ? null : [...refused.map((id) => lackOf(id, look)), remedy(refused)].join('\n');
}

export const acceptedSecrets = (look: SecretsLook, accepted: readonly string[]): string[] =>
  missingIds(look)
    .filter((id) => accepted.includes(id))
    .map((id) => `${lackOf(id, look)} The program starts because ACCEPT_MISSING_KEYS has the key.`);

export const unlistedSecrets = ({ missing }: SecretsLook): string[] =>
  missing.listed.map(
    (id) =>
      `APP_SECRETS no longer has the secret of key ${id}. The key signed nothing since it was added. If it signed links before, add the secret again.`,
  );

function lackOf(id: string, { missing, closed }: SecretsLook): string {
  const words = [`APP_SECRET and APP_SECRETS lack the secret of key ${id}, which this store uses.`];
  if (missing.signed.includes(id))
    words.push('Links in mails that it signed would not work, including unsubscribe links.');
  const names = closed.filter(({ sealedBy }) => sealedBy === id).map(({ name }) => name);
  if (names.length > 0)
    words.push(`The data keys ${names.join(', ')} could not be opened, nor the data that they protect.`);
  return words.join(' ');
}

const remedy = (ids: readonly string[]): string =>
  'If APP_SECRET is wrong, correct it. If it was changed, add the old secret at the end of APP_SECRETS. ' +
  `If the secret is lost, set ACCEPT_MISSING_KEYS=${ids.join()} to start without it.`;
