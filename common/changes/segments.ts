import type { ClientSession } from 'mongodb';
import { now } from '../clock.ts';
import type { SegmentRule } from '../domain/segment-rules.ts';
import { CustomField } from '../models/custom-fields.ts';
import { transaction } from '../store/transactions.ts';

/**
 * Stores a rule by `write`, unless one of its custom fields was deleted since it was read: then it returns false. The transaction also
 * writes the fields, so that a concurrent deletion waits for its end and sees the rule.
 */
export async function storeRule(
  userId: number,
  { conditions }: SegmentRule,
  write: (session: ClientSession) => Promise<unknown>,
): Promise<boolean> {
  const names = [...new Set(conditions.filter(({ field }) => field.custom).map(({ field }) => field.name))];
  let stored = false;
  await transaction(async (session) => {
    const { matchedCount } = await CustomField.updateMany(
      { user_id: userId, field_name: { $in: names } },
      { $set: { ruled_at: now() } },
      { session },
    );
    stored = matchedCount === names.length;
    if (stored) await write(session);
  });
  return stored;
}
