import type { Rows } from '../store/collection.ts';

export interface Ids {
  readonly $gte: number;
  readonly $lt: number;
}

/** Counting as many index entries takes some 5 ms. */
export const RUN_LENGTH = 16_384;

export const runOf = (length: number): object => ({ $floor: { $divide: ['$_id', length] } });

/** How many documents match in each run of {@link RUN_LENGTH} ids, within `ids` if given. */
export async function countByRun<Document extends { _id: number }>(
  rows: Rows<Document>,
  filter: object,
  ids?: Ids,
  hint?: Readonly<Record<string, 1>>,
): Promise<Map<number, number>> {
  const found = await rows
    .aggregate<{ _id: number; count: number }>(
      [
        { $match: { ...filter, ...(ids && { _id: ids }) } },
        { $group: { _id: runOf(RUN_LENGTH), count: { $sum: 1 } } },
      ],
      hint && { hint },
    )
    .toArray();
  return new Map(found.map(({ _id, count }) => [_id, count]));
}
