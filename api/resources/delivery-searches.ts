import { normalizeAddress } from '../../common/domain/addresses.ts';
import { Contact } from '../../common/models/contacts.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { contactMatches, prefixesOf } from '../../common/queries/contact-matches.ts';
import { searchedFieldsOf } from '../../common/queries/custom-fields.ts';
import { beginsWith } from '../../shared/fold-name.ts';
import type { QuestionStore } from '../http/slow-questions.ts';
import { fewOf, mostIds, namedBy, type SearchInput, type SearchQuery } from './searches.ts';

export interface SearchedMailing {
  readonly mailing: string;
  readonly userId: number;
}

/** A mailing has each address once. */
const BY_ADDRESS = { user_id: 1, mailing: 1, email_norm: 1 } as const;

const byAddress = (mailing: string, email_norm: unknown): SearchQuery<DeliveryDocument> => ({
  filter: { mailing, email_norm } as SearchQuery<DeliveryDocument>['filter'],
  hint: BY_ADDRESS,
});

/** A few deliveries by ascending ids; or all that pass a filter; or, if too many names match, the rows that `matching` picks. */
export type DeliverySearch =
  | { readonly ids: readonly number[] }
  | { readonly filter: SearchQuery<DeliveryDocument>['filter'] }
  | { readonly picked: string };

/** Chooses the query for an address or a search. */
export async function searchingFor(
  asking: QuestionStore,
  { mailing, userId }: SearchedMailing,
  { email, search }: SearchInput,
): Promise<DeliverySearch> {
  if (email !== undefined) {
    const found = (await fewOf(asking, Delivery.of(userId), [byAddress(mailing, normalizeAddress(email))]))!;
    return {
      ids: search === undefined ? found : await matchingIds(await read(userId, found), userId, search),
    };
  }
  const { address, name } = prefixesOf(search!);
  const named = name === null ? [] : await addressesOfNames(asking, userId, name);
  if (named === null) return { picked: search! };
  const wanted = [beginsWith(address), ...(named.length > 0 ? [{ $in: named }] : [])];
  const questions = wanted.map((one) => byAddress(mailing, one));
  const ids = (await areMany(asking, userId, questions[0]!))
    ? null
    : await fewOf(asking, Delivery.of(userId), questions);
  return ids ? { ids } : { filter: { $or: wanted.map((email_norm) => ({ email_norm })) } };
}

/** Only the index is read, so a search with too many matches reads no rows. */
async function areMany(
  { collection, options }: QuestionStore,
  userId: number,
  { filter, hint }: SearchQuery<DeliveryDocument>,
): Promise<boolean> {
  const most = mostIds();
  const limited = { ...options(), hint, limit: most + 1 };
  return (await collection(Delivery.of(userId)).countDocuments(filter, limited)) > most;
}

/** Contacts with a name or custom text that begins with the search; null if there are more than a few. */
async function addressesOfNames(
  asking: QuestionStore,
  userId: number,
  name: string,
): Promise<string[] | null> {
  const custom = await searchedFieldsOf(userId);
  const ids = await fewOf(
    asking,
    Contact.of(userId),
    namedBy({ user_id: userId, deleted_at: null }, name, custom),
  );
  if (ids === null || ids.length === 0) return ids === null ? null : [];
  const found = await asking
    .collection(Contact.of(userId))
    .find(
      { _id: { $in: ids } },
      { ...asking.options(), projection: { _id: 0, email_norm: 1 }, batchSize: mostIds() },
    )
    .toArray();
  return [...new Set(found.map(({ email_norm }) => email_norm))];
}

type SearchRow = Pick<DeliveryDocument, '_id' | 'contact_id' | 'email_norm'>;

const read = (userId: number, ids: readonly number[]): Promise<SearchRow[]> =>
  Delivery.of(userId)
    .find({ _id: { $in: [...ids] } })
    .project<SearchRow>({ contact_id: 1, email_norm: 1 })
    .toArray();

export async function matchingIds(
  found: readonly SearchRow[],
  userId: number,
  search: string,
): Promise<number[]> {
  const { address } = prefixesOf(search);
  const custom = await searchedFieldsOf(userId);
  const isAddressed = ({ email_norm }: SearchRow): boolean => email_norm.startsWith(address);
  const contacts = found.flatMap((one) => (isAddressed(one) ? [] : (one.contact_id ?? [])));
  const named = new Set<number | null>(
    (
      await Contact.of(userId)
        .find({ _id: { $in: contacts }, deleted_at: null, ...contactMatches(search, custom) })
        .project<{ _id: number }>({ _id: 1 })
        .toArray()
    ).map(({ _id }) => _id),
  );
  return found.filter((one) => isAddressed(one) || named.has(one.contact_id)).map(({ _id }) => _id);
}
