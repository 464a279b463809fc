export type RuleFieldType = keyof typeof OPERATORS;

/** A value of the field's type, or a number of days. */
export type OperandKind = 'value' | 'days';

const none = Object.freeze([]) satisfies readonly OperandKind[];
const one = Object.freeze(['value'] as const) satisfies readonly OperandKind[];
const two = Object.freeze(['value', 'value'] as const) satisfies readonly OperandKind[];
const days = Object.freeze(['days'] as const) satisfies readonly OperandKind[];

/** Operators of each type and their operands (docs/rules.md 7.4). */
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
  tags: Object.freeze({
    has: one,
    'does not have': one,
    'is blank': none,
    'is not blank': none,
  }),
} as const);

/** With more conditions no index would help, and no person could read the rule. */
export const CONDITIONS_MAX = 50;

/** A hundred years. */
export const DAYS_MAX = 36_525;

/** MongoDB's patterns have at most 32 kB, and a letter can take 13 bytes. Longer values are found by their start or a part. */
export const OPERAND_TEXT_MAX = 1000;

export const CUSTOM_TYPES = Object.freeze({
  text: 'text',
  number: 'number',
  'datetime-local': 'date',
} as const);

/** Times of a contact, of its rows and of its mails. */
export const DATE_FIELDS = Object.freeze([
  'created_at',
  'updated_at',
  'last_sent_at',
  'last_opened_at',
  'last_clicked_at',
] as const);
