import type { SegmentRule } from '../../../common/domain/segment-rules.ts';
import { Contact, valueIndex } from '../../../common/models/contacts.ts';
import { patternsOn } from '../../../common/queries/segment-filter.ts';
import { LISTED_NAMES } from '../../../shared/contact-field-names.ts';
import type { QuestionStore } from '../../http/slow-questions.ts';

/** Maximum different values. MongoDB takes about 10 µs for each in the index, and each match becomes a part of the filter. */
const MOST = 20_000;

/** For fields with an index: the values that a rule matches. MongoDB skips from value to value. Fields with too many are left out. */
export async function listedValues(
  rule: SegmentRule,
  userId: number,
  asking: QuestionStore,
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const name of LISTED_NAMES) {
    const patterns = patternsOn(name, rule);
    if (patterns.length === 0) continue;
    const values = await valuesOf(name, patterns, userId, asking);
    if (values) found.set(name, values);
  }
  return found;
}

async function valuesOf(
  name: string,
  patterns: readonly string[],
  userId: number,
  { collection, options }: QuestionStore,
): Promise<readonly string[] | null> {
  const matches = patterns.map((regex) => ({ $regexMatch: { input: '$_id', regex, options: 'i' } }));
  const [answer] = await collection(Contact.of(userId))
    .aggregate<{ count: number; values: string[] }>(
      [
        { $match: { [name]: { $gt: '' } } },
        { $group: { _id: `$${name}` } },
        { $limit: MOST + 1 },
        {
          $group: {
            _id: null,
            count: { $sum: 1 },
            values: { $push: { $cond: [{ $or: matches }, '$_id', '$$REMOVE'] } },
          },
        },
      ],
      { ...options(), hint: valueIndex(name) },
    )
    .toArray();
  if (!answer) return [];
  return answer.count > MOST ? null : answer.values;
}
