/** exit_criteria: the contact left the automation's target · deleted: contact or type · cancelled: the mailing was cancelled or deleted. */
export const SKIP_REASONS = ['unsubscribed', 'bounced', 'exit_criteria', 'deleted', 'cancelled'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Version 0.1.0 wrote the reason into `reply`, or kept the server's last words there when it cancelled a deferred row. */
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
