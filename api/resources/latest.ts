import type { Collection } from '../../common/store/collection.ts';
import { type Filter, ofIds } from '../../common/store/collection.ts';
import { integerFrom } from '../http/inputs.ts';

/** Records that `last` asks for at most. */
const LAST_MAX = 500;

/** The input of a list that can begin with its latest records. */
export const last = integerFrom(1, LAST_MAX)
  .description('Only so many, the latest. Not given: all.')
  .example(50);

/** The id of the first of the latest `wanted` records; 0 where all are wanted, or there are no more than that. */
export async function firstOfLatest<Stored extends { _id: number }>(
  model: Collection<Stored>,
  filter: Filter<Stored>,
  wanted: number | null | undefined,
): Promise<number> {
  if (!wanted) return 0;
  const [first] = await ofIds(model)
    .find(filter, { projection: { _id: 1 } })
    .sort({ _id: -1 })
    .skip(wanted - 1)
    .limit(1)
    .toArray();
  return first?._id ?? 0;
}
