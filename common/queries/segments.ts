import type { ClientSession } from 'mongodb';
import { SEGMENT_FIELD_NAMES } from '../../shared/contact-field-names.ts';
import { type RuleFields, ruleFields } from '../domain/segment-rules.ts';
import { SegmentRefresh } from '../models/segment-refreshes.ts';
import { Segment } from '../models/segments.ts';
import { customFieldsOf } from './custom-fields.ts';

/** A segment of an account that is not deleted, as a filter. */
export const livingSegment = (userId: number, id: number) =>
  ({ _id: id, user_id: userId, deleted_at: null }) as const;

/** The fields that an account's rules can be about. */
export const ruleFieldsOf = async (userId: number): Promise<RuleFields> =>
  ruleFields(SEGMENT_FIELD_NAMES, await customFieldsOf(userId));

/** Whether a living segment's rule is about a custom field of this name. */
export async function isFieldInRule(
  userId: number,
  fieldName: string,
  session: ClientSession,
): Promise<boolean> {
  const user = { user_id: userId, deleted_at: null, select_field: fieldName };
  return (await Segment.findOne(user, { session, projection: { _id: 1 } })) !== null;
}

/** Why the segments of these contact types could not be brought up to date, by type; those that could are absent. */
export async function failedRefreshes(contactTypeIds: readonly number[]): Promise<Map<number, string>> {
  const failed = await SegmentRefresh.find({
    _id: { $in: [...new Set(contactTypeIds)] },
    failed: { $type: 'string' },
  })
    .project<{ _id: number; failed: string }>({ failed: 1 })
    .toArray();
  return new Map(failed.map(({ _id, failed }) => [_id, failed]));
}
