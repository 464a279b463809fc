import { MongoBulkWriteError } from 'mongodb';
import { now } from '../../common/clock.ts';
import type { AudienceRef } from '../../common/domain/audience-refs.ts';
import { reserveIds } from '../../common/ids.ts';
import { Batch, type BatchDocument } from '../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { NO_FIGURES } from '../../common/models/figures.ts';
import { type AudienceCounts, type MailingDocument, NOBODY } from '../../common/models/mailings.ts';
import { DUPLICATE_KEY, rows } from '../../common/mongo.ts';
import { addressesIn, type Member } from './members.ts';
import { readSuppressed } from './rows.ts';

/** Rows of a batch: measured, larger ones gain nothing and smaller ones cost (100 a batch: a third). */
export const BATCH_ROWS = 500;

/** What became of a page of members, and the last batch that was made for it (0: none was). */
export interface WrittenPage {
  counts: AudienceCounts;
  lastBatch: number;
}

/** Writes up to a thousand members into the ledger and answers who they were. */
export async function writePage(
  mailing: MailingDocument,
  exclusions: readonly AudienceRef[],
  members: readonly Member[],
): Promise<WrittenPage> {
  const counts = { ...NOBODY, members: members.length };
  const addresses = members.map((member) => member.email_norm);
  const [suppressed, ...excluded] = await Promise.all([
    readSuppressed(mailing, addresses),
    ...exclusions.map((ref) => addressesIn(ref, mailing.user_id, addresses)),
  ]);
  const outside = new Set(excluded.flat());
  const recipients = members.filter(({ email_norm: address }) => {
    const reason = outside.has(address) ? 'excluded' : suppressed.get(address);
    if (reason) counts[reason] += 1;
    return !reason;
  });
  if (recipients.length === 0) return { counts, lastBatch: 0 };
  const { duplicates, lastBatch } = await insertRows(mailing, recipients);
  return { counts: { ...counts, duplicates, recipients: recipients.length - duplicates }, lastBatch };
}

async function insertRows(mailing: MailingDocument, recipients: readonly Member[]) {
  const batchCount = Math.ceil(recipients.length / BATCH_ROWS);
  const [firstId, firstBatch] = await Promise.all([
    reserveIds('deliveries', recipients.length),
    reserveIds('batches', batchCount),
  ]);
  const batches = Array.from({ length: batchCount }, (_, at): BatchDocument => {
    const size = Math.min(BATCH_ROWS, recipients.length - at * BATCH_ROWS);
    const first = firstId + at * BATCH_ROWS;
    return newBatch(mailing, firstBatch + at, first, first + size - 1);
  });
  const deliveries = recipients.map(
    (member, at): DeliveryDocument => ({
      _id: firstId + at,
      mailing: mailing._id,
      user_id: mailing.user_id,
      batch: firstBatch + Math.floor(at / BATCH_ROWS),
      contact_id: member.contact_id,
      segment_recipient_id: member.segment_recipient_id,
      email: member.email,
      email_norm: member.email_norm,
      state: 'pending',
    }),
  );
  // Batches first: a row without one would have nobody to deliver it.
  await rows(Batch).insertMany(batches);
  const duplicates = await insertNew(deliveries);
  if (duplicates > 0) {
    await rows(Batch).updateMany(
      { _id: { $in: batches.map((batch) => batch._id) } },
      { $set: { dirty_at: now() } },
    );
  }
  return { duplicates, lastBatch: firstBatch + batchCount - 1 };
}

const newBatch = (
  { _id: mailing, user_id }: MailingDocument,
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

/** Inserts what is new; answers how many addresses are in the ledger already, by another membership. */
async function insertNew(deliveries: DeliveryDocument[]): Promise<number> {
  try {
    await rows(Delivery).insertMany(deliveries, { ordered: false });
    return 0;
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const errors = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
    if (errors.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return errors.length;
  }
}
