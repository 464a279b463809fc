import Joi from 'joi';
import type { Config } from '../../common/config.ts';
import { texts } from './failures.ts';
import { integer, refuse, stated } from './inputs.ts';
import { validate } from './validation.ts';

/** Pages of a list hold at most this many. */
export const PAGE_LIMIT = 10_000;

interface RangeInput {
  limit?: number | null;
  after_id?: number | null;
}

/** What pages any list (rulings 4). */
export const rangeInput = Joi.object<RangeInput>({
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

/** The range that a request asks for; throws a 422 where it is none. Nothing is read where nothing is said. */
export const rangeOf = (inputs: Readonly<Record<string, unknown>>, limits: Config['limits']): RangeInput =>
  'limit' in inputs || 'after_id' in inputs ? validate(rangeInput, inputs, limits) : {};
