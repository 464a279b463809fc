import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { now } from '../clock.ts';
import type { RunCountDocument } from '../models/run-counts.ts';
import { ignoringDuplicates } from '../mongo.ts';

/** As of the ledger's figures: a mark this fresh may belong to a change that is still on its way … */
const SETTLED_MS = 10_000;
/** … and one this fresh stands for another change, too. */
const STANDS_MS = 2000;

/** A model, as far as it matters here: TypeScript does not follow a field by its name. */
interface Stored {
  readonly collection: object;
}

type Row = { _id: string | number } & Record<string, unknown>;

const rowsOf = ({ collection }: Stored) => collection as Collection<Row>;

/** A bound on ids, as a filter. */
export interface Ids {
  readonly $gte: number;
  readonly $lt: number;
}

/** Something that is counted of owners, such as the contacts of types, a run of ids at a time. */
export interface Counting<Owner extends { _id: number }, Count> {
  readonly owners: Stored;
  /** The owner's fields that bear the sum and its mark. */
  readonly sum: keyof Owner & string;
  readonly dirtyAt: keyof Owner & string;
  readonly runs: Stored;
  /** The field of a run's count that says whose it is. */
  readonly ownerField: string;
  /** Ids of a run: what one change has counted anew. */
  readonly length: number;
  /** Counts what an owner has, of `ids` alone where they are given; answers it by run. */
  readonly count: (owner: Owner, ids?: Ids) => Promise<Map<number, Count>>;
  readonly total: (counts: readonly Count[]) => Count;
}

/**
 * To be called *before* what is counted of an owner is added, deleted or changed: whoever shows the count counts theirs
 * again. A crash between the two costs a count, never its truth.
 */
export async function markRuns<Owner extends { _id: number }, Count>(
  { owners, dirtyAt, runs, ownerField, length, total }: Counting<Owner, Count>,
  ownerId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const at = now();
  const stale = new Date(at.getTime() - STANDS_MS);
  const marked = [...new Set(ids.map((id) => Math.floor(id / length)))];
  await Promise.all([
    rowsOf(owners).updateOne(
      { _id: ownerId, $or: [{ [dirtyAt]: null }, { [dirtyAt]: { $lt: stale } }] },
      { $set: { [dirtyAt]: at } },
    ),
    // One whose mark still stands is not found, and can't be made a second time.
    ignoringDuplicates(
      rowsOf(runs).bulkWrite(
        marked.map(
          (run): AnyBulkWriteOperation<Row> => ({
            updateOne: {
              filter: {
                _id: `${ownerId}-${run}`,
                $or: [{ dirty_at: null }, { dirty_at: { $lt: stale } }],
              },
              update: {
                $set: { dirty_at: at },
                $setOnInsert: { [ownerField]: ownerId, run, count: total([]) },
              },
              upsert: true,
            },
          }),
        ),
        { ordered: false },
      ),
    ),
  ]);
}

/** The total of plain numbers. */
export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** How many an owner has: as it stands with the owner as it was read, unless it was marked since. */
export async function readCount<Owner extends { _id: number }, Count>(
  counting: Counting<Owner, Count>,
  owner: Owner,
): Promise<Count> {
  const [sum, dirtyAt] = [owner[counting.sum], owner[counting.dirtyAt]];
  return sum === undefined || dirtyAt ? recount(counting, owner) : (sum as Count);
}

async function recount<Owner extends { _id: number }, Count>(
  counting: Counting<Owner, Count>,
  owner: Owner,
): Promise<Count> {
  const settled = now().getTime() - SETTLED_MS;
  const { owners, sum, dirtyAt, length, total } = counting;
  if (owner[sum] === undefined) await countAll(counting, owner);
  const runs = rowsOf(counting.runs);
  const found = (await runs
    .find({ [counting.ownerField]: owner._id })
    .toArray()) as unknown as RunCountDocument<Count>[];
  const writes: AnyBulkWriteOperation<Row>[] = [];
  const counts = await Promise.all(
    found.map(async ({ _id, run, count, dirty_at }) => {
      if (dirty_at === null) return count;
      const ids = { $gte: run * length, $lt: (run + 1) * length };
      const anew = (await counting.count(owner, ids)).get(run) ?? total([]);
      const update = { $set: { count: anew, ...(isSettled(dirty_at, settled) && { dirty_at: null }) } };
      // Marked anew since it was read: somebody else counts it, or we do the next time.
      writes.push({ updateOne: { filter: { _id, dirty_at }, update } });
      return anew;
    }),
  );
  if (writes.length > 0) await runs.bulkWrite(writes, { ordered: false });
  const all = total(counts);
  const marked = (owner[dirtyAt] as Date | undefined) ?? null;
  await rowsOf(owners).updateOne(
    { _id: owner._id, [dirtyAt]: marked },
    { $set: { [sum]: all, ...(isSettled(marked, settled) && { [dirtyAt]: null }) } },
  );
  return all;
}

const isSettled = (dirtyAt: Date | null, settled: number): boolean =>
  dirtyAt !== null && dirtyAt.getTime() < settled;

/**
 * Of an owner that was never counted: its runs come to be, counted. Who changes what is counted has marked its run before,
 * so that one which is there already is right, or marked.
 */
async function countAll<Owner extends { _id: number }, Count>(
  { count, runs, ownerField }: Counting<Owner, Count>,
  owner: Owner,
): Promise<void> {
  const found = await count(owner);
  if (found.size === 0) return;
  const inserts = [...found].map(
    ([run, counted]): AnyBulkWriteOperation<Row> => ({
      updateOne: {
        filter: { _id: `${owner._id}-${run}` },
        update: { $setOnInsert: { [ownerField]: owner._id, run, count: counted, dirty_at: null } },
        upsert: true,
      },
    }),
  );
  await ignoringDuplicates(rowsOf(runs).bulkWrite(inserts, { ordered: false }));
}
