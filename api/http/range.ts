import Joi from 'joi';
import { texts } from './failures.ts';
import { integer, refuse, stated } from './inputs.ts';

/** Pages of a list hold at most this many. */
export const PAGE_LIMIT = 10_000;

/** What pages any list (rulings 4). */
export const rangeInput = Joi.object<{ limit?: number | null; after_id?: number | null }>({
  limit: stated(
    integer().custom((value: number | null, helpers) =>
      value === null || (value >= 1 && value <= PAGE_LIMIT)
        ? value
        : refuse(helpers, (key) => texts.between(key, 1, PAGE_LIMIT)),
    ),
    { type: 'integer', minimum: 1, maximum: PAGE_LIMIT },
  ),
  after_id: integer(),
});
