import type { Filter } from 'mongodb';
import type { Model } from 'mongoose';
import { texts } from '../../common/domain/validation-texts.ts';
import { rows } from '../../common/mongo/connection.ts';
import { integer, refuse } from '../http/inputs.ts';
import { optional, stated } from '../http/typed-input.ts';

/** Records that `last` asks for at most. */
const LAST_MAX = 500;

/** The input of a list that can begin with its latest records. */
export const last = stated(
  optional(integer()).custom((value, helpers) =>
    value >= 1 && value <= LAST_MAX ? value : refuse(helpers, (key) => texts.between(key, 1, LAST_MAX)),
  ),
  { type: 'integer', minimum: 1, maximum: LAST_MAX },
)
  .description('Only so many, the latest. Not given: all.')
  .example(50);

/** The id of the first of the latest `wanted` records; 0 where all are wanted, or there are no more than that. */
export async function firstOfLatest<Document extends { _id: number }>(
  model: Model<Document>,
  filter: Filter<Document>,
  wanted: number | null | undefined,
): Promise<number> {
  if (!wanted) return 0;
  const [first] = await rows(model)
    .find(filter, { projection: { _id: 1 } })
    .sort({ _id: -1 })
    .skip(wanted - 1)
    .limit(1)
    .toArray();
  return first?._id ?? 0;
}
