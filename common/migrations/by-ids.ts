import type { Filter, UpdateFilter } from 'mongodb';
import type { Model } from 'mongoose';
import { rows } from '../mongo/connection.ts';
import type { MigrationProgress } from './migration.ts';

/** Documents that are changed together. */
const GROUP = 1000;

/** Changes the documents of a collection that a filter finds, in the order of their ids, from the last checkpoint on. */
export async function updateByIds<Stored extends { _id: number }>(
  { after, checkpoint }: MigrationProgress,
  model: Model<Stored>,
  filter: Filter<Stored>,
  change: () => UpdateFilter<Stored>,
): Promise<void> {
  const collection = rows(model as unknown as Model<{ _id: number }>);
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
      change() as UpdateFilter<{ _id: number }>,
    );
    last = upto;
    await checkpoint(last);
  }
}
