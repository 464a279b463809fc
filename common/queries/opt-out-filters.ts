import type { SuppressionReason } from '../models/suppressions.ts';

/** Reasons of suppressions that are no opt-outs: by servers, by spam reports and by the account. */
export const SUPPRESSED_REASONS = ['bounced', 'complained', 'manual'] as const satisfies SuppressionReason[];

/** `reasons`: of those suppressions, by default all. */
export const suppressed = (userId: number, reasons: readonly SuppressionReason[] = SUPPRESSED_REASONS) =>
  ({ user_id: userId, reason: { $in: reasons }, unsubscribe_groups_id: null }) as const;

/** `groupId` null: of the whole account. */
export const optOuts = (userId: number, groupId: number | null) =>
  ({ user_id: userId, reason: 'unsubscribed', unsubscribe_groups_id: groupId }) as const;

/** Of any group of the account. */
export const groupOptOuts = (userId: number) =>
  ({ user_id: userId, reason: 'unsubscribed', unsubscribe_groups_id: { $ne: null } }) as const;
