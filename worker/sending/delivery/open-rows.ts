import type { PersonNames } from '../../../common/domain/full-name.ts';
import type { BatchDocument } from '../../../common/models/batches.ts';
import { Contact, type ContactDocument } from '../../../common/models/contacts.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { type ContactFields, fieldsOf, namesOfRecipients } from '../../../common/queries/contact-values.ts';
import { readAtOnce } from '../../../common/store/bulk-read.ts';
import type { Filter } from '../../../common/store/collection.ts';

export const rowsOf = (batch: BatchDocument): Filter<DeliveryDocument> =>
  batch.ids === null
    ? { _id: { $gte: batch.first, $lte: batch.last }, mailing: batch.mailing }
    : { _id: { $in: batch.ids }, retry: batch._id };

export function openRows(batch: BatchDocument): Filter<DeliveryDocument> {
  if (batch.ids !== null) return { _id: { $in: batch.ids }, retry: batch._id, state: 'pending' };
  return {
    _id: { $gte: batch.first, $lte: batch.last },
    mailing: batch.mailing,
    state: 'pending',
    retry: { $exists: false },
  };
}

/** Returns the batches whose figures count these rows of a batch. */
export const batchesOf = async (
  { _id, user_id, ids }: BatchDocument,
  rows: Filter<DeliveryDocument>,
): Promise<readonly number[]> => (ids === null ? [_id] : Delivery.of(user_id).distinct('batch', rows));

export const OPEN_ROW = {
  _id: 1,
  batch: 1,
  contact_id: 1,
  segment_recipient_id: 1,
  email: 1,
  email_norm: 1,
  attempts: 1,
  first_deferred_at: 1,
  doubted: 1,
  reply: 1,
  refused_at: 1,
  retried_at: 1,
} as const;

export type OpenRow = Pick<DeliveryDocument, keyof typeof OPEN_ROW>;

/** Returns the open rows by ascending id; the mark `intent` depends on this order. `limit` 0: all of them. */
export const readOpenRows = (batch: BatchDocument, limit = 0): Promise<OpenRow[]> =>
  readAtOnce<DeliveryDocument, OpenRow>(Delivery.of(batch.user_id), {
    filter: openRows(batch),
    projection: OPEN_ROW,
    sort: { _id: 1 },
    // Other indexes begin with the account, and the planner would try one of them for a range of ids.
    hint: { _id: 1 },
    limit,
  });

export type Recipient = Pick<ContactDocument, '_id'> & ContactFields;

export async function contactsOfRows(
  userId: number,
  open: readonly OpenRow[],
  names: readonly string[],
): Promise<Map<number, Recipient>> {
  const ids = open.flatMap((row) => (row.contact_id === null ? [] : [row.contact_id]));
  const found = await readAtOnce<ContactDocument, Recipient>(Contact.of(userId), {
    filter: { _id: { $in: ids }, deleted_at: null },
    projection: fieldsOf(names),
  });
  return new Map(found.map((contact) => [contact._id, contact]));
}

export const readPeople = (
  userId: number,
  open: readonly OpenRow[],
): Promise<ReadonlyMap<number, PersonNames>> =>
  namesOfRecipients(
    userId,
    open.flatMap(({ segment_recipient_id: id }) => (id === null || id === undefined ? [] : [id])),
  );
