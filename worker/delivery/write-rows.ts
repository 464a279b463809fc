import { now } from '../../common/clock.ts';
import { reserveIds } from '../../common/ids.ts';
import { insertAtOnce } from '../../common/insert-at-once.ts';
import { Batch, type BatchDocument } from '../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { NO_FIGURES } from '../../common/models/figures.ts';
import type { MailingDocument } from '../../common/models/mailings.ts';
import { rows } from '../../common/mongo.ts';

/** Rows of a batch: measured, larger ones gain nothing and smaller ones cost (100 a batch: a third). */
export const BATCH_ROWS = 500;

/** Whom a row is for. */
export type Addressee = Pick<
  DeliveryDocument,
  'contact_id' | 'segment_recipient_id' | 'email' | 'email_norm'
>;

/** The delivery of the person at a place is `first` + that place, but for those who were in the ledger already. */
export interface WrittenRows {
  first: number;
  batches: number[];
  /** Places of those who were. */
  duplicates: number[];
}

/** How the batches of new rows begin; see {@link BatchDocument}. */
type Fresh = Pick<BatchDocument, 'state'> &
  Partial<Pick<BatchDocument, 'free_at' | 'dirty_at' | 'moves' | 'handing_until'>>;

/** Writes people into a mailing's ledger, in batches of their own. Who is in it already is left as they are. */
export async function writeRows(
  mailing: Pick<MailingDocument, '_id' | 'user_id'>,
  people: readonly Addressee[],
  fresh: Fresh,
): Promise<WrittenRows> {
  const batchCount = Math.ceil(people.length / BATCH_ROWS);
  const [firstId, firstBatch] = await Promise.all([
    reserveIds('deliveries', people.length),
    reserveIds('batches', batchCount),
  ]);
  const batches = Array.from({ length: batchCount }, (_, at): BatchDocument => {
    const size = Math.min(BATCH_ROWS, people.length - at * BATCH_ROWS);
    const first = firstId + at * BATCH_ROWS;
    return { ...newBatch(mailing, firstBatch + at, first, first + size - 1), ...fresh };
  });
  const deliveries = people.map(
    (person, at): DeliveryDocument => ({
      _id: firstId + at,
      mailing: mailing._id,
      user_id: mailing.user_id,
      batch: firstBatch + Math.floor(at / BATCH_ROWS),
      contact_id: person.contact_id,
      segment_recipient_id: person.segment_recipient_id,
      email: person.email,
      email_norm: person.email_norm,
      state: 'pending',
    }),
  );
  // Batches first: a row without one would have nobody to deliver it.
  await rows(Batch).insertMany(batches);
  const duplicates = await insertAtOnce(Delivery, deliveries);
  const ids = batches.map((batch) => batch._id);
  if (duplicates.length > 0) {
    await rows(Batch).updateMany({ _id: { $in: ids } }, { $set: { dirty_at: now() } });
  }
  return { first: firstId, batches: ids, duplicates };
}

const newBatch = (
  { _id: mailing, user_id }: Pick<MailingDocument, '_id' | 'user_id'>,
  id: number,
  first: number,
  last: number,
): BatchDocument => ({
  _id: id,
  mailing,
  user_id,
  first,
  last,
  ids: null,
  state: 'filling',
  intent: 0,
  lease_token: null,
  free_at: now(),
  figures: { ...NO_FIGURES, pending: last - first + 1 },
  dirty_at: null,
  created_at: now(),
});
