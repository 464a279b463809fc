import type { Filter } from 'mongodb';
import type { Names } from '../../common/domain/full-name.ts';
import type { BatchDocument } from '../../common/models/batches.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import type { MailingDocument } from '../../common/models/mailings.ts';
import { Suppression } from '../../common/models/suppressions.ts';
import { rows } from '../../common/mongo.ts';
import { type ContactFields, fieldsOf, namesOfRecipients } from '../../common/queries/contact-values.ts';
import { readAtOnce } from '../../common/read-at-once.ts';

/** The rows of a batch that still want an outcome, as a filter. */
export function openRows(batch: BatchDocument): Filter<DeliveryDocument> {
  if (batch.ids !== null) return { _id: { $in: batch.ids }, retry: batch._id, state: 'pending' };
  return {
    _id: { $gte: batch.first, $lte: batch.last },
    mailing: batch.mailing,
    state: 'pending',
    retry: { $exists: false },
  };
}

export type OpenRow = Pick<
  DeliveryDocument,
  | '_id'
  | 'batch'
  | 'contact_id'
  | 'segment_recipient_id'
  | 'email'
  | 'email_norm'
  | 'attempts'
  | 'first_deferred_at'
  | 'doubted'
>;

/** They are worked through in ascending id: `intent` counts on it. */
export const readOpenRows = (batch: BatchDocument): Promise<OpenRow[]> =>
  readAtOnce<DeliveryDocument, OpenRow>(Delivery, {
    filter: openRows(batch),
    projection: {
      batch: 1,
      contact_id: 1,
      segment_recipient_id: 1,
      email: 1,
      email_norm: 1,
      attempts: 1,
      first_deferred_at: 1,
      doubted: 1,
    },
    sort: { _id: 1 },
  });

/** What rendering needs of a contact: the fields that were asked for. */
export type Recipient = Pick<ContactDocument, '_id'> & ContactFields;

/** The living contacts of these rows, by id, with what these placeholders show: one query. */
export async function readContacts(
  open: readonly OpenRow[],
  names: readonly string[],
): Promise<Map<number, Recipient>> {
  const ids = open.flatMap((row) => (row.contact_id === null ? [] : [row.contact_id]));
  const found = await readAtOnce<ContactDocument, Recipient>(Contact, {
    filter: { _id: { $in: ids }, deleted_at: null },
    projection: fieldsOf(names),
  });
  return new Map(found.map((contact) => [contact._id, contact]));
}

/** The names of those of these rows who were added to a segment by hand, by the segment's row. */
export const readPeople = (open: readonly OpenRow[]): Promise<ReadonlyMap<number, Names>> =>
  namesOfRecipients(
    open.flatMap(({ segment_recipient_id: id }) => (id === null || id === undefined ? [] : [id])),
  );

/**
 * Which of these addresses get nothing of a mailing, and why: unsubscribed from all or from its group, or refused
 * for good. One query.
 */
export async function readSuppressed(
  { user_id, unsubscribe_group_id }: Pick<MailingDocument, 'user_id' | 'unsubscribe_group_id'>,
  addresses: readonly string[],
): Promise<Map<string, 'unsubscribed' | 'bounced'>> {
  const found = await rows(Suppression)
    .find({
      user_id,
      email_norm: { $in: [...addresses] },
      unsubscribe_groups_id: { $in: [null, unsubscribe_group_id] },
    })
    .project<{ email_norm: string; reason: 'unsubscribed' | 'bounced' }>({ _id: 0, email_norm: 1, reason: 1 })
    .toArray();
  const reasons = new Map<string, 'unsubscribed' | 'bounced'>();
  for (const { email_norm, reason } of found) {
    // Who both unsubscribed and bounced is counted as the former: it was a wish.
    if (reason === 'unsubscribed' || !reasons.has(email_norm)) reasons.set(email_norm, reason);
  }
  return reasons;
}
