import { type CollectionChange, type Filter, ofIds, type Rows } from '../store/collection.ts';
import type { MigrationProgress } from './migration.ts';

const GROUP = 1000;

/** Changes the documents that a filter finds, in the order of their ids, from the last checkpoint on. */
export async function updateByIds<Stored extends { _id: number }>(
  { after, checkpoint }: MigrationProgress,
  rows: Rows<Stored>,
  filter: Filter<Stored>,
  change: () => CollectionChange<Stored>,
): Promise<void> {
  const collection = ofIds(rows);
  for (let last = Number(after ?? 0); ; ) {
    const page = await collection
      .find({ _id: { $gt: last } })
      .project<{ _id: number }>({ _id: 1 })
      .sort({ _id: 1 })
      .limit(GROUP)
      .toArray();
    const upto = page.at(-1)?._id;
    if (upto === undefined) return;
    await collection.updateMany(
      { ...(filter as object), _id: { $gt: last, $lte: upto } },
      change() as CollectionChange<{ _id: number }>,
    );
    last = upto;
    await checkpoint(last);
  }
}
