import type { ClientSession } from 'mongodb';
import { now } from '../clock.ts';
import { RESERVED_FIELD_NAMES } from '../data/reserved-fields.ts';
import { type Rule, type RuleFields, ruleFields } from '../domain/segment-rules.ts';
import { CustomField } from '../models/custom-fields.ts';
import { SegmentRefresh } from '../models/segment-refreshes.ts';
import { Segment } from '../models/segments.ts';
import { rows } from '../mongo.ts';
import { transaction } from '../transactions.ts';
import { customFieldsOf } from './custom-fields.ts';

/** A segment of an account that is not deleted, as a filter. */
export const livingSegment = (userId: number, id: number) =>
  ({ _id: id, user_id: userId, deleted_at: null }) as const;

/** The fields that an account's rules can be about. */
export const ruleFieldsOf = async (userId: number): Promise<RuleFields> =>
  ruleFields(RESERVED_FIELD_NAMES, await customFieldsOf(userId));

/** Has all segments of an account held against its contacts anew: what dates mean has changed with its time zone. */
export async function walkAnew(userId: number): Promise<void> {
  const walk = { phase: 'rows', after: 0, began_at: now() } as const;
  await rows(Segment).updateMany({ user_id: userId, deleted_at: null }, { $set: { walk, recheck_at: null } });
}

/** Whether a living segment's rule is about a custom field of this name. */
export async function isFieldInRule(
  userId: number,
  fieldName: string,
  session: ClientSession,
): Promise<boolean> {
  const user = { user_id: userId, deleted_at: null, select_field: fieldName };
  return (await rows(Segment).findOne(user, { session, projection: { _id: 1 } })) !== null;
}

/**
 * Stores a rule by `write`, unless one of its custom fields has been deleted since it was read: then it answers false
 * and nothing is stored. The fields are written in the same transaction, so that a deletion at the same moment waits
 * for its end, and sees the rule.
 */
export async function storeRule(
  userId: number,
  { conditions }: Rule,
  write: (session: ClientSession) => Promise<unknown>,
): Promise<boolean> {
  const names = [...new Set(conditions.filter(({ field }) => field.custom).map(({ field }) => field.name))];
  let stored = false;
  await transaction(async (session) => {
    const { matchedCount } = await rows(CustomField).updateMany(
      { user_id: userId, field_name: { $in: names } },
      { $set: { ruled_at: now() } },
      { session },
    );
    stored = matchedCount === names.length;
    if (stored) await write(session);
  });
  return stored;
}

/** Why the segments of these contact types could not be brought up to date, by type; those that could are absent. */
export async function failedRefreshes(contactTypeIds: readonly number[]): Promise<Map<number, string>> {
  const failed = await rows(SegmentRefresh)
    .find({ _id: { $in: [...new Set(contactTypeIds)] }, failed: { $type: 'string' } })
    .project<{ _id: number; failed: string }>({ failed: 1 })
    .toArray();
  return new Map(failed.map(({ _id, failed }) => [_id, failed]));
}
