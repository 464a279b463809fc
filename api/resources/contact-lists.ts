import { Contact, type ContactDocument, TAGGED } from '../../common/models/contacts.ts';
import { contactMatches } from '../../common/queries/contact-matches.ts';
import { statusesOf } from '../../common/queries/contact-statuses.ts';
import { searchedFieldsOf } from '../../common/queries/custom-fields.ts';
import type { ListedStatus } from '../../shared/statuses/statuses.ts';
import type { Account } from '../http/account.ts';
import { foundListing } from '../http/found-listing.ts';
import { type Listing, listing } from '../http/listing.ts';
import { presentListedContact, UNSHOWN } from '../present/contacts.ts';
import { fieldsFor, typesFor } from './contact-list-types.ts';
import {
  contactsWith,
  fewContacts,
  findNext,
  type QuestionRunner,
  type SearchInput,
  walkBy,
} from './searches.ts';

/** Leaves out contacts of deleted types. */
export function presenterFor(account: Account, types = typesFor(account)) {
  const fields = fieldsFor(account);
  return async (page: ContactDocument[]) => {
    const [shown, custom] = await Promise.all([types.of(page), fields(page)]);
    return page.flatMap((contact) => {
      const type = shown.get(contact.contact_type_id);
      return type ? [presentListedContact(contact, type, custom)] : [];
    });
  };
}

/** The contacts of a page that have a status. */
const presenterOfStatus =
  (account: Account, status: ListedStatus, present: ReturnType<typeof presenterFor>) =>
  async (page: ContactDocument[]) => {
    const people = page.map(({ _id, email }) => ({ id: _id, email }));
    const [items, statusOf] = await Promise.all([present(page), statusesOf(account.id, people)]);
    return items.filter((contact) => statusOf(contact).contact_status === status);
  };

/** The contacts of an account or of one type, optionally by an address, a search, a tag or a status. */
export async function listContacts(
  account: Account,
  {
    email,
    search,
    status,
    tag,
  }: SearchInput & { readonly status?: ListedStatus | ''; readonly tag?: string },
  ask: QuestionRunner,
  typeId?: number,
): Promise<Listing> {
  const types = typesFor(account);
  const typeIds = async () => (typeId === undefined ? await types.ids() : [typeId]);
  const present = presenterFor(account, types);
  const source = {
    model: Contact.of(account.id),
    fields: UNSHOWN,
    present: status ? presenterOfStatus(account, status, present) : present,
    sparse: Boolean(status),
  };
  const living = () => ({
    user_id: account.id,
    deleted_at: null,
    ...(typeId === undefined ? types.hidden() : { contact_type_id: typeId }),
    ...(tag !== undefined && { tags: tag }),
  });
  const custom = search === undefined ? [] : await searchedFieldsOf(account.id);
  if (email !== undefined) {
    const { filter, hint } = contactsWith(account.id, await typeIds(), email);
    return listing({
      ...source,
      filter: {
        $and: [
          filter,
          ...(tag === undefined ? [] : [{ tags: tag }]),
          ...(search === undefined ? [] : [contactMatches(search, custom)]),
        ],
      },
      index: hint,
    });
  }
  if (search !== undefined) {
    const ids = await typeIds();
    const few = findNext(
      ask,
      (asking) => fewContacts(asking, account.id, ids, search, custom),
      walkBy(Contact.of(account.id), {
        filter: { ...living(), ...contactMatches(search, custom) },
        hint: tag === undefined ? { user_id: 1, _id: 1 } : TAGGED,
      }),
    );
    return foundListing({ ...source, filter: living() }, few);
  }
  // The first page and the types are read at the same time. The page may have contacts of hidden types; `present` removes them.
  return listing({
    ...source,
    filter: living,
    ...(typeId !== undefined && {
      index: { user_id: 1, contact_type_id: 1, deleted_at: 1, _id: 1 } as const,
    }),
    ...(tag !== undefined && { index: TAGGED }),
  });
}
