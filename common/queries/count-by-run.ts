import type { Model } from 'mongoose';
import { rows } from '../mongo.ts';
import type { Ids } from './run-counts.ts';

/** The run that a document's id is of, as an expression. */
export const runOf = (length: number): object => ({ $floor: { $divide: ['$_id', length] } });

/** How many documents of a filter there are in each run of so many ids, by run; in those of `ids` alone where given. */
export async function countByRun<Document extends { _id: number }>(
  model: Model<Document>,
  filter: object,
  length: number,
  ids?: Ids,
  hint?: Readonly<Record<string, 1>>,
): Promise<Map<number, number>> {
  const found = await rows(model)
    .aggregate<{ _id: number; count: number }>(
      [
        { $match: { ...filter, ...(ids && { _id: ids }) } },
        { $group: { _id: runOf(length), count: { $sum: 1 } } },
      ],
      hint && { hint },
    )
    .toArray();
  return new Map(found.map(({ _id, count }) => [_id, count]));
}
