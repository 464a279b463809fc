import { undeliverableAmong } from '../../common/audience/undeliverable.ts';
import { markCounts } from '../../common/changes/contact-counts.ts';
import { now } from '../../common/clock.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { idsBy } from '../../common/domain/ids-by.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { addressWarnings } from '../../common/hygiene/look-at-address.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { livingContacts } from '../../common/queries/living-contacts.ts';
import { countedContacts } from '../../common/quotas/contacts.ts';
import type { Filter } from '../../common/store/collection.ts';
import { isDuplicateKey } from '../../common/store/connection.ts';
import { nextId } from '../../common/store/ids.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalidField, quotaReached } from '../http/failures.ts';
import { byId, byIds, integer, recordId } from '../http/inputs.ts';
import { inputs, optional, required } from '../http/typed-input.ts';
import { presentActivity } from '../present/contact-activity.ts';
import { presentContact } from '../present/contacts.ts';
import { presentPlaces } from '../present/person-places.ts';
import { activityOf } from '../services/queries/contact-activity.ts';
import { placesOf } from '../services/queries/person-places.ts';
import { changesOf, contactOf } from './contact-changes.ts';
import { type ContactInput, contactInput } from './contact-inputs.ts';
import { fieldsFor } from './contact-list-types.ts';
import { listContacts } from './contact-lists.ts';
import { checkContactReferences, isTypeThere } from './contact-references.ts';
import { askFor, searchInput, statusInput } from './searches.ts';
import { type ContactsByType, tellingOf } from './segment-refreshes.ts';
import { tagFilter } from './tag-inputs.ts';

const ofType = optional(integer()).description('Only contacts of this contact type.');

const oneOf = async (account: Account, id: number) => ({ ...(await livingContacts(account.id)), _id: id });

export const contacts = endpoints({
  contactList: {
    input: inputs({ contact_type_id: ofType, ...statusInput, ...tagFilter, ...searchInput }),
    async run({ contact_type_id: typeId, ...input }, account, call) {
      if (typeId != null && !(await isTypeThere(account.id, typeId)))
        throw invalidField('contact_type_id', texts.selected('contact_type_id'));
      return listContacts(account, input, askFor(account, call), typeId ?? undefined);
    },
  },

  contactAdd: {
    input: inputs(contactInput),
    async run(input, account, { ring, config }) {
      const [values, bounced] = await Promise.all([
        checkContactReferences(input, account),
        undeliverableAmong(account.id, [normalizeAddress(input.email)]),
      ]);
      const warnings = addressWarnings(input.email, config.hygieneDir);
      if (bounced.size > 0) warnings.push(`Mail to ${input.email} bounced for good.`);
      const added = await countedContacts.within({ id: account.id, limit: account.quotas.contacts }, 1, () =>
        addContact(input, account, values, ring),
      );
      if (!added) throw quotaReached('contacts');
      return { ...added.answer, warnings };
    },
  },
  contactDetails: {
    input: inputs({ contact_id: required(recordId()) }),
    async run({ contact_id: id }, account) {
      const contact = await Contact.of(account.id).findOne(await oneOf(account, id));
      return contact && presentContact(contact, await fieldsFor(account)([contact]));
    },
  },

  contactActivity: {
    input: byId,
    async run({ id }, account) {
      const contact = await Contact.of(account.id).findOne(await oneOf(account, id));
      return contact && (await activityOf(contact)).map(presentActivity);
    },
  },

  contactPlaces: {
    input: byId,
    async run({ id }, account) {
      const contact = await Contact.of(account.id).findOne(await oneOf(account, id));
      return contact && presentPlaces(await placesOf(contact));
    },
  },

  contactUpdate: {
    input: inputs({ contact_id: required(recordId()), ...contactInput }),
    async run({ contact_id: id, ...input }, account, { ring }) {
      const living = await oneOf(account, id);
      const found = await Contact.of(account.id).findOne(living, { projection: { contact_type_id: 1 } });
      if (!found) return null;
      const values = await checkContactReferences(input, account);
      const moves = found.contact_type_id !== input.contact_type_id;
      if (moves) await markBoth(account.id, found.contact_type_id, input.contact_type_id, id);
      const { contact_type_id } = input;
      const update = async (): Promise<ContactDocument | null> => {
        const updated = Contact.of(account.id).findOneAndUpdate(living, changesOf(input, values, now()), {
          returnDocument: 'before',
        });
        await unlessTaken(
          { user_id: account.id, contact_type_id, email_norm: normalizeAddress(input.email) },
          updated,
        );
        const before = await updated;
        if (before && before.contact_type_id !== contact_type_id) {
          // Another call moved the contact. The mark follows the write here, so the next look counts again.
          if (!moves) await markBoth(account.id, before.contact_type_id, contact_type_id, id);
          await Contact.of(account.id).updateOne({ _id: id, contact_type_id }, { $set: { moved_at: now() } });
        }
        return before;
      };
      // A contact that moves leaves one type and joins another.
      const ofTypes = (one: number): ContactsByType =>
        [...new Set([one, contact_type_id])].map((type) => [type, [id]]);
      const before = await tellingOf(
        ring,
        account.id,
        { type: 'contact.updated', contacts: ofTypes(found.contact_type_id) },
        update,
        (updated) => (updated ? ofTypes(updated.contact_type_id) : []),
      );
      if (!before) return null;
      await refuseOrphan({ ...before, contact_type_id });
      return true;
    },
  },

  contactDelete: {
    input: inputs({ contact_id: required(recordId()) }),
    async run({ contact_id: id }, account, { ring }) {
      const living = await oneOf(account, id);
      const found = await markFound(account.id, living);
      const remove = () => Contact.of(account.id).findOneAndUpdate(living, { $set: { deleted_at: now() } });
      return tellingOf(ring, account.id, { type: 'contact.deleted', contacts: found }, remove, (deleted) =>
        deleted ? [[deleted.contact_type_id, [id]]] : [],
      );
    },
  },

  contactBulkDelete: {
    input: byIds,
    async run({ strIds: ids }, account, { ring }) {
      const filter = { ...(await livingContacts(account.id)), _id: { $in: ids } };
      const found = await markFound(account.id, filter);
      const remove = () => Contact.of(account.id).updateMany(filter, { $set: { deleted_at: now() } });
      const { matchedCount } = await tellingOf(
        ring,
        account.id,
        { type: 'contact.deleted', contacts: found },
        remove,
      );
      return matchedCount === 0 ? null : true;
    },
  },
});

