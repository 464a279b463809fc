import { now } from '../../common/clock.ts';
import { JobFailure, type JobFailureDocument } from '../../common/models/job-failures.ts';
import { isDuplicateKey, rows } from '../../common/mongo.ts';

/** Failures in a row for one reason after which a job is given up … */
export const FAILURES = 3;
/** … and for different ones: reasons that take turns would never come to three. */
const TRIES = 10;
/** Milliseconds after a job's first and second failure before it is tried again: a hiccup is over by then. */
const FIRST_WAITS = [2000, 10_000];
/** Milliseconds before what is given up is tried again, twice as long each time, where it is tried at all. */
const SHORTEST_WAIT = 60_000;
const LONGEST_WAIT = 3_600_000;
/** A failure this long ago is no part of a row. Longer than the longest wait. */
const ROW_MS = 3 * LONGEST_WAIT;
/** Rows of what waits for its owner go after this; others once no try has followed for as long as a row of them lasts. */
const HELD_MS = 30 * 24 * LONGEST_WAIT;
/** Doubled this often, the shortest wait is beyond the longest. */
const DOUBLINGS = 6;

/** How a job's failures stand. */
export type Standing = JobFailureDocument & {
  /** Whether this failure was counted: one that comes while the job should wait belongs to the last one. */
  counted: boolean;
};

/**
 * Counts a failure of a job, once for all workers and lanes in which it fails at the same time. Twelve lanes that meet the
 * same fault in one second are one failure.
 */
export async function countFailure(job: string, subject: string, reason: string): Promise<Standing> {
  const at = now();
  const before = { $ifNull: ['$last_at', new Date(0)] };
  const inRow = { $gte: [before, new Date(at.getTime() - ROW_MS)] };
  const waits = {
    $or: [
      { $gt: [{ $ifNull: ['$next_at', new Date(0)] }, at] },
      // Given up until somebody asks for it.
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
    rows(JobFailure).findOneAndUpdate({ _id: `${job} ${subject}` }, [{ $set: fields }], {
      upsert: true,
      returnDocument: 'after',
    });
  const after = await write().catch((error: unknown) => {
    // Two lanes made the row at once.
    if (isDuplicateKey(error)) return write();
    throw error;
  });
  return { ...after!, counted: after!.last_at.getTime() === at.getTime() };
}

/** As an expression, of the number of tries that failed. */
function waitAfter(tries: object): object {
  const doublings = { $min: [DOUBLINGS, { $subtract: [tries, FIRST_WAITS.length + 1] }] };
  const later = { $min: [LONGEST_WAIT, { $multiply: [SHORTEST_WAIT, { $pow: [2, doublings] }] }] };
  return FIRST_WAITS.reduceRight<object>(
    (rest, wait, index) => ({ $cond: [{ $lte: [tries, index + 1] }, wait, rest] }),
    later,
  );
}

/** Whether a job is to be given up now. */
export const isHopeless = ({ failures, tries }: JobFailureDocument): boolean =>
  failures >= FAILURES || tries >= TRIES;

/** Says that it is given up: until somebody asks for it (`waits`), or until its wait is over. */
export async function markGivenUp({ _id, given_up_at }: JobFailureDocument, waits: boolean): Promise<void> {
  const at = now();
  const held = { next_at: null, forget_at: new Date(at.getTime() + HELD_MS) };
  await rows(JobFailure).updateOne({ _id }, { $set: { given_up_at: given_up_at ?? at, ...(waits && held) } });
}

/** The job succeeded, or what it was about has ended. */
export async function forgetFailure(id: string): Promise<void> {
  await rows(JobFailure).deleteOne({ _id: id });
}

/** Whether a job that failed before may be tried now; null when its failures are forgotten. */
export async function mayTry(id: string): Promise<boolean | null> {
  const found = await rows(JobFailure).findOne({ _id: id });
  if (!found) return null;
  return found.next_at === null ? found.given_up_at === null : found.next_at <= now();
}
