/**
 * Counted data has a mark, `dirty_at`, which is set *before* a change of the data (decision 002). The mark shows a reader
 * whether the count must be repeated. All times are the database's.
 */
export interface CountMark {
  dirty_at: Date | null;
  /** When the count that stands was begun. */
  counted_at?: Date | null;
}

/** Milliseconds for which a mark stands for other changes, too: that saves most marks of what is busy. */
const STANDS_MS = 200;
/** A change is stored so long after its mark, or nearly always: a count that is later knows of it … */
const FLIGHT_MS = 1000;
/** … and so long after, always: the driver gives up before. Only then the mark goes. */
const SETTLED_MS = 10_000;

/** Whether a mark that was set at `set` stands for a change at `at`, too. */
export const stands = (set: Date, at: Date): boolean =>
  at >= set && at.getTime() - set.getTime() <= STANDS_MS;

type MarkFilter<Field extends string> = { readonly [Key in Field]: null | { readonly $lt: Date } };

/** Of `field`, whether it must be marked now, as a filter. */
export const unmarked = <Field extends string>(
  field: Field,
  at: Date,
): { readonly $or: MarkFilter<Field>[] } => ({
  $or: [{ [field]: null }, { [field]: { $lt: new Date(at.getTime() - STANDS_MS) } }] as MarkFilter<Field>[],
});

const since = (later: Date | null | undefined, earlier: Date): number =>
  later ? later.getTime() - earlier.getTime() : Number.NEGATIVE_INFINITY;

/** Whether a count that is begun at `at` is good for more than this once: else it need not be stored. */
export const willStand = ({ dirty_at }: CountMark, at: Date): boolean =>
  dirty_at === null || since(at, dirty_at) >= FLIGHT_MS;

/** From when on nothing of what was marked can be on its way any more. */
export const settledFrom = (dirtyAt: Date): Date => new Date(dirtyAt.getTime() + SETTLED_MS);

/** Whether nothing of what was marked can be on its way any more: a count of then is final, and lifts the mark. */
export const isSettled = (dirtyAt: Date | null | undefined, at: Date | null | undefined): boolean =>
  !!dirtyAt && !!at && at >= settledFrom(dirtyAt);

/** What is written where the figures are known to be final, and when: the mark stays until they are shown, and nothing is counted. */
export const finalAt = (at: Date): Readonly<Record<'dirty_at' | 'counted_at', object>> => {
  const marked = { $ifNull: ['$dirty_at', at] };
  return { dirty_at: marked, counted_at: { $add: [marked, SETTLED_MS] } };
};

/** Whether it must be counted: since its mark it was not, or too soon, or not for the last time. */
export const mustCount = ({ dirty_at, counted_at }: CountMark, at: Date): boolean =>
  dirty_at !== null &&
  (since(counted_at, dirty_at) < FLIGHT_MS || (isSettled(dirty_at, at) && !isSettled(dirty_at, counted_at)));

/** Milliseconds from a mark to the count of details by a worker: the openings of that time are counted at once. */
const DETAILS_MS = 60_000;

/** When a worker counts the details of what is marked at `at`. */
export const detailsDue = (at: Date): Date => new Date(at.getTime() + DETAILS_MS);
