import {
  QUERY_TYPES,
  type RuleProblem,
  readRule,
  type SegmentRule,
  type WrittenRule,
  writeRule,
} from '../../common/domain/segment-rules.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import type { SegmentDocument } from '../../common/models/segments.ts';
import { ruleFieldsOf } from '../../common/queries/segments.ts';
import { CONDITIONS_MAX, DAYS_MAX, OPERAND_TEXT_MAX } from '../../shared/segment-operators.ts';
import type { Account } from '../http/account.ts';
import { type FieldTexts, invalid } from '../http/failures.ts';
import { integer, list, oneOf } from '../http/inputs.ts';
import { required, type ValuesOf } from '../http/typed-input.ts';
import { isTypeThere } from './contact-references.ts';
import { ruleHints } from './segment-rule-hints.ts';

/** A blank query type is `''`. */
export const ruleInput = {
  contact_type_id: required(integer()),
  select_field: required(list()).description(
    'The name of a field for each condition: a reserved or custom field, or a time.',
  ),
  select_operator: required(list()).description('The operator of the condition at the same position.'),
  value: list().description('The operands of all conditions in order: none, one or two for each condition.'),
  query_type: oneOf(QUERY_TYPES).description(
    '`and`, the default: all conditions must hold. `or`: one condition must hold.',
  ),
};

export type RuleInput = ValuesOf<typeof ruleInput>;

const REFUSALS: Readonly<Record<RuleProblem['problem'], (key: string) => string>> = Object.freeze({
  unknown: texts.selected,
  many: (key) => texts.items(key, CONDITIONS_MAX),
  uneven: texts.format,
  missing: texts.required,
  text: (key) => texts.max(key, OPERAND_TEXT_MAX),
  number: texts.number,
  date: (key) => texts.matches(key, 'Y-m-d or Y-m-dTH:i'),
  tags: texts.format,
  days: (key) => texts.between(key, 1, DAYS_MAX),
});

/** A valid rule, with all that is stored of it. */
export interface CheckedRule {
  readonly rule: SegmentRule;
  readonly written: WrittenRule;
}

/** Throws a 422 for a contact type that does not exist, or a rule that does not fit it. */
export async function checkTypeAndRule(
  input: RuleInput,
  account: Account,
  before: SegmentDocument | null,
): Promise<CheckedRule> {
  const [type, checked] = await Promise.all([
    isTypeThere(account.id, input.contact_type_id),
    checkRule(input, account, before),
  ]);
  const missing = !type && { contact_type_id: [texts.selected('contact_type_id')] };
  if ('wrong' in checked) throw invalid({ ...missing, ...checked.wrong }, checked.hints);
  if (missing) throw invalid(missing);
  return checked;
}

/** Throws a 422 for a rule that is invalid; its contact type is not examined. */
export async function checkRuleAlone(
  input: Omit<RuleInput, 'contact_type_id'>,
  account: Account,
): Promise<CheckedRule> {
  const checked = await checkRule(input, account, null);
  if ('wrong' in checked) throw invalid(checked.wrong, checked.hints);
  return checked;
}

/**
 * Reads a rule on the account's fields; returns texts by input if it is invalid. Absent inputs keep their values; operands
 * that the new rule does not use are removed.
 */
async function checkRule(
  input: Omit<RuleInput, 'contact_type_id'>,
  account: Account,
  before: SegmentDocument | null,
): Promise<CheckedRule | { wrong: Record<string, string[]>; hints: FieldTexts }> {
  const fields = await ruleFieldsOf(account.id);
  const query_type = input.query_type === undefined ? (before?.query_type ?? null) : input.query_type || null;
  const { select_field, select_operator } = input;
  const candidates = input.value ? [input.value] : [[], ...(before ? [before.value] : [])];
  let problems: readonly RuleProblem[] = [];
  for (const value of candidates) {
    const rule = readRule({ select_field, select_operator, value, query_type }, fields);
    if ('conditions' in rule) return { rule, written: { ...writeRule(rule), value, query_type } };
    problems = rule;
  }
  const wrong: Record<string, string[]> = {};
  for (const { input: key, problem } of problems) (wrong[key] ??= []).push(REFUSALS[problem](key));
  return { wrong, hints: ruleHints({ select_field, select_operator, value: candidates.at(-1)! }, fields) };
}
