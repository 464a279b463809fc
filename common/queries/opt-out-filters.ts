import type { SuppressionReason } from '../models/suppressions.ts';

/** The rows that are no opt-outs of people: the account's own, and what servers and reports said. */
export const suppressed = (userId: number) =>
  ({
    user_id: userId,
    reason: { $in: ['bounced', 'complained', 'manual'] as SuppressionReason[] },
    unsubscribe_groups_id: null,
  }) as const;

/** The rows of people who opted out: of the whole account (`groupId` null), or of one group. */
export const optOuts = (userId: number, groupId: number | null) =>
  ({ user_id: userId, reason: 'unsubscribed', unsubscribe_groups_id: groupId }) as const;

/** The rows of people who opted out of any of the account's groups. */
export const groupOptOuts = (userId: number) =>
  ({ user_id: userId, reason: 'unsubscribed', unsubscribe_groups_id: { $ne: null } }) as const;
