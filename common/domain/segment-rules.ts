import type { FieldType } from '../models/custom-fields.ts';
import type { QueryType } from '../models/segments.ts';
import { readCustomValue } from './custom-values.ts';
import { isLonger } from './text-length.ts';

export type RuleFieldType = 'text' | 'number' | 'date';

/** A field that conditions can be about. */
export interface RuleField {
  readonly name: string;
  readonly type: RuleFieldType;
  /** It is one of the account's, and no contact's own. */
  readonly custom: boolean;
}

/** Fields by their names in lower case. */
export type RuleFields = ReadonlyMap<string, RuleField>;

/** What an operator takes: a value of the field's type, or a count of days. */
type OperandKind = 'value' | 'days';

const none = Object.freeze([]) satisfies readonly OperandKind[];
const one = Object.freeze(['value'] as const) satisfies readonly OperandKind[];
const two = Object.freeze(['value', 'value'] as const) satisfies readonly OperandKind[];
const days = Object.freeze(['days'] as const) satisfies readonly OperandKind[];

/** The operators of each type, with what they take (rulings 7). */
export const OPERATORS = Object.freeze({
  text: Object.freeze({
    is: one,
    'is not': one,
    contains: one,
    'does not contain': one,
    'starts with': one,
    'does not start with': one,
    'ends with': one,
    'does not end with': one,
    'is blank': none,
    'is not blank': none,
  }),
  number: Object.freeze({
    is: one,
    'is not': one,
    'is greater than': one,
    'is less than': one,
    'is equal or greater than': one,
    'is equal or less than': one,
    'is between': two,
    'is not between': two,
    'is blank': none,
    'is not blank': none,
  }),
  date: Object.freeze({
    is: one,
    'is not': one,
    on: one,
    'not on': one,
    'is after': one,
    'is at or after': one,
    'is before': one,
    'is at or before': one,
    'is between': two,
    'is not between': two,
    'is within': days,
    'is not within': days,
    'is blank': none,
    'is not blank': none,
  }),
} as const);

/** What a condition compares with, as it was read. */
export type Operand =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  /** The whole of a day, `YYYY-MM-DD`, in the account's time zone … */
  | { readonly kind: 'day'; readonly day: string }
  /** … or a minute of it, `YYYY-MM-DDTHH:MM`. */
  | { readonly kind: 'minute'; readonly minute: string }
  | { readonly kind: 'days'; readonly days: number };

/** An operator of the type that the field has. */
export type Condition = {
  [Type in RuleFieldType]: {
    readonly field: RuleField & { readonly type: Type };
    readonly operator: keyof (typeof OPERATORS)[Type] & string;
    readonly operands: readonly Operand[];
  };
}[RuleFieldType];

export interface Rule {
  /** Whether one condition is enough. */
  readonly any: boolean;
  readonly conditions: readonly Condition[];
}

/** A rule as the contract writes it: see `SegmentDocument`. */
export interface WrittenRule {
  select_field: string[];
  select_operator: string[];
  value: string[];
  query_type: QueryType | null;
}

/**
 * What is wrong with a rule, and with which of its inputs: `unknown` is no such field, or no operator of the field's
 * type; `many` are more conditions than are allowed; `uneven` are not as many as the others need; the rest are
 * operands that are none of their kind.
 */
export interface RuleProblem {
  readonly input: 'select_field' | 'select_operator' | 'value';
  readonly problem: 'unknown' | 'many' | 'uneven' | 'missing' | 'text' | 'number' | 'date' | 'days';
}

/** More would make a filter that no index helps with and nobody can read. */
export const CONDITIONS_MAX = 50;

/** A hundred years. */
export const DAYS_MAX = 36_525;

/**
 * Characters: as a pattern for MongoDB, which takes 32 kB, a letter can take up to 13 bytes. A longer value is found by
 * what it starts with or contains.
 */
export const OPERAND_TEXT_MAX = 1000;

/** Characters; a longer text names no field and no operator. */
const NAME_MAX = 255;

const CUSTOM_TYPES: Readonly<Record<FieldType, RuleFieldType>> = Object.freeze({
  text: 'text',
  number: 'number',
  'datetime-local': 'date',
});

/** The times of a contact, of its rows and of its mails. */
const DATE_FIELDS = [
  'created_at',
  'updated_at',
  'last_sent_at',
  'last_opened_at',
  'last_clicked_at',
] as const;

