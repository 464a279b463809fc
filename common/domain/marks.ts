/** The mark is set *before* a change of the data (decision 002), and makes readers count again. All times are the database's. */
export interface CountMark {
  dirty_at: Date | null;
  counted_at?: Date | null;
}

/** A mark also serves changes within this many milliseconds, which saves most marks of busy data. */
const STANDS_MS = 200;
/** Nearly every change is stored within this time after its mark: a later count includes it … */
const FLIGHT_MS = 1000;
/** … and every change within this time: the driver gives up before. Only then the mark is removed. */
const SETTLED_MS = 10_000;

export const stands = (set: Date, at: Date): boolean =>
  at >= set && at.getTime() - set.getTime() <= STANDS_MS;

type MarkFilter<Field extends string> = { readonly [Key in Field]: null | { readonly $lt: Date } };

export const unmarked = <Field extends string>(
  field: Field,
  at: Date,
): { readonly $or: MarkFilter<Field>[] } => ({
  $or: [{ [field]: null }, { [field]: { $lt: new Date(at.getTime() - STANDS_MS) } }] as MarkFilter<Field>[],
});

const since = (later: Date | null | undefined, earlier: Date): number =>
  later ? later.getTime() - earlier.getTime() : Number.NEGATIVE_INFINITY;

/** Whether a count that begins at `at` can be reused; otherwise it need not be stored. */
export const willStand = ({ dirty_at }: CountMark, at: Date): boolean =>
  dirty_at === null || since(at, dirty_at) >= FLIGHT_MS;

/** From this time on no marked change can still be in progress. */
export const settledFrom = (dirtyAt: Date): Date => new Date(dirtyAt.getTime() + SETTLED_MS);

/** Whether no marked change can still be in progress: such a count is final, and removes the mark. */
export const isSettled = (dirtyAt: Date | null | undefined, at: Date | null | undefined): boolean =>
  !!dirtyAt && !!at && at >= settledFrom(dirtyAt);

/** The update for figures that are known to be final: the mark stays until they are shown, and nothing is counted. */
export const finalAt = (at: Date): Readonly<Record<'dirty_at' | 'counted_at', object>> => {
  const marked = { $ifNull: ['$dirty_at', at] };
  return { dirty_at: marked, counted_at: { $add: [marked, SETTLED_MS] } };
};

/** Whether to count: never counted since the mark, too soon after it, or not finally. */
export const mustCount = ({ dirty_at, counted_at }: CountMark, at: Date): boolean =>
  dirty_at !== null &&
  (since(counted_at, dirty_at) < FLIGHT_MS || (isSettled(dirty_at, at) && !isSettled(dirty_at, counted_at)));

/** Milliseconds from a mark to a worker's count of details, so that one count covers the openings in between. */
const DETAILS_MS = 60_000;

export const detailsDue = (at: Date): Date => new Date(at.getTime() + DETAILS_MS);
