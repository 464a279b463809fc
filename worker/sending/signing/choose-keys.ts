import { closestDomain } from '../../../common/domain/sending-domains.ts';
import type { DkimKey } from './keys.ts';

/** RSA first: every receiver checks it. */
const inOrder = (keys: readonly DkimKey[]): readonly DkimKey[] => {
  const rsa = keys.find(({ algorithm }) => algorithm === 'rsa-sha256');
  const ed25519 = keys.find(({ algorithm }) => algorithm === 'ed25519-sha256');
  return [rsa, ed25519].filter((key) => key !== undefined);
};

const ofDomain = (domain: string | null | undefined, keys: readonly DkimKey[]): readonly DkimKey[] =>
  inOrder(keys.filter((key) => key.domain === domain));

/** Those of the domain aligned with `from`, else of the first domain; at most one RSA and one Ed25519 key. */
export const platformKeysFor = async (
  from: string | null,
  platform: readonly DkimKey[],
): Promise<readonly DkimKey[]> => ofDomain((await closest(from, platform)) ?? platform[0]?.domain, platform);

/** At most two (docs/decisions/017-signing-keys.md): the account's own and one of the service, or two of the one that has keys. */
export async function chooseKeys(
  from: string | null,
  own: readonly DkimKey[],
  platform: readonly DkimKey[],
): Promise<readonly DkimKey[]> {
  const [first, second] = ofDomain(await closest(from, own), own);
  const ofService = await platformKeysFor(from, platform);
  if (!first) return ofService;
  return [first, ofService[0] ?? second].filter((key) => key !== undefined);
}

async function closest(from: string | null, keys: readonly DkimKey[]): Promise<string | null> {
  const domains = keys.map(({ domain }) => domain);
  return from === null ? null : closestDomain(from, domains);
}
