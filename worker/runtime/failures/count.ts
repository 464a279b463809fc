import { now } from '../../../common/clock.ts';
import { JobFailure, type JobFailureDocument } from '../../../common/models/job-failures.ts';
import { isDuplicateKey } from '../../../common/store/connection.ts';

/** A job is given up after so many failures in a row for the same reason … */
export const FAILURES = 3;
/** … or after so many for any reasons: two reasons that alternate would never reach three. */
const TRIES = 10;
/** Milliseconds until the retries after the first and second failure: short troubles are over by then. */
const FIRST_WAITS = [2000, 10_000];
/** Milliseconds until a given-up job is retried, if at all. They double each time. */
const SHORTEST_WAIT = 60_000;
const LONGEST_WAIT = 3_600_000;
/** Milliseconds after which a failure no longer counts: more than the longest wait. */
const ROW_MS = 3 * LONGEST_WAIT;
/** Milliseconds for which a job that waits for its owner is stored; others are kept {@link ROW_MS} after the last try. */
const HELD_MS = 30 * 24 * LONGEST_WAIT;
/** After so many doublings the shortest wait exceeds the longest. */
const DOUBLINGS = 6;

export type FailureSeries = JobFailureDocument & {
  /** Whether this failure was counted: a failure during the wait belongs to the one before. */
  counted: boolean;
};

/** Counts a failure once, even if twelve lanes of several workers fail in the same second. */
export async function countFailure(job: string, subject: string, reason: string): Promise<FailureSeries> {
  const at = now();
  const before = { $ifNull: ['$last_at', new Date(0)] };
  const inRow = { $gte: [before, new Date(at.getTime() - ROW_MS)] };
  const waits = {
    $or: [
      { $gt: [{ $ifNull: ['$next_at', new Date(0)] }, at] },
      { $and: [{ $ne: [{ $ifNull: ['$given_up_at', null] }, null] }, { $eq: ['$next_at', null] }] },
    ],
  };
  const tries = { $add: [{ $cond: [inRow, { $ifNull: ['$tries', 0] }, 0] }, 1] };
  const isSame = { $and: [inRow, { $eq: ['$reason', { $literal: reason }] }] };
  const counted = {
    job,
    subject,
    reason: { $literal: reason },
    failures: { $cond: [isSame, { $add: ['$failures', 1] }, 1] },
    tries,
    first_at: { $cond: [inRow, { $ifNull: ['$first_at', at] }, at] },
    last_at: at,
    next_at: { $add: [at, waitAfter(tries)] },
    given_up_at: { $ifNull: ['$given_up_at', null] },
    forget_at: new Date(at.getTime() + ROW_MS),
  };
  const fields = Object.fromEntries(
    Object.entries(counted).map(([name, value]) => [name, { $cond: [waits, `$${name}`, value] }]),
  );
  const write = () =>
    JobFailure.findOneAndUpdate({ _id: `${job} ${subject}` }, [{ $set: fields }], {
      upsert: true,
      returnDocument: 'after',
    });
  const after = await write().catch((error: unknown) => {
    // Two lanes inserted the document at the same time.
    if (isDuplicateKey(error)) return write();
    throw error;
  });
  return { ...after!, counted: after!.last_at.getTime() === at.getTime() };
}

function waitAfter(tries: object): object {
  const doublings = { $min: [DOUBLINGS, { $subtract: [tries, FIRST_WAITS.length + 1] }] };
  const later = { $min: [LONGEST_WAIT, { $multiply: [SHORTEST_WAIT, { $pow: [2, doublings] }] }] };
  return FIRST_WAITS.reduceRight<object>(
    (rest, wait, index) => ({ $cond: [{ $lte: [tries, index + 1] }, wait, rest] }),
    later,
  );
}

export const isHopeless = ({ failures, tries }: JobFailureDocument): boolean =>
  failures >= FAILURES || tries >= TRIES;

/** Marks a job as given up, until its owner or an operator asks for it (`waits`) or its wait is over. */
export async function markGivenUp({ _id, given_up_at }: JobFailureDocument, waits: boolean): Promise<void> {
  const at = now();
  const held = { next_at: null, forget_at: new Date(at.getTime() + HELD_MS) };
  await JobFailure.updateOne({ _id }, { $set: { given_up_at: given_up_at ?? at, ...(waits && held) } });
}

export async function forgetFailure(id: string): Promise<void> {
  await JobFailure.deleteOne({ _id: id });
}

/** Whether a failed job may be retried now; null if its failures are forgotten. */
export async function mayTry(id: string): Promise<boolean | null> {
  const found = await JobFailure.findOne({ _id: id });
  if (!found) return null;
  return found.next_at === null ? found.given_up_at === null : found.next_at <= now();
}

/** Failed jobs (`deliver-slice send-12`) known here. Only for these a worker asks the store, so other jobs cost nothing. */
const marks = new Set<string>();
/** False: there are more, and a worker asks for each job. */
let areAllKnown = true;

export const mark = (id: string): void => void marks.add(id);
export const unmark = (id: string): void => void marks.delete(id);
/** Whether it failed, as far as this worker knows. */
export const isMarked = (id: string): boolean => marks.has(id);
export const mayBeMarked = (id: string): boolean => !areAllKnown || marks.has(id);

/** Takes over the failures stored by other workers, or by this one before a restart. */
export function setMarks(ids: Iterable<string>, areAll = true): void {
  areAllKnown = areAll;
  marks.clear();
  for (const id of ids) marks.add(id);
}
