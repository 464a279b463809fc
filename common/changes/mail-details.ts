import type { ClientSession } from 'mongodb';
import { coalesce } from '../batching/coalesce.ts';
import { now } from '../clock.ts';
import { failpoint } from '../config/failpoints.ts';
import { grouped } from '../domain/grouped.ts';
import {
  addDetails,
  DOMAINS_KEPT,
  type MailDetails,
  noDetails,
  QUARTERS_OF_DAY,
  readDetails,
  writeDetails,
} from '../domain/mail-details.ts';
import { detailsDue, isSettled, mustCount } from '../domain/marks.ts';
import { BatchDetails } from '../models/batch-details.ts';
import { Batch, type BatchDocument } from '../models/batches.ts';
import { DetailSum, daySum, domainSum, mailingSum } from '../models/detail-sums.ts';
import { createDueFinder } from '../queries/due-finder.ts';
import { countDetailsOf } from '../queries/mail-details.ts';
import { replacing, updating } from '../store/collection.ts';
import { ownOrOld } from '../store/own-or-old.ts';
import { transaction } from '../store/transactions.ts';

export const DETAILED_FIELDS = {
  mailing: 1,
  user_id: 1,
  first: 1,
  last: 1,
  created_at: 1,
  details_dirty_at: 1,
  details_at: 1,
} as const;
export type DetailedBatch = Pick<BatchDocument, '_id' | keyof typeof DETAILED_FIELDS>;

/** The bound that lets partial indexes of dates answer. */
const EVER = new Date(0);
/** Most batches that a call counts: about 6,000 rows, some 100 ms. */
const CALL_BATCHES = 12;
const READ_AT_ONCE = 4;
/** Most marked batches that a call reads: a mailing of millions has no more. */
const LOOKED_AT = 20_000;
/** Batches of one transaction: they change one or two mailings, and a few days. */
const TOGETHER = 40;

export const detailsDueAt = (at: Date) => ({ details_due_at: { $gt: EVER, $lte: at } });

const findDue = createDueFinder<BatchDocument, DetailedBatch>(Batch, {
  fields: DETAILED_FIELDS,
  sort: { details_due_at: 1 },
});

/** Batches of each account that wait longest come first. */
export const dueForDetails = (limit: number): Promise<DetailedBatch[]> => findDue(detailsDueAt(now()), limit);

export interface DetailedMails {
  readonly user_id: number;
  readonly mailing?: string;
}

/**
 * Counts the details of changed mails, and returns whether it counted all: beyond some 6,000 rows a call counts a part, first batches
 * without a count.
 */
export const refreshDetails = coalesce(
  ({ user_id, mailing }: DetailedMails) => `${user_id} ${mailing}`,
  async ({ user_id, ...mailing }: DetailedMails): Promise<boolean> => {
    const at = now();
    const marked = await Batch.of(user_id)
      .find({ ...mailing, details_dirty_at: { $gt: EVER } })
      .project<DetailedBatch>(DETAILED_FIELDS)
      .hint({ user_id: 1, mailing: 1 })
      .limit(LOOKED_AT)
      .toArray();
    const due = marked
      .filter(({ details_dirty_at, details_at }) =>
        mustCount({ dirty_at: details_dirty_at!, counted_at: details_at ?? null }, at),
      )
      .sort((one, other) => timeOf(one.details_at) - timeOf(other.details_at));
    await countDetails(due.slice(0, CALL_BATCHES));
    return due.length <= CALL_BATCHES && marked.length < LOOKED_AT;
  },
);

const timeOf = (date: Date | undefined): number => date?.getTime() ?? 0;

/** Counts the details of batches (ranges, no lists) and stores them with the sums that include them. */
export async function countDetails(batches: readonly DetailedBatch[]): Promise<void> {
  for (const [userId, theirs] of grouped(batches, ({ user_id }) => user_id))
    await countTheirs(userId, theirs);
}

async function countTheirs(userId: number, batches: readonly DetailedBatch[]): Promise<void> {
  for (let from = 0; from < batches.length; from += TOGETHER) {
    const some = batches.slice(from, from + TOGETHER);
    const at = now();
    const counted: BatchDetails[] = [];
    for (let read = 0; read < some.length; read += READ_AT_ONCE) {
      const count = async (batch: DetailedBatch): Promise<BatchDetails> => ({
        batch,
        details: await countDetailsOf(batch),
      });
      counted.push(...(await Promise.all(some.slice(read, read + READ_AT_ONCE).map(count))));
    }
    failpoint('details-counted');
    await transaction((session) => store(userId, counted, at, session));
    failpoint('details-stored');
    await unmark(userId, some, at);
  }
}

interface BatchDetails {
  readonly batch: DetailedBatch;
  readonly details: MailDetails;
}

/**
 * One transaction stores a batch's details, subtracts its old ones from the sums and adds the new ones: so a sum is right after any crash
 * and any number of counts.
 */
