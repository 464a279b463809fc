import { COUNTRY_NAMES } from '../../shared/contact-field-names.ts';
import { customPath } from '../domain/custom-path.ts';
import { dayOf, firstDayWithin, instantsOf, localTextsOf, type Span } from '../domain/segment-days.ts';
import type { Condition, Operand, SegmentRule } from '../domain/segment-rules.ts';
import { standsIn, TEXT_SHAPES, textPattern } from '../domain/segment-text.ts';
import type { ContactDocument } from '../models/contacts.ts';
import type { Filter } from '../store/collection.ts';
import { type FilterTest, indexedTest } from './indexed-texts.ts';

export type ContactFilter = Filter<ContactDocument>;

export interface RuleSurroundings {
  /** IANA name of the account's time zone; days and minutes in rules are in this zone. */
  readonly timezone: string;
  readonly at: Date;
  /** For some fields: all values in the account's contacts that the rule matches, so that an index finds the contacts. */
  readonly values?: ReadonlyMap<string, readonly string[]>;
  /** Contacts hold the id of a country; people write its name. */
  readonly countries: {
    readonly all: () => Iterable<{ readonly id: number; readonly name: string }>;
    /** By name or code. */
    readonly find: (text: string) => number | null;
  };
}

const COUNTRIES: ReadonlySet<string> = new Set(COUNTRY_NAMES);

type TypedCondition<Type> = Extract<Condition, { field: { type: Type } }>;

const not = (test: FilterTest): FilterTest => ({ $nor: [test] });
/** Absent, null or empty. */
const blank = (path: string): FilterTest => ({ [path]: { $in: [null, ''] } });

/**
 * A rule as one filter over contacts, without account, type and deletion. A negative operator is the exact negation of its
 * positive one, so it matches blank values. The user's text is only compared: it is never part of a path or an operator, and
 * special characters are escaped in patterns.
 */
export function ruleFilter(rule: SegmentRule, around: RuleSurroundings): ContactFilter {
  const tests = rule.conditions.map((condition) => testOf(condition, around));
  return (rule.any ? { $or: tests } : { $and: tests }) as ContactFilter;
}

/** Whether the matching contacts change only because a day passes. */
export const dependsOnToday = ({ conditions }: SegmentRule): boolean =>
  conditions.some(({ operator }) => operator === 'is within' || operator === 'is not within');

/** Copied from the ledger. */
const ENGAGEMENT_FIELDS = ['last_sent_at', 'last_opened_at', 'last_clicked_at'] as const;

export const asksForEngagement = (fields: readonly string[]): boolean =>
  fields.some((name) => (ENGAGEMENT_FIELDS as readonly string[]).includes(name));

function testOf(condition: Condition, around: RuleSurroundings): FilterTest {
  const { field, operator } = condition;
  const path = pathOf(condition);
  if (field.type === 'tags') return tagTest(condition as TypedCondition<'tags'>);
  if (operator === 'is blank') return blank(path);
  if (operator === 'is not blank') return not(blank(path));
  if (field.type === 'number') return numberTest(path, condition as TypedCondition<'number'>);
  if (field.type === 'date') return dateTest(path, condition as TypedCondition<'date'>, around);
  return !field.custom && COUNTRIES.has(field.name)
    ? countryTest(path, condition as TypedCondition<'text'>, around)
    : textTest(path, condition as TypedCondition<'text'>, around.values?.get(path));
}

/** An index finds contacts with a tag, and with any. A contact without tags may have an empty list. */
function tagTest({ operator, operands }: TypedCondition<'tags'>): FilterTest {
  const some = { tags: { $gt: '' } };
  if (operator === 'is blank' || operator === 'is not blank')
    return operator === 'is blank' ? not(some) : some;
  const has = { tags: textIn(operands[0]) };
  return operator === 'has' ? has : not(has);
}

/** Names of custom fields are letters, digits and `_`. */
function pathOf({ field: { name, custom, type } }: Condition): string {
  if (!custom) return name;
  return type === 'number' ? `custom_number.${name}` : customPath(name);
}

function textTest(
  path: string,
  { operator, operands }: TypedCondition<'text'>,
  values?: readonly string[],
): FilterTest {
  if (operator === 'is blank' || operator === 'is not blank') throw new TypeError(operator);
  const shape = TEXT_SHAPES[operator];
  const text = textIn(operands[0]);
  const test = { [path]: { $regex: textPattern(text, shape), $options: 'i' } };
  if (shape.denied) return not(test);
  if (values) return { $and: [{ [path]: { $in: [...values] } }, test] };
  const indexed = shape.at === 'all' || shape.at === 'start' ? indexedTest(path, text, shape.at) : null;
  return indexed ? { $and: [indexed, test] } : test;
}

