import { storeInTurn } from '../changes/bounded-inserts.ts';
import { Budget, type GiveBack } from '../fairness/budget.ts';
import { AutomationSchedule } from '../models/automation-schedules.ts';
import { Import } from '../models/imports.ts';
import { Media } from '../models/media.ts';
import { Message } from '../models/messages.ts';
import { OwnTemplate } from '../models/own-templates.ts';
import { SingleSend } from '../models/single-sends.ts';
import type { Expression, Filter, Rows } from '../store/collection.ts';
import { readingLatest } from '../store/transactions.ts';

/** Bytes that calls of this process are about to store. */
const writing = new Budget<number>();

/**
 * Bytes that an account stores: designs of sends, automation emails and templates, files not imported yet, refused rows kept for
 * reports, rows of receipts of moves, attachments of messages not sent yet, and images. Summed from the documents, so that no counter can drift; all but
 * imports, which are few, from an index alone.
 */
export async function storedBytes(userId: number): Promise<number> {
  const designs = { design_bytes: { $gt: 0 } };
  const parts = await Promise.all([
    sumOf(SingleSend.of(userId), designs, '$design_bytes'),
    sumOf(AutomationSchedule.of(userId), designs, '$design_bytes'),
    sumOf(OwnTemplate.of(userId), designs, '$design_bytes'),
    sumOf(Import.of(userId), {}, { $cond: [{ $ne: ['$file_id', null] }, '$file_bytes', KEPT_BYTES] }),
    sumOf(Message.of(userId), { 'attached.bytes': { $gt: 0 } }, '$attached.bytes'),
    sumOf(Media.of(userId), {}, '$bytes'),
  ]);
  return Math.round(parts.reduce((sum, part) => sum + part, 0));
}

async function sumOf<Stored extends object>(
  rows: Rows<Stored>,
  filter: Filter<Stored>,
  bytes: Expression,
): Promise<number> {
  const [found] = await rows
    .aggregate<{ bytes: number }>([{ $match: filter }, { $group: { _id: null, bytes: { $sum: bytes } } }])
    .toArray();
  return found?.bytes ?? 0;
}

/** Of an imported file, by the share of refused rows: an estimate if rows differ much in length. */
const REFUSED_BYTES = {
  $multiply: [
    '$file_bytes',
    { $divide: [{ $add: ['$rows_refused', { $ifNull: ['$rows_partial', 0] }] }, '$rows_read'] },
  ],
};

/** A row in the receipt of a move, with an address of usual length. */
const MOVE_ROW_BYTES = 80;

const isOfReceipt = { $and: [{ $gt: ['$move_id', 0] }, { $ne: ['$dry_run', true] }] };

/** Bytes that stay of an imported file. */
const KEPT_BYTES = {
  $cond: [
    { $or: [{ $eq: ['$retired', true] }, { $lte: ['$rows_read', 0] }] },
    0,
    {
      $add: [REFUSED_BYTES, { $cond: [isOfReceipt, { $multiply: ['$rows_read', MOVE_ROW_BYTES] }, 0] }],
    },
  ],
};

/** Reserves bytes that a call of this process is about to receive. Null: the account would exceed its limit. */
export async function takeBytes(
  { id, limit }: { id: number; limit: number },
  bytes: number,
): Promise<GiveBack | null> {
  const release = writing.hold(id, bytes);
  try {
    if (limit === 0 || (await storedBytes(id)) + writing.of(id) <= limit) return release;
  } catch (error) {
    release();
    throw error;
  }
  release();
  return null;
}

/** Whether an account has room for a document of `bytes`; ask it in the account's turn. */
export const haveBytesRoom = async (
  { id, limit }: { id: number; limit: number },
  bytes: number,
): Promise<boolean> => limit === 0 || (await readingLatest(() => storedBytes(id))) + bytes <= limit;

/** API processes that may store as much at the same time; an account near its limit stores in turn. */
const PROCESSES = 16;

/** The same as {@link withBytes} for a document that counts with its bytes, over all processes. */
export async function withDesignBytes<Answer>(
  account: { id: number; limit: number },
  bytes: number,
  write: () => Promise<Answer>,
): Promise<{ readonly answer: Answer } | null> {
  const { id, limit } = account;
  if (limit === 0 || bytes <= 0) return { answer: await write() };
  return writing.during(id, bytes, async (all) => {
    const stored = await storedBytes(id);
    if (stored + all > limit) return null;
    if (stored + PROCESSES * all <= limit) return { answer: await write() };
    return storeInTurn(id, async () =>
      (await haveBytesRoom(account, bytes)) ? { answer: await write() } : null,
    );
  });
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
