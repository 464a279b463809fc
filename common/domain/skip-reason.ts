/**
 * exit_criteria: the contact left the target of the automation · deleted: the contact or contact type was deleted · cancelled: the mailing
 * was cancelled or deleted.
 */
export const SKIP_REASONS = ['unsubscribed', 'bounced', 'exit_criteria', 'deleted', 'cancelled'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/**
 * Null for a row in another state. Version 0.1.0 wrote the reason into `reply`, a cancellation with its time; in a skipped deferred row of
 * a cancelled mailing, `reply` kept the server's last words.
 */
export function skipReasonOf({
  state,
  skip_reason,
  reply,
}: {
  readonly state: string;
  readonly skip_reason?: SkipReason;
  readonly reply?: string;
}): SkipReason | null {
  if (state !== 'skipped') return null;
  return skip_reason ?? SKIP_REASONS.find((reason) => reason === reply) ?? 'cancelled';
}
