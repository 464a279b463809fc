import type { ClientSession } from 'mongodb';
import { now } from '../clock.ts';
import type { SegmentRule } from '../domain/segment-rules.ts';
import { CustomField } from '../models/custom-fields.ts';
import { transactionInTurn } from './account-transactions.ts';

/** Returns false when a custom field was deleted since. Writing the fields makes a concurrent deletion wait and see the rule. */
export async function storeRule(
  userId: number,
  { conditions }: SegmentRule,
  write: (session: ClientSession) => Promise<unknown>,
): Promise<boolean> {
  const names = [...new Set(conditions.filter(({ field }) => field.custom).map(({ field }) => field.name))];
  let stored = false;
  await transactionInTurn(userId, async (session) => {
    const { matchedCount } = await CustomField.of(userId).updateMany(
      { field_name: { $in: names } },
      { $set: { ruled_at: now() } },
      { session },
    );
    stored = matchedCount === names.length;
    if (stored) await write(session);
  });
  return stored;
}
