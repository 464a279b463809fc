import type { CustomField, Segment, SegmentPreviewInput } from '../../../client/src/index.ts';
import {
  CUSTOM_TYPES,
  DATE_FIELDS,
  OPERATORS,
  type OperandKind,
  type RuleFieldType,
} from '../../../shared/segment-operators.ts';
import { TAGS } from '../../../shared/tags.ts';

type OperandKinds = readonly OperandKind[];

type OperatorsOf<Type> = Type extends RuleFieldType ? keyof (typeof OPERATORS)[Type] : never;
export type Operator = OperatorsOf<RuleFieldType>;

/** For dates, `is` means the same as `on`; only a rule that already has `is` offers it. */
export const offeredOperators = (type: RuleFieldType, chosen: Operator): readonly Operator[] =>
  (Object.keys(OPERATORS[type]) as Operator[]).filter(
    (one) => type !== 'date' || one === chosen || (one !== 'is' && one !== 'is not'),
  );

export interface RuleField {
  readonly name: string;
  readonly type: RuleFieldType;
  readonly isCustom: boolean;
}

/** Contact fields for rules, in the order of the list. */
export const RULE_CONTACT_FIELDS = [
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
export type KnownField = (typeof RULE_CONTACT_FIELDS)[number] | (typeof DATE_FIELDS)[number] | typeof TAGS;

export const ruleFields = (custom: readonly CustomField[]): readonly RuleField[] => [
  ...RULE_CONTACT_FIELDS.map((name) => ({ name, type: 'text', isCustom: false }) as const),
  ...DATE_FIELDS.map((name) => ({ name, type: 'date', isCustom: false }) as const),
  // An older custom field of this name keeps it.
  ...(custom.some(({ field_name }) => field_name.toLowerCase() === TAGS)
    ? []
    : [{ name: TAGS, type: TAGS, isCustom: false } as const]),
  ...custom.map(({ field_name, field_type }) => ({
    name: field_name,
    type: CUSTOM_TYPES[field_type],
    isCustom: true,
  })),
];

export interface Condition {
  readonly key: string;
  readonly field: string;
  readonly operator: Operator;
  readonly operands: readonly string[];
}

export interface Rule {
  readonly audience: number;
  readonly any: boolean;
  readonly conditions: readonly Condition[];
}

/** Operands of the operator. An unknown operator keeps its operands. */
export const takenBy = (type: RuleFieldType, operator: Operator): OperandKinds =>
  (OPERATORS[type] as Readonly<Partial<Record<Operator, OperandKinds>>>)[operator] ?? [];

const FIRST: Readonly<Record<RuleFieldType, Operator>> = {
  text: 'is',
  number: 'is',
  date: 'on',
  tags: 'has',
};

export function changed(
  condition: Condition,
  from: RuleFieldType,
  { field = condition.field, type = from, operator = condition.operator },
): Condition {
  const fits = Object.hasOwn(OPERATORS[type], operator);
  const next = fits ? operator : FIRST[type];
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

export const withoutKey = ({ field, operator, operands }: Omit<Condition, 'key'>) => ({
  field,
  operator,
  operands,
});

export const isComplete = ({ conditions }: Rule): boolean =>
  conditions.length > 0 &&
  conditions.every(({ operands }) => operands.every((operand) => operand.trim() !== ''));

/** `value` holds the operands of all conditions in order. */
export const writtenRule = ({ audience, any, conditions }: Rule): SegmentPreviewInput => ({
  contact_type_id: audience,
  select_field: conditions.map(({ field }) => field),
  select_operator: conditions.map(({ operator }) => operator),
  value: conditions.flatMap(({ operands }) => operands),
  query_type: any ? 'or' : 'and',
});

/** A deleted field is read as text. */
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

export const typeOf = (field: string, fields: readonly RuleField[]): RuleFieldType =>
  fields.find(({ name }) => name === field)?.type ?? 'text';
