import type { Config } from '../../common/config.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { integer, refuse } from './inputs.ts';
import { inputs, stated, type ValuesOf } from './typed-input.ts';
import { validate } from './validation.ts';

export const PAGE_LIMIT = 10_000;

/** The inputs that select a page of any list (docs/rules.md 4.4). */
const range = {
  limit: stated(
    integer().custom((value, helpers) =>
      value === null || (value >= 1 && value <= PAGE_LIMIT)
        ? value
        : refuse(helpers, (key) => texts.between(key, 1, PAGE_LIMIT)),
    ),
    { type: 'integer', minimum: 1, maximum: PAGE_LIMIT },
  ),
  after_id: integer(),
};

export type GivenRange = ValuesOf<typeof range>;

export const rangeInput = inputs(range);

export const rangeOf = (inputs: Readonly<Record<string, unknown>>, limits: Config['limits']): GivenRange =>
  'limit' in inputs || 'after_id' in inputs ? validate(rangeInput, inputs, limits) : {};
