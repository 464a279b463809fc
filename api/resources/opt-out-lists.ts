import { normalizeAddress } from '../../common/domain/addresses.ts';
import { Suppression, type SuppressionDocument } from '../../common/models/suppressions.ts';
import { prefixesOf } from '../../common/queries/contact-matches.ts';
import { optOuts } from '../../common/queries/opt-out-filters.ts';
import type { Filter } from '../../common/store/collection.ts';
import { beginsWith } from '../../shared/fold-name.ts';
import type { Account } from '../http/account.ts';
import type { Call } from '../http/endpoint.ts';
import { foundListing } from '../http/found-listing.ts';
import { type Listing, listing } from '../http/listing.ts';
import { presentUnsubscriber } from '../present/global-unsubscribes.ts';
import {
  type CreatedInput,
  createdWithin,
  fewOf,
  findNext,
  onDays,
  type QuestionRunner,
  type SearchInput,
  walkBy,
} from './searches.ts';

const BY_ID = { user_id: 1, reason: 1, unsubscribe_groups_id: 1, _id: 1 } as const;
const BY_ADDRESS = { user_id: 1, email_norm: 1, reason: 1, unsubscribe_groups_id: 1 } as const;

/** The part of an opt-out's origin that a call knows. */
export const doneBy = ({ by }: Pick<Call, 'by'>): { readonly by?: 'console' } =>
  by === 'key' ? {} : { by: 'console' };

export const liftedBy = (call: Pick<Call, 'by'>): 'console' | 'api' => doneBy(call).by ?? 'api';

/** `groupId` null: opt-outs of the whole account. */
export const listOptOuts = (
  account: Account,
  groupId: number | null,
  input: SearchInput & CreatedInput,
  ask: QuestionRunner,
): Listing => listAddresses(account, optOuts(account.id, groupId), presentUnsubscriber, input, ask);

/** `kind`: all of one kind, of which the list has those that the input finds. */
export function listAddresses(
  account: Account,
  kind: Filter<SuppressionDocument>,
  presentOne: (row: SuppressionDocument) => { id: number },
  { email, search, ...days }: SearchInput & CreatedInput,
  ask: QuestionRunner,
): Listing {
  const userId = account.id;
  const created = createdWithin(days, account);
  const all = { ...kind, ...created };
  const present = (page: SuppressionDocument[]) => page.map(presentOne);
  const source = { model: Suppression.of(userId), present };
  if (email === undefined && search === undefined)
    return listing({ ...source, filter: kind, index: BY_ID, ...(created && onDays(created, present)) });
  const found = search === undefined ? {} : { email_norm: beginsWith(prefixesOf(search).address) };
  if (email !== undefined) {
    const filter = { $and: [{ ...all, email_norm: normalizeAddress(email) }, found] };
    return listing({ ...source, filter, index: BY_ADDRESS });
  }
  const filter = { ...all, ...found };
  const next = findNext(
    ask,
    (asking) => fewOf(asking, Suppression.of(userId), [{ filter, hint: BY_ADDRESS }]),
    walkBy(Suppression.of(userId), { filter, hint: BY_ID }),
  );
  return foundListing({ ...source, filter: all }, next);
}
