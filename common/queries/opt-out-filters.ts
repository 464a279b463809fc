import type { SuppressionReason } from '../models/suppressions.ts';

/** Suppressions that are no opt-outs: by the account, by servers and by spam reports. */
export const suppressed = (userId: number) =>
  ({
    user_id: userId,
    reason: { $in: ['bounced', 'complained', 'manual'] as SuppressionReason[] },
    unsubscribe_groups_id: null,
  }) as const;

/** `groupId` null: of the whole account. */
export const optOuts = (userId: number, groupId: number | null) =>
  ({ user_id: userId, reason: 'unsubscribed', unsubscribe_groups_id: groupId }) as const;

/** Of any group of the account. */
export const groupOptOuts = (userId: number) =>
  ({ user_id: userId, reason: 'unsubscribed', unsubscribe_groups_id: { $ne: null } }) as const;
