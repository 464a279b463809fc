import Joi from 'joi';
import type { Filter } from 'mongodb';
import { now } from '../../common/clock.ts';
import { nextId } from '../../common/ids.ts';
import { idsBy } from '../../common/ids-by.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { isDuplicateKey, rows } from '../../common/mongo.ts';
import { noteByType } from '../../common/queries/contact-changes.ts';
import { markCounts } from '../../common/queries/contact-counts.ts';
import { livingContacts } from '../../common/queries/contact-types.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { takeContactPlaces } from '../../common/quotas/contacts.ts';
import type { Account } from '../http/account.ts';
import { endpoint } from '../http/endpoint.ts';
import { invalidField, quotaReached, texts } from '../http/failures.ts';
import { recordId, recordIds, required } from '../http/inputs.ts';
import { presentContact } from '../present/contacts.ts';
import { changesOf, newContact } from './contact-changes.ts';
import { type ContactInput, contactInput } from './contact-inputs.ts';
import { listContacts } from './contact-lists.ts';
import { checkReferences, isTypeThere } from './contact-references.ts';
import { askFor, type SearchInput, searchInput } from './searches.ts';
import { ringRefresh, tellOfChanges } from './segment-refreshes.ts';

const oneOf = async (account: Account, id: number) => ({ ...(await livingContacts(account.id)), _id: id });

export const contacts = {
  contactList: endpoint<'contactList', SearchInput>({
    input: Joi.object(searchInput),
    run: (input, account, call) => listContacts(account, input, askFor(account, call)),
  }),

  contactAdd: endpoint<'contactAdd', ContactInput>({
    input: Joi.object(contactInput),
    async run(input, account, { ring }) {
      const values = await checkReferences(input, account);
      const place = await takeContactPlaces(account.id, 1, account.quotas.contacts);
      try {
        if (place.count === 0) throw quotaReached('contacts');
        return await addContact(input, account, values, ring);
      } finally {
        place.release();
      }
    },
  }),
  contactDetails: endpoint<'contactDetails', { contact_id: number }>({
    input: Joi.object({ contact_id: required(recordId()) }),
    async run({ contact_id: id }, account) {
      const contact = await rows(Contact).findOne(await oneOf(account, id));
      return contact && presentContact(contact, await customFieldsOf(account.id));
    },
  }),

  contactUpdate: endpoint<'contactUpdate', ContactInput & { contact_id: number }>({
    input: Joi.object({ contact_id: required(recordId()), ...contactInput }),
    async run({ contact_id: id, ...input }, account, { ring }) {
      const living = await oneOf(account, id);
      const found = await rows(Contact).findOne(living, { projection: { contact_type_id: 1 } });
      if (!found) return null;
      const values = await checkReferences(input, account);
      const moves = found.contact_type_id !== input.contact_type_id;
      if (moves) await markBoth(found.contact_type_id, input.contact_type_id, id);
      const update = rows(Contact).findOneAndUpdate(living, changesOf(input, values, now()), {
        returnDocument: 'before',
      });
      await unlessTaken(update);
      const before = await update;
      if (!before) return null;
      const { contact_type_id } = input;
      if (before.contact_type_id !== contact_type_id) {
        // Somebody else moved it meanwhile: whoever looks now counts again, if only after the write.
        if (!moves) await markBoth(before.contact_type_id, contact_type_id, id);
        await rows(Contact).updateOne({ _id: id, contact_type_id }, { $set: { moved_at: now() } });
      }
      // One that moved left a type and came into another.
      for (const type of new Set([before.contact_type_id, contact_type_id])) {
        await tellOfChanges(ring, account.id, type, [id]);
      }
      await refuseOrphan({ ...before, contact_type_id });
      return true;
    },
  }),

  contactDelete: endpoint<'contactDelete', { contact_id: number }>({
    input: Joi.object({ contact_id: required(recordId()) }),
    async run({ contact_id: id }, account, { ring }) {
      const living = await oneOf(account, id);
      await markFound(living);
      const deleted = await rows(Contact).findOneAndUpdate(living, {
        $set: { deleted_at: now() },
      });
      if (deleted) await tellOfChanges(ring, account.id, deleted.contact_type_id, [id]);
      return deleted;
    },
  }),

  contactBulkDelete: endpoint<'contactBulkDelete', { strIds: number[] }>({
    input: Joi.object({ strIds: required(recordIds()) }),
    async run({ strIds: ids }, account, { ring }) {
      const filter = { ...(await livingContacts(account.id)), _id: { $in: ids } };
      await markFound(filter);
      const { matchedCount } = await rows(Contact).updateMany(filter, { $set: { deleted_at: now() } });
      if (matchedCount === 0) return null;
      for (const type of await noteByType(account.id, ids)) await ringRefresh(ring, type);
      return true;
    },
  }),
};

async function addContact(
  input: ContactInput,
  account: Account,
  values: Awaited<ReturnType<typeof checkReferences>>,
  ring: Ring,
): Promise<{ id: number }> {
  const contact = newContact(await nextId('contacts'), account.id, input, values, now());
  await markCounts(contact.contact_type_id, [contact._id]);
  await unlessTaken(rows(Contact).insertOne(contact));
  await tellOfChanges(ring, account.id, contact.contact_type_id, [contact._id]);
  await refuseOrphan(contact);
  return { id: contact._id };
}

const markBoth = (one: number, other: number, id: number): Promise<unknown> =>
  Promise.all([markCounts(one, [id]), markCounts(other, [id])]);

/** Has the types of contacts that are about to be deleted counted anew. */
async function markFound(filter: Filter<ContactDocument>): Promise<void> {
  const found = await rows(Contact)
    .find(filter)
    .project<Pick<ContactDocument, '_id' | 'contact_type_id'>>({ contact_type_id: 1 })
    .toArray();
  for (const [type, ids] of idsBy(found, (contact) => contact.contact_type_id)) await markCounts(type, ids);
}

/** The unique index alone knows whether an address is there: a look beforehand would be out of date. */
async function unlessTaken(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (isDuplicateKey(error)) throw invalidField('email', texts.taken('email'));
    throw error;
  }
}

/** A contact whose type was deleted since it was looked up: the purge may be past it, so it goes here. */
async function refuseOrphan({ _id, user_id, contact_type_id }: ContactDocument): Promise<void> {
  if (await isTypeThere(user_id, contact_type_id)) return;
  await rows(Contact).updateOne({ _id, contact_type_id }, { $set: { deleted_at: now() } });
  throw invalidField('contact_type_id', texts.selected('contact_type_id'));
}