async function store(
  userId: number,
  counted: readonly BatchDetails[],
  at: Date,
  session: ClientSession,
): Promise<void> {
  const ids = { $in: counted.map(({ batch }) => batch._id) };
  const found = await BatchDetails.find(
    { ...ownOrOld(userId), _id: ids },
    { session, hint: { _id: 1 } },
  ).toArray();
  const before = new Map(found.map((one) => [one._id, one]));
  // Some of their rows may have been deleted when they were read.
  const retired = await Batch.of(userId)
    .find({ _id: ids, retired: { $exists: true } }, { session, projection: { _id: 1 } })
    .toArray();
  const final = new Set(retired.map(({ _id }) => _id));
  const changed = counted
    .filter(({ batch }) => !final.has(batch._id))
    // A count that began later is stored already.
    .filter(({ batch }) => !(before.get(batch._id) && before.get(batch._id)!.counted_at > at))
    .map((one) => ({ ...one, text: writeDetails(one.details) }))
    .filter(({ batch, text }) => text !== (before.get(batch._id)?.details ?? NOTHING));
  if (changed.length === 0) return;
  const sums = createSums(userId);
  for (const { batch, details } of changed) {
    const old = before.get(batch._id);
    if (old) sums.add(batch, readDetails(old.details), -1);
    sums.add(batch, details, 1);
  }
  await sums.store(session);
  // A router cannot give a document another account.
  const isNobodys = (_id: number): boolean => before.has(_id) && before.get(_id)!.user_id !== userId;
  const nobodys = changed.map(({ batch }) => batch._id).filter(isNobodys);
  if (nobodys.length > 0)
    await BatchDetails.deleteMany({ user_id: null, _id: { $in: nobodys } }, { session });
  await BatchDetails.bulkWrite(
    changed.map(({ batch: { _id }, text }) =>
      replacing({ user_id: userId, _id }, { _id, user_id: userId, counted_at: at, details: text }),
    ),
    { session, ordered: false },
  );
}

const [DAY_LENGTH, MONTH_LENGTH] = [10, 7];

const NOTHING = writeDetails(noDetails());

function createSums(userId: number) {
  interface DetailsChange {
    readonly details: MailDetails;
    readonly sign: 1 | -1;
  }
  const changes = new Map<string, DetailsChange[]>();
  function change(_id: string, details: MailDetails, sign: 1 | -1): void {
    const parts = changes.get(_id);
    if (parts) parts.push({ details, sign });
    else changes.set(_id, [{ details, sign }]);
  }
  return {
    add({ mailing, created_at }: DetailedBatch, details: MailDetails, sign: 1 | -1): void {
      change(mailingSum(mailing), details, sign);
      const made = created_at.toISOString();
      const byDomain = { ...noDetails(), domains: details.domains };
      for (const period of [made.slice(0, DAY_LENGTH), made.slice(0, MONTH_LENGTH)])
        change(domainSum(userId, period), byDomain, sign);
      for (const [day, times] of byDay(details.times))
        change(daySum(userId, day), { ...noDetails(), times }, sign);
    },
    async store(session: ClientSession): Promise<void> {
      const sums = DetailSum.of(userId);
      const found = await sums.find({ _id: { $in: [...changes.keys()] } }, { session }).toArray();
      const before = new Map(found.map(({ _id, details }) => [_id, details]));
      await sums.bulkWrite(
        [...changes].map(([_id, parts]) => {
          const text = before.get(_id);
          const sum = text === undefined ? noDetails() : readDetails(text);
          for (const { details, sign } of parts) addDetails(sum, details, sign, DOMAINS_KEPT);
          return replacing({ _id }, { _id, user_id: userId, details: writeDetails(sum) });
        }),
        { session, ordered: false },
      );
    },
  };
}

const byDay = (times: MailDetails['times']): [day: number, times: MailDetails['times']][] =>
  [...grouped([...times], ([quarter]) => Math.floor(quarter / QUARTERS_OF_DAY))].map(([day, entries]) => [
    day,
    new Map(entries),
  ]);

/** A mark stays while a marked change may be in progress, and when it is newer than the count; then a worker counts again later. */
async function unmark(userId: number, batches: readonly DetailedBatch[], at: Date): Promise<void> {
  await Batch.of(userId).bulkWrite(
    batches.map(({ _id, details_dirty_at }) =>
      isSettled(details_dirty_at, at)
        ? updating<BatchDocument>(
            { _id, details_dirty_at: details_dirty_at! },
            { $max: { details_at: at }, $unset: { details_dirty_at: '', details_due_at: '' } },
          )
        : updating<BatchDocument>(
            { _id, details_dirty_at: { $gt: EVER } },
            { $max: { details_at: at }, $set: { details_due_at: detailsDue(at) } },
          ),
    ),
    { ordered: false },
  );
}
