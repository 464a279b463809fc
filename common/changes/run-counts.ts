import { LRUCache } from 'lru-cache';
import { coalesce } from '../batching/coalesce.ts';
import { now } from '../clock.ts';
import { isSettled, mustCount, stands, unmarked, willStand } from '../domain/marks.ts';
import type { RunCountDocument } from '../models/run-counts.ts';
import type { Ids } from '../queries/count-by-run.ts';
import {
  type AccountCollection,
  type BulkWrite,
  type OfAccount,
  type Rows,
  updating,
  upserting,
} from '../store/collection.ts';
import { ignoringDuplicates } from '../store/connection.ts';
import { isReadingLatest, outsideTransaction } from '../store/transactions.ts';

/** Untyped: TypeScript does not follow a field by its name. */
type CountedRow = { _id: string | number } & Record<string, unknown>;

interface OwnerIds {
  readonly _id: number;
  readonly user_id: number;
}

const ownersOf = ({ owners }: Pick<Counting<OwnerIds, unknown>, 'owners'>, userId: number) =>
  (owners as unknown as AccountCollection<CountedRow & OfAccount>).of(userId) as unknown as Rows<CountedRow>;
const runsOf = ({ runs }: Pick<Counting<OwnerIds, unknown>, 'runs'>) => runs as unknown as Rows<CountedRow>;

/** Counts things of owners, such as the contacts of types, in runs of ids. */
export interface Counting<Owner extends OwnerIds, Count> {
  readonly owners: { of(account: number): unknown };
  readonly sum: keyof Owner & string;
  readonly dirtyAt: keyof Owner & string;
  readonly runs: { readonly name: string };
  readonly ownerField: string;
  /** Ids of a run: all are counted again after one change. */
  readonly length: number;
  readonly count: (owner: Owner, ids?: Ids) => Promise<Map<number, Count>>;
  readonly total: (counts: readonly Count[]) => Count;
}

/** The last mark of a run by this process; later changes reuse it for a short time. */
const lastMarked = new LRUCache<string, Date>({ max: 10_000 });

/** For tests that replace the store while the process runs. */
export const forgetMarks = (): void => lastMarked.clear();

/** Call it *before* the change; the next reader counts again. A crash in between costs one count, and makes none wrong. */
export async function markRuns<Owner extends OwnerIds, Count>(
  counting: Counting<Owner, Count>,
  { _id: ownerId, user_id }: OwnerIds,
  ids: readonly number[],
): Promise<void> {
  const { dirtyAt, ownerField, length, total } = counting;
  if (ids.length === 0) return;
  const at = now();
  const marked = [...new Set(ids.map((id) => Math.floor(id / length)))];
  const only = marked.length === 1 ? `${ownerField} ${ownerId}-${marked[0]}` : null;
  const last = only && lastMarked.get(only);
  if (last && stands(last, at)) return;
  // Others must see a mark before the change that it announces.
  const [owner, isRunMarked] = await outsideTransaction(() =>
    Promise.all([
      ownersOf(counting, user_id).updateOne(
        { _id: ownerId, ...unmarked(dirtyAt, at) },
        { $set: { [dirtyAt]: at } },
      ),
      // A run with a valid mark is not found, and its insert is refused as a duplicate.
      ignoringDuplicates(
        runsOf(counting).bulkWrite(
          marked.map(
            (run): BulkWrite<CountedRow> =>
              upserting(
                { _id: `${ownerId}-${run}`, ...unmarked('dirty_at', at) },
                {
                  $set: { dirty_at: at },
                  $setOnInsert: { [ownerField]: ownerId, run, count: total([]) },
                },
              ),
          ),
          { ordered: false },
        ),
      ),
    ]),
  );
  if (!only || !isRunMarked || owner.matchedCount === 0) return;
  lastMarked.set(only, at);
}

export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Returns an owner's count: the stored one, unless the owner was marked since. */
export function countOfOwner<Owner extends OwnerIds, Count>(
  counting: Counting<Owner, Count>,
): (owner: Owner) => Promise<Count> {
  const recountOne = coalesce(
    // A shared count reads as its first caller does.
    (owner: Owner) => (isReadingLatest() ? `latest ${owner._id}` : owner._id),
    // Concurrent callers share it, so it must not see uncommitted writes of one transaction.
    (owner) => outsideTransaction(() => recount(counting, owner)),
  );
  return async (owner) => {
    const [sum, dirtyAt] = [owner[counting.sum], owner[counting.dirtyAt]];
    return sum === undefined || dirtyAt ? recountOne(owner) : (sum as Count);
  };
}

export function countsOf<Owner extends OwnerIds, Count>(
  counting: Counting<Owner, Count>,
): (owners: readonly Owner[]) => Promise<Map<number, Count>> {
  const count = countOfOwner(counting);
  return async (owners) =>
    new Map(await Promise.all(owners.map(async (owner) => [owner._id, await count(owner)] as const)));
}

async function recount<Owner extends OwnerIds, Count>(
  counting: Counting<Owner, Count>,
  owner: Owner,
): Promise<Count> {
  const at = now();
  const { sum, dirtyAt, length, total } = counting;
  if (owner[sum] === undefined) await countAll(counting, owner);
  const found = (await runsOf(counting)
    .find({ [counting.ownerField]: owner._id })
    .toArray()) as unknown as RunCountDocument<Count>[];
  const writes: BulkWrite<CountedRow>[] = [];
  const counts = await Promise.all(
    found.map(async (found) => {
      if (!mustCount(found, at)) return found.count;
      const { _id, run, dirty_at, counted_at = null } = found;
      const ids = { $gte: run * length, $lt: (run + 1) * length };
      const count = (await counting.count(owner, ids)).get(run) ?? total([]);
      const set = { count, counted_at: at, ...(isSettled(dirty_at, at) && { dirty_at: null }) };
      // A run that was marked or counted since it was read is skipped: that count is newer.
      if (willStand(found, at)) writes.push(updating({ _id, dirty_at, counted_at }, { $set: set }));
      return count;
    }),
  );
  if (writes.length > 0) await runsOf(counting).bulkWrite(writes, { ordered: false });
  const all = total(counts);
  const marked = (owner[dirtyAt] as Date | undefined) ?? null;
  const settled = isSettled(marked, at);
  if (settled || owner[sum] === undefined) {
    await ownersOf(counting, owner.user_id).updateOne(
      { _id: owner._id, [dirtyAt]: marked },
      { $set: { [sum]: all, ...(settled && { [dirtyAt]: null }) } },
    );
  }
  return all;
}

/** Inserts the counted runs of an owner without counts. A change marks its run first, so an existing run is right, or marked. */
async function countAll<Owner extends OwnerIds, Count>(
  counting: Counting<Owner, Count>,
  owner: Owner,
): Promise<void> {
  const { count, ownerField } = counting;
  const found = await count(owner);
  if (found.size === 0) return;
  const inserts = [...found].map(
    ([run, counted]): BulkWrite<CountedRow> =>
      upserting(
        { _id: `${owner._id}-${run}` },
        { $setOnInsert: { [ownerField]: owner._id, run, count: counted, dirty_at: null } },
      ),
  );
  await ignoringDuplicates(runsOf(counting).bulkWrite(inserts, { ordered: false }));
}
