import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { cached } from '../../../common/cache/cached.ts';
import type { Config } from '../../../common/config.ts';
import { closestDomain, domainOfAddress } from '../../../common/domain/sending-domains.ts';
import { type DkimKind, SendingDomain, type SendingKey } from '../../../common/models/sending-domains.ts';
import { openSendingKey } from '../../../common/secrets/dkim-keys.ts';
import { chooseKeys } from './choose-keys.ts';
import type { DkimKey } from './keys.ts';

export type MailKeys = ReturnType<typeof createMailKeys>;

/** Milliseconds for which keys are cached, and after which a check or deletion of a domain is noticed. */
const BELIEVED_MS = 2000;
const MOST_SENDERS = 2000;
/** Open private keys. Each takes some 5 kB, and opening one some 300 µs. */
const MOST_OPEN = 1000;

const ALGORITHMS = Object.freeze({ rsa: 'rsa-sha256', ed25519: 'ed25519-sha256' } as const);

type PublicKey = Pick<SendingKey, 'selector' | 'public_key'>;

interface ProvenDomain {
  readonly _id: number;
  readonly domain: string;
  readonly proven: readonly DkimKind[];
  readonly keys: Readonly<Record<DkimKind, PublicKey>>;
}

/** The domain whose keys sign mails from `from`. A domain without a proven RSA key comes last: few receivers check Ed25519. */
async function closestOf(from: string, domains: readonly ProvenDomain[]): Promise<ProvenDomain | undefined> {
  for (const some of [domains.filter(({ proven }) => proven.includes('rsa')), domains]) {
    const names = some.map(({ domain }) => domain);
    const closest = await closestDomain(from, names);
    if (closest !== null) return domains.find(({ domain }) => domain === closest);
  }
  return undefined;
}

export function createMailKeys(
  secrets: Pick<Config, 'appSecret' | 'signingSecrets'>,
  platform: readonly DkimKey[],
) {
  /** By account, domain, selector and public key. */
  const open = new LRUCache<string, KeyObject>({ max: MOST_OPEN });

  /** Null: the domain was deleted meanwhile. A rotation may have changed the key meanwhile. */
  async function opened(userId: number, { _id, domain, keys }: ProvenDomain, kind: DkimKind) {
    const nameOf = ({ selector, public_key }: PublicKey): string =>
      `${userId} ${domain} ${selector} ${public_key}`;
    const known = open.get(nameOf(keys[kind]));
    if (known) return { selector: keys[kind].selector, key: known };
    const found = await SendingDomain.of(userId).findOne({ _id });
    if (!found) return null;
    const key = await openSendingKey(found, found.keys[kind], secrets);
    open.set(nameOf(found.keys[kind]), key);
    return { selector: found.keys[kind].selector, key };
  }

  async function keysOf(userId: number, found: ProvenDomain): Promise<DkimKey[]> {
    const keys: DkimKey[] = [];
    for (const kind of found.proven) {
      const own = await opened(userId, found, kind);
      if (!own) return [];
      keys.push({
        domain: found.domain,
        algorithm: ALGORITHMS[kind],
        ...own,
      });
    }
    return keys;
  }

  async function read(userId: number, fromEmail: string): Promise<readonly DkimKey[]> {
    const from = domainOfAddress(fromEmail);
    const domains = await SendingDomain.of(userId)
      .find({ 'proven.0': { $exists: true } })
      .project<ProvenDomain>({
        domain: 1,
        proven: 1,
        'keys.rsa.selector': 1,
        'keys.rsa.public_key': 1,
        'keys.ed25519.selector': 1,
        'keys.ed25519.public_key': 1,
      })
      .toArray();
    const found = from === null ? undefined : await closestOf(from, domains);
    return chooseKeys(from, found ? await keysOf(userId, found) : [], platform);
  }

  return {
    of: cached(read, {
      ms: BELIEVED_MS,
      most: MOST_SENDERS,
      keyOf: (userId, fromEmail) => `${userId} ${fromEmail}`,
    }),
  };
}
