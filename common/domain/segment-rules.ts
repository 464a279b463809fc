import {
  CONDITIONS_MAX,
  CUSTOM_TYPES,
  DATE_FIELDS,
  DAYS_MAX,
  OPERAND_TEXT_MAX,
  OPERATORS,
  type OperandKind,
  type RuleFieldType,
} from '../../shared/segment-operators.ts';
import { readTag, TAGS } from '../../shared/tags.ts';
import type { FieldType } from './custom-values.ts';
import { readCustomValue } from './custom-values.ts';
import { isLonger } from './text-length.ts';

/** All conditions must hold, or any. Null, when left out, is `and`. */
export const QUERY_TYPES = ['and', 'or'] as const;
export type QueryType = (typeof QUERY_TYPES)[number];

export interface RuleField {
  readonly name: string;
  readonly type: RuleFieldType;
  readonly custom: boolean;
}

/** Fields by their lower-case names. */
export type RuleFields = ReadonlyMap<string, RuleField>;

export type Operand =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  /** A complete day, `YYYY-MM-DD`, in the account's time zone … */
  | { readonly kind: 'day'; readonly day: string }
  /** … or a minute, `YYYY-MM-DDTHH:MM`. */
  | { readonly kind: 'minute'; readonly minute: string }
  | { readonly kind: 'days'; readonly days: number };

/** A condition whose operator fits the type of its field. */
export type Condition = {
  [Type in RuleFieldType]: {
    readonly field: RuleField & { readonly type: Type };
    readonly operator: keyof (typeof OPERATORS)[Type] & string;
    readonly operands: readonly Operand[];
  };
}[RuleFieldType];

export interface SegmentRule {
  readonly any: boolean;
  readonly conditions: readonly Condition[];
}

/** A rule in the form of the contract: see `SegmentDocument`. */
export interface WrittenRule {
  select_field: string[];
  select_operator: string[];
  value: string[];
  query_type: QueryType | null;
}

/**
 * A problem of a rule's input. `unknown`: no such field, or no such operator for its type. `many`: more conditions than allowed. `uneven`:
 * fewer or more entries than the other lists have. The others: operands of the wrong kind.
 */
export interface RuleProblem {
  readonly input: 'select_field' | 'select_operator' | 'value';
  readonly problem: 'unknown' | 'many' | 'uneven' | 'missing' | 'text' | 'number' | 'date' | 'tags' | 'days';
}

const NAME_MAX = 255;

/** The fields of an account's rules: those of a contact, its dates, its tags, and custom fields. */
export function ruleFields(
  contactFields: readonly string[],
  customFields: readonly { readonly field_name: string; readonly field_type: FieldType }[],
): RuleFields {
  const fields: RuleField[] = [
    ...contactFields.map((name) => ({ name, type: 'text', custom: false }) as const),
    ...DATE_FIELDS.map((name) => ({ name, type: 'date', custom: false }) as const),
    { name: TAGS, type: TAGS, custom: false },
    ...customFields.map((field) => ({
      name: field.field_name,
      type: CUSTOM_TYPES[field.field_type],
      custom: true,
    })),
  ];
  return new Map(fields.map((field) => [field.name.toLowerCase(), field]));
}

/** Reads a rule, or returns all its problems. Names and operators are read case-insensitively. */
export function readRule(written: WrittenRule, fields: RuleFields): SegmentRule | readonly RuleProblem[] {
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

/** The stored form: fields with their exact names, operators in lower case. */
export const writeRule = ({
  conditions,
}: SegmentRule): Pick<WrittenRule, 'select_field' | 'select_operator'> => ({
  select_field: conditions.map(({ field }) => field.name),
  select_operator: conditions.map(({ operator }) => operator),
});

interface UnreadCondition {
  readonly field: RuleField;
  readonly operator: string;
  readonly takes: readonly OperandKind[];
}

type ProblemListener = (input: RuleProblem['input'], problem: RuleProblem['problem']) => void;

function readOperators(
  { select_field, select_operator }: WrittenRule,
  fields: RuleFields,
  found: ProblemListener,
): UnreadCondition[] | null {
  if (select_field.length > CONDITIONS_MAX) found('select_field', 'many');
  if (select_field.length !== select_operator.length) found('select_operator', 'uneven');
  const wanted = select_field.flatMap((name, at): UnreadCondition[] => {
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

function operandsOf(type: RuleFieldType, operator: string): readonly OperandKind[] | null {
  const operators: Readonly<Record<string, readonly OperandKind[]>> = OPERATORS[type];
  return Object.hasOwn(operators, operator) ? operators[operator]! : null;
}

function readOperands(
  wanted: readonly UnreadCondition[],
  values: readonly string[],
  found: ProblemListener,
): Condition[] {
  let at = 0;
  return wanted.map(({ field, operator, takes }) => {
    const operands = takes.flatMap((kind): Operand[] => {
      const type = kind === 'days' ? 'days' : field.type;
      const operand = READERS[type](values[at]!);
      at += 1;
      if (operand === null) found('value', type);
      return operand === null ? [] : [operand];
    });
    // The operator was found among those of the field's type.
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
  tags(text) {
    const tag = readTag(text);
    return tag === null ? null : { kind: 'text', text: tag };
  },
  days(text) {
    const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
    return count >= 1 && count <= DAYS_MAX ? { kind: 'days', days: count } : null;
  },
});

const isMinute = (text: string): boolean => readCustomValue('datetime-local', text) !== null;