/** Patterns on values of a field, without those of negative operators, which match blank values, too. */
export const patternsOn = (name: string, { conditions }: SegmentRule): string[] =>
  conditions.flatMap((condition) => {
    const { field, operator } = condition;
    if (field.name !== name || field.custom || field.type !== 'text') return [];
    if (operator === 'is blank' || operator === 'is not blank') return [];
    const { operands } = condition as TypedCondition<'text'>;
    const shape = TEXT_SHAPES[operator as keyof typeof TEXT_SHAPES];
    return shape.denied ? [] : [textPattern(textIn(operands[0]), shape)];
  });

/** `is` also accepts a code or an id, like the column of an import. */
function countryTest(
  path: string,
  { operator, operands }: TypedCondition<'text'>,
  { countries }: RuleSurroundings,
): FilterTest {
  if (operator === 'is blank' || operator === 'is not blank') throw new TypeError(operator);
  const shape = TEXT_SHAPES[operator];
  const text = textIn(operands[0]);
  const ids = [...countries.all()].filter(({ name }) => standsIn(name, text, shape)).map(({ id }) => id);
  const meant = shape.at === 'all' && ids.length === 0 ? countries.find(text) : null;
  return { [path]: { [shape.denied ? '$nin' : '$in']: meant === null ? ids : [meant] } };
}

function numberTest(path: string, { operator, operands }: TypedCondition<'number'>): FilterTest {
  const [one, two = one] = operands.map(numberIn) as [number, number?];
  const between = { [path]: { $gte: Math.min(one, two), $lte: Math.max(one, two) } };
  switch (operator) {
    case 'is':
      return { [path]: { $eq: one } };
    case 'is not':
      return not({ [path]: { $eq: one } });
    case 'is greater than':
      return { [path]: { $gt: one } };
    case 'is less than':
      return { [path]: { $lt: one } };
    case 'is equal or greater than':
      return { [path]: { $gte: one } };
    case 'is equal or less than':
      return { [path]: { $lte: one } };
    case 'is between':
      return between;
    case 'is not between':
      return not(between);
    default:
      throw new TypeError(operator);
  }
}

type SpanEnds = Span<Date | string>;

/** Custom fields hold local times as texts; a contact's own dates are instants. */
function dateTest(
  path: string,
  { field, operator, operands }: TypedCondition<'date'>,
  around: RuleSurroundings,
): FilterTest {
  const spanOf = (operand: Operand): SpanEnds =>
    field.custom ? localTextsOf(operand) : instantsOf(operand, around.timezone);
  const [one, two = one] = spansOf(operands, around).map(spanOf) as [SpanEnds, SpanEnds?];
  // Both ends are included, in either order.
  const [first, last] = one.from > two.from && one.to > two.to ? [two, one] : [one, two];
  const inside = { [path]: { $gte: first.from, $lt: last.to } };
  switch (operator) {
    case 'is':
    case 'on':
    case 'is between':
    case 'is within':
      return inside;
    case 'is not':
    case 'not on':
    case 'is not between':
    case 'is not within':
      return not(inside);
    case 'is after':
      return { [path]: { $gte: first.to } };
    case 'is at or after':
      return { [path]: { $gte: first.from } };
    case 'is before':
      return { [path]: { $lt: first.from, $ne: '' } };
    case 'is at or before':
      return { [path]: { $lt: first.to, $ne: '' } };
    default:
      throw new TypeError(operator);
  }
}

/** The last n days: from n days ago to today, all of them complete days. */
function spansOf(operands: readonly Operand[], { at, timezone }: RuleSurroundings): readonly Operand[] {
  const [only] = operands;
  if (only?.kind !== 'days') return operands;
  const today = dayOf(at, timezone);
  return [
    { kind: 'day', day: firstDayWithin(today, only.days) },
    { kind: 'day', day: today },
  ];
}

function textIn(operand: Operand | undefined): string {
  if (operand?.kind !== 'text') throw new TypeError('not a text');
  return operand.text;
}

function numberIn(operand: Operand): number {
  if (operand.kind !== 'number') throw new TypeError('not a number');
  return operand.number;
}
