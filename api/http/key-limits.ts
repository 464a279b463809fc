import { limitsOfKey } from '../../common/accounts/key-pairs.ts';
import { covers, type Scope } from '../../common/domain/key-scopes.ts';
import { shownAddress } from '../../common/domain/network.ts';
import { type Networks, networksOf, spanOf } from '../../common/domain/networks.ts';
import type { KeyDocument } from '../../common/models/keys.ts';
import type { Account } from './account.ts';
import { Failure } from './failures.ts';

export const OUT_OF_SCOPE = 'Key is not allowed to make this call';
export const OTHER_NETWORK = 'Key is not allowed from this network';

const networksByKey = new WeakMap<KeyDocument, Networks>();

export function isAllowedNetwork(key: KeyDocument, address: string): boolean {
  const { networks } = limitsOfKey(key);
  if (networks.length === 0) return true;
  const found = networksByKey.get(key) ?? networksOf(networks.flatMap((text) => spanOf(text) ?? []));
  networksByKey.set(key, found);
  return found.has(address);
}

/** The hint shows the address that the service saw; it can be a proxy's. */
export const otherNetwork = (address: string): Failure =>
  new Failure(
    403,
    OTHER_NETWORK,
    {},
    { network: [`The call came from ${shownAddress(address)}.`] },
    'other_network',
  );

export function unlessOutOfScope(key: KeyDocument, needed: Scope, account: Account): Account {
  const { scope } = limitsOfKey(key);
  if (covers(scope, needed)) return account;
  const hints = { scope: [`This call needs the scope ${needed}; the key has ${scope}.`] };
  throw new Failure(403, OUT_OF_SCOPE, {}, hints, 'out_of_scope');
}
