import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { SendingDomainDocument, SendingKey } from '../models/sending-domains.ts';
import { type ServiceSecrets, sealerOf } from './data-keys.ts';

type DomainOwner = Pick<SendingDomainDocument, 'user_id' | 'domain'>;

/** RFC 8301, 3.2 requires at least 1024 bits. Receivers expect 2048; 4096 do not fit into one UDP answer. */
const RSA_BITS = 2048;
/** An Ed25519 key in SPKI has 12 bytes before the 32 of the key itself, which the DNS record has (RFC 8463, 4.2). */
const ED25519_HEAD = 12;
const SELECTOR_BYTES = 6;

const generate = promisify(generateKeyPair);

export interface DkimPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

let makeRsa = (): Promise<DkimPair> => generate('rsa', { modulusLength: RSA_BITS });

/** For tests: another generator of RSA keys; returns the one before. */
export function useRsaKeys(make: () => Promise<DkimPair>): () => Promise<DkimPair> {
  const before = makeRsa;
  makeRsa = make;
  return before;
}

const DATA_KEY = 'dkim';
const nameOf = ({ user_id, domain }: DomainOwner, selector: string): string =>
  `dkim ${user_id} ${domain} ${selector}`;

/** RSA takes 50 to 500 ms of CPU in a thread of libuv. */
export async function makeSendingKeys(
  owner: DomainOwner,
  secrets: ServiceSecrets,
): Promise<SendingDomainDocument['keys']> {
  const label = randomBytes(SELECTOR_BYTES).toString('hex');
  const [rsa, ed25519] = await Promise.all([
    makeRsaKey(owner, `r${label}`, secrets),
    generate('ed25519').then((made) => sealedKey(made, ED25519_HEAD, owner, `e${label}`, secrets)),
  ]);
  return { rsa, ed25519 };
}

/** An RSA key with a given selector. */
export async function makeRsaKey(
  owner: DomainOwner,
  selector: string,
  secrets: ServiceSecrets,
): Promise<SendingKey> {
  return sealedKey(await makeRsa(), 0, owner, selector, secrets);
}

/** `head`: bytes of the SPKI form that the DNS record does not have. */
async function sealedKey(
  { publicKey, privateKey }: DkimPair,
  head: number,
  owner: DomainOwner,
  selector: string,
  secrets: ServiceSecrets,
): Promise<SendingKey> {
  const sealer = await sealerOf(DATA_KEY, secrets);
  return {
    selector,
    public_key: publicKey.export({ type: 'spki', format: 'der' }).subarray(head).toString('base64'),
    sealed: sealer.seal(nameOf(owner, selector), privateKey.export({ type: 'pkcs8', format: 'der' })),
  };
}

/** Throws if the key was not sealed for this account and domain. */
export async function openSendingKey(
  owner: DomainOwner,
  { selector, sealed }: SendingKey,
  secrets: ServiceSecrets,
): Promise<KeyObject> {
  const key = (await sealerOf(DATA_KEY, secrets)).open(nameOf(owner, selector), sealed);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