async function addContact(
  input: ContactInput,
  account: Account,
  values: Awaited<ReturnType<typeof checkContactReferences>>,
  ring: Ring,
): Promise<{ id: number }> {
  const contact = contactOf(await nextId('contacts'), account.id, input, values, now());
  const { _id, contact_type_id } = contact;
  await markCounts(account.id, contact_type_id, [_id]);
  const insert = () => unlessTaken(contact, Contact.of(account.id).insertOne(contact));
  await tellingOf(ring, account.id, { type: 'contact.added', contacts: [[contact_type_id, [_id]]] }, insert);
  await refuseOrphan(contact);
  return { id: contact._id };
}

const markBoth = (userId: number, one: number, other: number, id: number): Promise<unknown> =>
  Promise.all([markCounts(userId, one, [id]), markCounts(userId, other, [id])]);

/** Has the types of these contacts counted again; returns the contacts by type. */
async function markFound(
  userId: number,
  filter: Filter<ContactDocument>,
): Promise<ReadonlyMap<number, number[]>> {
  const found = await Contact.of(userId)
    .find(filter)
    .project<Pick<ContactDocument, '_id' | 'contact_type_id'>>({ contact_type_id: 1 })
    .toArray();
  const byType = idsBy(found, (contact) => contact.contact_type_id);
  for (const [type, ids] of byType) await markCounts(userId, type, ids);
  return byType;
}

/** Only the unique index decides whether an address exists: an earlier check would be out of date. */
async function unlessTaken(
  {
    user_id,
    contact_type_id,
    email_norm,
  }: Pick<ContactDocument, 'user_id' | 'contact_type_id' | 'email_norm'>,
  write: Promise<unknown>,
): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const living = { contact_type_id, email_norm, deleted_at: null };
    // The error has ended the transaction.
    const other = await outsideTransaction(() =>
      Contact.of(user_id).findOne(living, { projection: { _id: 1 } }),
    );
    throw invalidField(
      'email',
      texts.taken('email'),
      other ? `The contact ${other._id} of this type has this address.` : undefined,
    );
  }
}

/** Its type was deleted after the check, and the purge may have passed it, so it is deleted here. */
async function refuseOrphan({ _id, user_id, contact_type_id }: ContactDocument): Promise<void> {
  if (await isTypeThere(user_id, contact_type_id)) return;
  await Contact.of(user_id).updateOne({ _id, contact_type_id }, { $set: { deleted_at: now() } });
  throw invalidField('contact_type_id', texts.selected('contact_type_id'));
}
