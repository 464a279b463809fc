import { Budget } from '../fairness/budget.ts';
import { AutomationSchedule } from '../models/automation-schedules.ts';
import { Import } from '../models/imports.ts';
import { Media } from '../models/media.ts';
import { Message } from '../models/messages.ts';
import { OwnTemplate } from '../models/own-templates.ts';
import { SingleSend } from '../models/single-sends.ts';
import type { Collection } from '../store/collection.ts';

/** Bytes that calls of this process are about to store. */
const writing = new Budget<number>();

/**
 * Bytes that an account stores: designs of sends, automation emails and templates, files not imported yet, refused rows kept for
 * reports, attachments of messages not sent yet, and images. Summed from the documents, so that no counter can drift; all but
 * imports, which are few, from an index alone.
 */
export async function storedBytes(userId: number): Promise<number> {
  const parts = await Promise.all([
    designBytes(SingleSend, userId),
    designBytes(AutomationSchedule, userId),
    designBytes(OwnTemplate, userId),
    fileBytes(userId),
    attachedBytes(userId),
    mediaBytes(userId),
  ]);
  return parts.reduce((sum, part) => sum + part, 0);
}

async function designBytes<Document extends object>(
  model: Collection<Document>,
  userId: number,
): Promise<number> {
  const [found] = await model
    .aggregate<{ bytes: number }>([
      { $match: { user_id: userId, design_bytes: { $gt: 0 } } },
      { $group: { _id: null, bytes: { $sum: '$design_bytes' } } },
    ])
    .toArray();
  return found?.bytes ?? 0;
}

/** The share of refused rows in the file, by number of rows: an estimate if rows differ much in length. */
const REFUSED_SHARE = {
  $cond: [
    { $or: [{ $eq: ['$retired', true] }, { $lte: ['$rows_read', 0] }] },
    0,
    { $multiply: ['$file_bytes', { $divide: ['$rows_refused', '$rows_read'] }] },
  ],
};

async function fileBytes(userId: number): Promise<number> {
  const [found] = await Import.aggregate<{ bytes: number }>([
    { $match: { user_id: userId } },
    {
      $group: {
        _id: null,
        bytes: { $sum: { $cond: [{ $ne: ['$file_id', null] }, '$file_bytes', REFUSED_SHARE] } },
      },
    },
  ]).toArray();
  return Math.round(found?.bytes ?? 0);
}

async function attachedBytes(userId: number): Promise<number> {
  const [found] = await Message.aggregate<{ bytes: number }>([
    { $match: { user_id: userId, 'attached.bytes': { $gt: 0 } } },
    { $group: { _id: null, bytes: { $sum: '$attached.bytes' } } },
  ]).toArray();
  return found?.bytes ?? 0;
}

async function mediaBytes(userId: number): Promise<number> {
  const [found] = await Media.aggregate<{ bytes: number }>([
    { $match: { user_id: userId } },
    { $project: { _id: 0, bytes: 1 } },
    { $group: { _id: null, bytes: { $sum: '$bytes' } } },
  ]).toArray();
  return found?.bytes ?? 0;
}

/** Stores `bytes` with `write`. When the account would then exceed its limit, nothing is written and the answer is null. */
export async function withBytes<Answer>(
  { id, limit }: { id: number; limit: number },
  bytes: number,
  write: () => Promise<Answer>,
): Promise<{ readonly answer: Answer } | null> {
  if (limit === 0 || bytes <= 0) return { answer: await write() };
  return writing.during(id, bytes, async (all) =>
    (await storedBytes(id)) + all > limit ? null : { answer: await write() },
  );
}
