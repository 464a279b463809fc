import type { CustomField, Segment, SegmentPreviewInput } from '../../../client/src/index.ts';

/** What an operator takes: values of the field's type, or a number of days. */
type Takes = readonly ('value' | 'days')[];

const none: Takes = [];
const one: Takes = ['value'];
const two: Takes = ['value', 'value'];
const days: Takes = ['days'];

/** The operators of each type of field, and what they take (docs/rules.md 7.4). A test compares it with the service's own table. */
export const OPERATORS = {
  text: {
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
  },
  number: {
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
  },
  date: {
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
  },
} as const;

/** Conditions that a rule has at most, characters of a compared text, and days of `is within` (a hundred years). */
export const CONDITIONS_MAX = 50;
export const OPERAND_TEXT_MAX = 1000;
export const DAYS_MAX = 36_525;

export type FieldType = keyof typeof OPERATORS;
type OperatorsOf<Type> = Type extends FieldType ? keyof (typeof OPERATORS)[Type] : never;
export type Operator = OperatorsOf<FieldType>;

/** The operators to choose from. Of a date, `is` says the same as `on`: only a rule that has it shows it. */
export const offeredOperators = (type: FieldType, chosen: Operator): readonly Operator[] =>
  (Object.keys(OPERATORS[type]) as Operator[]).filter(
    (one) => type !== 'date' || one === chosen || (one !== 'is' && one !== 'is not'),
  );

export interface RuleField {
  readonly name: string;
  readonly type: FieldType;
  readonly isCustom: boolean;
}

/** Fields of every contact that rules can ask for, and the times of its mails. */
export const CONTACT_FIELDS = [
  'email',
  'first_name',
  'last_name',
  'country',
  'state',
  'city',
  'postal_code',
  'address_line1',
  'address_line2',
  'state_province_region',
  'alt_email',
] as const;
export const DATE_FIELDS = [
  'created_at',
  'updated_at',
  'last_sent_at',
  'last_opened_at',
  'last_clicked_at',
] as const;
export type KnownField = (typeof CONTACT_FIELDS)[number] | (typeof DATE_FIELDS)[number];

const CUSTOM_TYPES = { text: 'text', number: 'number', 'datetime-local': 'date' } as const;

export const ruleFields = (custom: readonly CustomField[]): readonly RuleField[] => [
  ...CONTACT_FIELDS.map((name) => ({ name, type: 'text', isCustom: false }) as const),
  ...DATE_FIELDS.map((name) => ({ name, type: 'date', isCustom: false }) as const),
  ...custom.map(({ field_name, field_type }) => ({
    name: field_name,
    type: CUSTOM_TYPES[field_type],
    isCustom: true,
  })),
];

/** One condition as it is being written. */
export interface Condition {
  /** Tells lines apart on the screen. */
  readonly key: string;
  readonly field: string;
  readonly operator: Operator;
  readonly operands: readonly string[];
}

export interface Rule {
  readonly audience: number;
  /** Whether one condition is enough. */
  readonly any: boolean;
  readonly conditions: readonly Condition[];
}

/** What the operator takes; of an operator that no type has, what it has. */
export const takenBy = (type: FieldType, operator: Operator): Takes =>
  (OPERATORS[type] as Readonly<Partial<Record<Operator, Takes>>>)[operator] ?? none;

/** A condition on another field or by another operator, with the operands that still fit. */
export function changed(
  condition: Condition,
  from: FieldType,
  { field = condition.field, type = from, operator = condition.operator },
): Condition {
  const fits = Object.hasOwn(OPERATORS[type], operator);
  const next = fits ? operator : ((type === 'date' ? 'on' : 'is') as Operator);
  const takes = takenBy(type, next);
  const before = takenBy(from, condition.operator);
  const operands = takes.map((kind, at) =>
    type === from && field === condition.field && before[at] === kind ? (condition.operands[at] ?? '') : '',
  );
  return { ...condition, field, operator: next, operands };
}

export const newCondition = (field = 'email', operator: Operator = 'contains'): Condition => ({
  key: crypto.randomUUID(),
  field,
  operator,
  operands: [''],
});

export const isComplete = ({ conditions }: Rule): boolean =>
  conditions.length > 0 &&
  conditions.every(({ operands }) => operands.every((operand) => operand.trim() !== ''));

/** The rule in the form of the contract: `value` holds the operands of all conditions in order. */
export const writtenRule = ({ audience, any, conditions }: Rule): SegmentPreviewInput => ({
  contact_type_id: audience,
  select_field: conditions.map(({ field }) => field),
  select_operator: conditions.map(({ operator }) => operator),
  value: conditions.flatMap(({ operands }) => operands),
  query_type: any ? 'or' : 'and',
});

/** The rule of a stored segment. A field that is gone is read as a text. */
export function ruleOf(segment: Segment, fields: readonly RuleField[]): Rule {
  const values = segment.value.values();
  return {
    audience: segment.contact_type_id,
    any: segment.query_type === 'or',
    conditions: segment.select_field.map((field, at) => {
      const operator = segment.select_operator[at] as Operator;
      const takes = takenBy(typeOf(field, fields), operator);
      const operands = takes.map(() => values.next().value ?? '');
      return { key: `${segment.id} ${at}`, field, operator, operands };
    }),
  };
}

export const typeOf = (field: string, fields: readonly RuleField[]): FieldType =>
  fields.find(({ name }) => name === field)?.type ?? 'text';
