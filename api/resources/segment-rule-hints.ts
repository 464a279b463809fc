import { nearestName } from '../../common/domain/near-names.ts';
import type { RuleField, RuleFields } from '../../common/domain/segment-rules.ts';
import { CONDITIONS_MAX, OPERATORS, type OperandKind } from '../../shared/segment-operators.ts';
import type { FieldTexts } from '../http/failures.ts';
import { entryHint, repeated } from '../http/hints.ts';

const HINTS_MAX = 10;

interface GivenRule {
  readonly select_field: readonly string[];
  readonly select_operator: readonly string[];
  readonly value: readonly string[];
}

/** Hints by input for a rule that was refused. Conditions are counted from 1. */
export function ruleHints(given: GivenRule, fields: RuleFields): FieldTexts {
  // The other conditions of a rule with too many are not searched.
  if (given.select_field.length > CONDITIONS_MAX) return {};
  const { select_field, select_operator } = given;
  const found = select_field.map((name) => fields.get(name.toLowerCase()));
  const unknown = select_field
    .filter((_, at) => !found[at])
    .slice(0, HINTS_MAX)
    .map((name) => fieldHint(name, fields));
  const conditions = found.map((field, at) => conditionOf(field, select_operator[at]));
  const wrongOperators = conditions.flatMap(({ field, operator, takes }, at) =>
    field && operator !== undefined && !takes
      ? [`Condition ${at + 1} (${field.name}): ${entryHint(operator, Object.keys(OPERATORS[field.type]))}`]
      : [],
  );
  const uneven =
    select_field.length === select_operator.length
      ? []
      : [
          `Write one operator for each field: there are ${counted(select_field.length, 'field')} and ${counted(select_operator.length, 'operator')}.`,
        ];
  const complete = uneven.length === 0 && conditions.every(({ takes }) => takes);
  return Object.fromEntries(
    Object.entries({
      select_field: unknown,
      select_operator: [...uneven, ...wrongOperators],
      value: complete ? operandHints(conditions, given.value) : [],
    })
      .filter(([, hints]) => hints.length > 0)
      .map(([key, hints]) => [key, hints.slice(0, HINTS_MAX)]),
  );
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function fieldHint(name: string, fields: RuleFields): string {
  const near = nearestName(name.slice(0, 80), fields.keys());
  return `There is no field ${repeated(name)}.${near === null ? '' : ` Did you mean ${fields.get(near)!.name}?`}`;
}

interface GivenCondition {
  readonly field: RuleField | undefined;
  readonly operator: string | undefined;
  readonly takes: readonly OperandKind[] | undefined;
}

function conditionOf(field: RuleField | undefined, operator: string | undefined): GivenCondition {
  const operators: Readonly<Record<string, readonly OperandKind[]>> = field ? OPERATORS[field.type] : {};
  const name = operator?.toLowerCase() ?? '';
  return { field, operator, takes: Object.hasOwn(operators, name) ? operators[name] : undefined };
}

/** Which operands belong to which condition. */
function operandHints(conditions: readonly GivenCondition[], value: readonly string[]): string[] {
  const wanted = conditions.reduce((sum, { takes }) => sum + takes!.length, 0);
  const sentence = (at: number): string => {
    const { field, operator, takes } = conditions[at]!;
    return `Condition ${at + 1} (${field!.name} ${operator!.toLowerCase()}) takes ${operandsText(takes!, field!)}`;
  };
  if (value.length !== wanted)
    return [
      `The conditions take ${counted(wanted, 'operand')} together; ${value.length} came.`,
      ...conditions.map((_, at) => `${sentence(at)}.`),
    ];
  let next = 0;
  return conditions.map(({ takes }, at) => {
    const own = value.slice(next, (next += takes!.length));
    return `${sentence(at)}; it got ${own.length === 0 ? 'none' : own.map(repeated).join(' and ')}.`;
  });
}

function operandsText(takes: readonly OperandKind[], { type }: RuleField): string {
  if (takes.length === 0) return 'no operand';
  if (takes[0] === 'days') return 'a number of days';
  const kind = { text: 'a text', number: 'a number', date: 'a date', tags: 'a tag' }[type];
  return takes.length === 1 ? kind : `two of them: ${kind} and ${kind}`;
}
