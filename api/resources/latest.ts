import { type Filter, ofIds, type Rows } from '../../common/store/collection.ts';
import { integerFrom } from '../http/inputs.ts';

const LAST_MAX = 500;

/** For a list that can begin with its newest records. */
export const last = integerFrom(1, LAST_MAX)
  .description('Only this number of the newest records. Without it: all.')
  .example(50);

/** The id of the first of the newest `wanted` records; 0 if all are wanted or there are not more. */
export async function firstOfLatest<Stored extends { _id: number }>(
  rows: Rows<Stored>,
  filter: Filter<Stored>,
  wanted: number | null | undefined,
  hint: Readonly<Record<string, 1>> | null = null,
): Promise<number> {
  if (!wanted) return 0;
  const [first] = await ofIds(rows)
    .find(filter, { projection: { _id: 1 }, ...(hint && { hint }) })
    .sort({ _id: -1 })
    .skip(wanted - 1)
    .limit(1)
    .toArray();
  return first?._id ?? 0;
}
