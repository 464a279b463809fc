import { LRUCache } from 'lru-cache';
import { envelopeAddress } from '../../../common/domain/addresses.ts';
import { returnPaths } from '../../../common/domain/token-addresses.ts';

/** The envelope sender (RFC 5321, 4.1.1.2) of an attempt of a delivery; attempts count from 1. */
export type EnvelopeSender = (account: number, delivery: number, attempt: number) => string;

/** Functions by secret and domain. A process has one or two secrets; deriving a key costs more than a thousand tokens. */
const kept = new LRUCache<string, EnvelopeSender>({ max: 16 });

/** With a domain for bounces each attempt has its own address. `secret`: the one that the mailing started with. */
export function envelopeSender(
  fromEmail: string,
  secret: string,
  bounceDomain: string | null,
): EnvelopeSender {
  if (bounceDomain === null) {
    const from = envelopeAddress(fromEmail)!;
    return () => from;
  }
  const name = `${bounceDomain} ${secret}`;
  let paths = kept.get(name);
  if (!paths) {
    paths = returnPaths(secret, bounceDomain);
    kept.set(name, paths);
  }
  return paths;
}
