import { QUERY_TYPES } from '../../common/domain/segment-rules.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import type { Account } from '../http/account.ts';
import { invalidField } from '../http/failures.ts';
import { integer, list, oneOf } from '../http/inputs.ts';
import { optional, type ValuesOf } from '../http/typed-input.ts';
import { searchInput, statusInput } from './searches.ts';
import { type CheckedRule, checkRuleAlone } from './segment-rule-inputs.ts';
import { tagFilter } from './tag-inputs.ts';

/** Conditions as those of a segment. */
const ruleFilters = {
  select_field: optional(list())
    .description('Conditions on fields, written as in `segment/store`.')
    .example(['city']),
  select_operator: optional(list())
    .description('The operator of the condition at the same position.')
    .example(['is']),
  value: optional(list()).description('The operands of all conditions in order.').example(['Berlin']),
  query_type: optional(oneOf(QUERY_TYPES)).description(
    '`and`, the default: all conditions must hold. `or`: one condition must hold.',
  ),
};

/** The filters of a search for contacts, and of a change of all contacts that it finds. */
export const contactFilters = {
  contact_type_id: optional(integer()).description('Only contacts of this contact type.'),
  segment_id: optional(integer()).description('Only contacts that are in this segment.'),
  ...statusInput,
  ...tagFilter,
  ...searchInput,
  ...ruleFilters,
};

/** Null: no conditions. Throws a 422 for an invalid rule. */
export async function ruleGiven(
  { select_field = [], select_operator = [], value = [], query_type }: ValuesOf<typeof ruleFilters>,
  account: Account,
): Promise<CheckedRule | null> {
  if (select_field.length + select_operator.length + value.length === 0) return null;
  if (select_field.length === 0) throw invalidField('select_field', texts.required('select_field'));
  return checkRuleAlone(
    { select_field, select_operator, value, ...(query_type !== undefined && { query_type }) },
    account,
  );
}
