import * as fc from 'fast-check';
import { OPERATORS } from '../../../shared/segment-operators.ts';
import { oddText } from './texts.ts';

/** The rule of a segment, with fitting or unfitting parts. */
export interface RuleGiven {
  readonly select_field: readonly string[];
  readonly select_operator: readonly string[];
  readonly value: readonly string[];
  readonly query_type: string;
}

const FIELDS: Readonly<Record<keyof typeof OPERATORS, readonly string[]>> = {
  text: ['first_name', 'last_name', 'email', 'city', 'country', 'postal_code', 'note'],
  number: ['age'],
  date: ['birth_date', 'created_at', 'updated_at', 'last_opened_at'],
  tags: ['tags'],
};

const TYPES = Object.keys(FIELDS) as (keyof typeof OPERATORS)[];

const operand = fc.oneof(
  oddText(400),
  fc.constantFrom(
    '2020-02-30',
    '2020-01-01',
    '2020-01-01T10:00',
    '0',
    '-1',
    '1e3',
    '1e999',
    '36525',
    'NaN',
    '.*',
    '(a+)+$',
    '^',
    '[',
    '\\',
  ),
  fc.string(),
);

const condition = fc.constantFrom(...TYPES).chain((type) => {
  const operators = Object.entries(OPERATORS[type]) as [string, readonly string[]][];
  return fc
    .tuple(
      fc.constantFrom(...FIELDS[type]),
      fc.constantFrom(...operators),
      fc.array(operand, { minLength: 2, maxLength: 2 }),
    )
    .map(([field, [operator, takes], operands]) => ({
      field,
      operator,
      operands: operands.slice(0, takes.length),
    }));
});

export const ruleGiven: fc.Arbitrary<RuleGiven> = fc
  .tuple(
    fc.oneof(
      { arbitrary: fc.array(condition, { minLength: 1, maxLength: 4 }), weight: 6 },
      { arbitrary: fc.array(condition, { minLength: 1, maxLength: 55, size: 'max' }), weight: 1 },
    ),
    fc.oneof(
      { arbitrary: fc.constant([]), weight: 6 },
      { arbitrary: fc.array(oddText(50), { maxLength: 3 }), weight: 1 },
    ),
    fc.constantFrom('', 'and', 'or', 'AND'),
  )
  .map(([conditions, more, query_type]) => ({
    select_field: conditions.map(({ field }) => field),
    select_operator: conditions.map(({ operator }) => operator),
    value: [...conditions.flatMap(({ operands }) => operands), ...more],
    query_type,
  }));
