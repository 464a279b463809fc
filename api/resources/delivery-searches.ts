import { normalizeAddress } from '../../common/domain/addresses.ts';
import { beginsWith } from '../../common/domain/fold-name.ts';
import { Contact } from '../../common/models/contacts.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { rows } from '../../common/mongo/connection.ts';
import { searchedFieldsOf } from '../../common/queries/custom-fields.ts';
import type { Asking } from '../queries/asking.ts';
import {
  contactMatches,
  FEW,
  fewOf,
  namedBy,
  prefixesOf,
  type Question,
  type SearchInput,
} from './searches.ts';

/** The mailing whose deliveries are searched, and its account. */
export interface Searched {
  readonly mailing: string;
  readonly userId: number;
}

/** Each address is in a mailing once. */
const BY_ADDRESS = { mailing: 1, email_norm: 1 } as const;

const byAddress = (mailing: string, email_norm: unknown): Question<DeliveryDocument> => ({
  filter: { mailing, email_norm } as Question<DeliveryDocument>['filter'],
  hint: BY_ADDRESS,
});

/** The few deliveries that have an address or that a search is for, ascending; null where a search is for more. */
export async function fewDeliveries(
  asking: Asking,
  { mailing, userId }: Searched,
  { email, search }: SearchInput,
): Promise<number[] | null> {
  if (email !== undefined) {
    const found = await fewOf(asking, Delivery, [byAddress(mailing, normalizeAddress(email))]);
    return search === undefined || !found ? found : matching(await read(found), userId, search);
  }
  const { address, name } = prefixesOf(search!);
  const questions = [byAddress(mailing, beginsWith(address))];
  if (name !== null) {
    const named = await addressesOfNames(asking, userId, name);
    if (named === null) return null;
    if (named.length > 0) questions.push(byAddress(mailing, { $in: named }));
  }
  return fewOf(asking, Delivery, questions);
}

/** The addresses of contacts of which a name or custom text begins so; null where there are more than a few. */
async function addressesOfNames(asking: Asking, userId: number, name: string): Promise<string[] | null> {
  const custom = await searchedFieldsOf(userId);
  const ids = await fewOf(asking, Contact, namedBy({ user_id: userId, deleted_at: null }, name, custom));
  if (ids === null || ids.length === 0) return ids === null ? null : [];
  const found = await asking
    .collection(Contact)
    .find(
      { _id: { $in: ids } },
      { ...asking.options(), projection: { _id: 0, email_norm: 1 }, batchSize: FEW },
    )
    .toArray();
  return [...new Set(found.map(({ email_norm }) => email_norm))];
}

type Found = Pick<DeliveryDocument, '_id' | 'contact_id' | 'email_norm'>;

const read = (ids: readonly number[]): Promise<Found[]> =>
  rows(Delivery)
    .find({ _id: { $in: [...ids] } })
    .project<Found>({ contact_id: 1, email_norm: 1 })
    .toArray();

/** The ids of those among some rows that a search is for. */
export async function matching(found: readonly Found[], userId: number, search: string): Promise<number[]> {
  const { address } = prefixesOf(search);
  const custom = await searchedFieldsOf(userId);
  const contacts = found.flatMap(({ contact_id }) => contact_id ?? []);
  const named = new Set<number | null>(
    (
      await rows(Contact)
        .find({ _id: { $in: contacts }, deleted_at: null, ...contactMatches(search, custom) })
        .project<{ _id: number }>({ _id: 1 })
        .toArray()
    ).map(({ _id }) => _id),
  );
  return found
    .filter(({ contact_id, email_norm }) => email_norm.startsWith(address) || named.has(contact_id))
    .map(({ _id }) => _id);
}
