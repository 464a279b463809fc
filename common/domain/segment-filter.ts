import type { Filter } from 'mongodb';
import type { ContactDocument } from '../models/contacts.ts';
import { dayOf, firstDayWithin, instantsOf, localTextsOf, type Span } from './segment-days.ts';
import type { Condition, Operand, Rule } from './segment-rules.ts';
import { standsIn, TEXT_SHAPES, textPattern } from './segment-text.ts';

export type ContactFilter = Filter<ContactDocument>;

/** What a rule means beside its words. */
export interface RuleSurroundings {
  /** IANA name of the account's time zone: dates are its days and minutes. */
  readonly timezone: string;
  readonly now: Date;
  /** Contacts hold a country's id, and people see its name. */
  readonly countries: {
    readonly all: () => Iterable<{ readonly id: number; readonly name: string }>;
    /** The country that a text means, by whatever name or code. */
    readonly find: (text: string) => number | null;
  };
}

type Of<Type> = Extract<Condition, { field: { type: Type } }>;
type Test = Record<string, unknown>;

const not = (test: Test): Test => ({ $nor: [test] });
/** Absent, null or empty. */
const blank = (path: string): Test => ({ [path]: { $in: [null, ''] } });

/**
 * A rule as one filter over contacts; which contacts at all (account, contact type, living) is the caller's to say. A
 * negative operator is the whole of its positive one denied, and so holds for blanks. What a person wrote is only ever
 * compared with: it is no part of a path or an operator, and each mark of it is escaped where it is part of a pattern.
 */
export function ruleFilter(rule: Rule, around: RuleSurroundings): ContactFilter {
  const tests = rule.conditions.map((condition) => testOf(condition, around));
  return rule.any ? { $or: tests } : { $and: tests };
}

/** Whether the passing of days alone changes who matches. */
export const dependsOnToday = ({ conditions }: Rule): boolean =>
  conditions.some(({ operator }) => operator === 'is within' || operator === 'is not within');

/** Fields of a contact that come from the ledger of its mails. */
export const ENGAGEMENT_FIELDS = ['last_sent_at', 'last_opened_at', 'last_clicked_at'] as const;
export type EngagementField = (typeof ENGAGEMENT_FIELDS)[number];

/** Whether a rule is about the mails that contacts got. */
export const asksForEngagement = (fields: readonly string[]): boolean =>
  fields.some((name) => (ENGAGEMENT_FIELDS as readonly string[]).includes(name));

function testOf(condition: Condition, around: RuleSurroundings): Test {
  const { field, operator } = condition;
  const path = pathOf(condition);
  if (operator === 'is blank') return blank(path);
  if (operator === 'is not blank') return not(blank(path));
  if (field.type === 'number') return numberTest(path, condition as Of<'number'>);
  if (field.type === 'date') return dateTest(path, condition as Of<'date'>, around);
  return path === 'country'
    ? countryTest(condition as Of<'text'>, around)
    : textTest(path, condition as Of<'text'>);
}

/** Names of custom fields are letters, digits and `_`. */
function pathOf({ field: { name, custom, type } }: Condition): string {
  if (!custom) return name;
  return type === 'number' ? `custom_number.${name}` : `custom_field.${name}`;
}

function textTest(path: string, { operator, operands }: Of<'text'>): Test {
  if (operator === 'is blank' || operator === 'is not blank') throw new TypeError(operator);
  const shape = TEXT_SHAPES[operator];
  const test = { [path]: { $regex: textPattern(textIn(operands[0]), shape), $options: 'i' } };
  return shape.denied ? not(test) : test;
}

/** By name; `is` takes a code or an id as well, as an import's column does. */
function countryTest({ operator, operands }: Of<'text'>, { countries }: RuleSurroundings): Test {
  if (operator === 'is blank' || operator === 'is not blank') throw new TypeError(operator);
  const shape = TEXT_SHAPES[operator];
  const text = textIn(operands[0]);
  const ids = [...countries.all()].filter(({ name }) => standsIn(name, text, shape)).map(({ id }) => id);
  const meant = shape.at === 'all' && ids.length === 0 ? countries.find(text) : null;
  return { country: { [shape.denied ? '$nin' : '$in']: meant === null ? ids : [meant] } };
}

function numberTest(path: string, { operator, operands }: Of<'number'>): Test {
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

type Ends = Span<Date | string>;

/** Values of custom fields are local times, and texts; a contact's own dates are instants. */
function dateTest(path: string, { field, operator, operands }: Of<'date'>, around: RuleSurroundings): Test {
  const spanOf = (operand: Operand): Ends =>
    field.custom ? localTextsOf(operand) : instantsOf(operand, around.timezone);
  const [one, two = one] = spansOf(operands, around).map(spanOf) as [Ends, Ends?];
  // Both ends are in, whichever was written first.
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

/** The last so many days are those from so many days ago to today, each whole. */
function spansOf(operands: readonly Operand[], { now, timezone }: RuleSurroundings): readonly Operand[] {
  const [only] = operands;
  if (only?.kind !== 'days') return operands;
  const today = dayOf(now, timezone);
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