/** The fields of an account's rules: the contact's own, its times, and the account's. */
export function ruleFields(
  contactFields: readonly string[],
  customFields: readonly { readonly field_name: string; readonly field_type: FieldType }[],
): RuleFields {
  const fields: RuleField[] = [
    ...contactFields.map((name) => ({ name, type: 'text', custom: false }) as const),
    ...DATE_FIELDS.map((name) => ({ name, type: 'date', custom: false }) as const),
    ...customFields.map((field) => ({
      name: field.field_name,
      type: CUSTOM_TYPES[field.field_type],
      custom: true,
    })),
  ];
  return new Map(fields.map((field) => [field.name.toLowerCase(), field]));
}

/** Reads a rule, or says all that is wrong with it. Names and operators are read without case. */
export function readRule(written: WrittenRule, fields: RuleFields): Rule | readonly RuleProblem[] {
  const problems = new Set<string>();
  const found = (input: RuleProblem['input'], problem: RuleProblem['problem']): void => {
    problems.add(JSON.stringify({ input, problem } satisfies RuleProblem));
  };
  const wanted = readOperators(written, fields, found);
  if (wanted) {
    const counted = wanted.reduce((sum, { takes }) => sum + takes.length, 0);
    if (written.value.length === 0 && counted > 0) found('value', 'missing');
    else if (written.value.length !== counted) found('value', 'uneven');
    else {
      const conditions = readOperands(wanted, written.value, found);
      if (problems.size === 0) return { any: written.query_type === 'or', conditions };
    }
  }
  return [...problems].map((problem) => JSON.parse(problem) as RuleProblem);
}

/** The rule as it is stored: fields by their own names, operators in lower case. */
export const writeRule = ({ conditions }: Rule): Pick<WrittenRule, 'select_field' | 'select_operator'> => ({
  select_field: conditions.map(({ field }) => field.name),
  select_operator: conditions.map(({ operator }) => operator),
});

/** A condition whose operands are still to be read. */
interface Wanted {
  readonly field: RuleField;
  readonly operator: string;
  readonly takes: readonly OperandKind[];
}

type Found = (input: RuleProblem['input'], problem: RuleProblem['problem']) => void;

function readOperators(
  { select_field, select_operator }: WrittenRule,
  fields: RuleFields,
  found: Found,
): Wanted[] | null {
  if (select_field.length > CONDITIONS_MAX) found('select_field', 'many');
  if (select_field.length !== select_operator.length) found('select_operator', 'uneven');
  const wanted = select_field.flatMap((name, at): Wanted[] => {
    const field = fields.get(lower(name));
    if (!field) found('select_field', 'unknown');
    const given = select_operator[at];
    const operator = given === undefined ? undefined : lower(given);
    if (!field || operator === undefined) return [];
    const takes = operandsOf(field.type, operator);
    if (!takes) found('select_operator', 'unknown');
    return takes ? [{ field, operator, takes }] : [];
  });
  const complete = wanted.length === select_field.length && wanted.length === select_operator.length;
  return complete && wanted.length <= CONDITIONS_MAX ? wanted : null;
}

const lower = (name: string): string => (name.length > NAME_MAX ? '' : name.toLowerCase());

/** What an operator of a type takes; null where the type has no such operator. */
export function operandsOf(type: RuleFieldType, operator: string): readonly OperandKind[] | null {
  const operators: Readonly<Record<string, readonly OperandKind[]>> = OPERATORS[type];
  return Object.hasOwn(operators, operator) ? operators[operator]! : null;
}

function readOperands(wanted: readonly Wanted[], values: readonly string[], found: Found): Condition[] {
  let at = 0;
  return wanted.map(({ field, operator, takes }) => {
    const operands = takes.flatMap((kind): Operand[] => {
      const type = kind === 'days' ? 'days' : field.type;
      const operand = READERS[type](values[at]!);
      at += 1;
      if (operand === null) found('value', type);
      return operand === null ? [] : [operand];
    });
    // The operator was looked up by the field's type.
    return { field, operator, operands } as unknown as Condition;
  });
}

const READERS: Readonly<Record<RuleFieldType | 'days', (text: string) => Operand | null>> = Object.freeze({
  text: (text) =>
    !isLonger(text, OPERAND_TEXT_MAX) && readCustomValue('text', text) ? { kind: 'text', text } : null,
  number(text) {
    const number = readCustomValue('number', text)?.number;
    return number === undefined ? null : { kind: 'number', number };
  },
  date(text) {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return isMinute(`${text}T00:00`) ? { kind: 'day', day: text } : null;
    return text.length === 16 && isMinute(text) ? { kind: 'minute', minute: text } : null;
  },
  days(text) {
    const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
    return count >= 1 && count <= DAYS_MAX ? { kind: 'days', days: count } : null;
  },
});

const isMinute = (text: string): boolean => readCustomValue('datetime-local', text) !== null;
