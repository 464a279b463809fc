import type { ClientSession } from 'mongodb';
import { SEGMENT_FIELD_NAMES } from '../../shared/contact-field-names.ts';
import { type RuleFields, ruleFields } from '../domain/segment-rules.ts';
import { SegmentRefresh } from '../models/segment-refreshes.ts';
import { Segment } from '../models/segments.ts';
import { customFieldsOf } from './custom-fields.ts';

export const livingSegment = (userId: number, id: number) =>
  ({ _id: id, user_id: userId, deleted_at: null }) as const;

/** The fields that an account's rules can use. */
export const ruleFieldsOf = async (userId: number): Promise<RuleFields> =>
  ruleFields(SEGMENT_FIELD_NAMES, await customFieldsOf(userId));

/** Whether a living segment's rule uses a custom field of this name. */
export async function isFieldInRule(
  userId: number,
  fieldName: string,
  session: ClientSession,
): Promise<boolean> {
  const using = { deleted_at: null, select_field: fieldName };
  return (await Segment.of(userId).findOne(using, { session, projection: { _id: 1 } })) !== null;
}

/** Reasons of failed refreshes by contact type; types without a failure are absent. */
export async function failedRefreshes(contactTypeIds: readonly number[]): Promise<Map<number, string>> {
  const failed = await SegmentRefresh.find({
    _id: { $in: [...new Set(contactTypeIds)] },
    failed: { $type: 'string' },
  })
    .project<{ _id: number; failed: string }>({ failed: 1 })
    .toArray();
  return new Map(failed.map(({ _id, failed }) => [_id, failed]));
}
