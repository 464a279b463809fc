/** Why campaigns and automation emails of a whole account wait. */
export const BRAKES_OF_ACCOUNTS = ['account_complaints', 'account_bounces'] as const;
export type AccountBrakeReason = (typeof BRAKES_OF_ACCOUNTS)[number];

/** Why a single send is held. Of several reasons, the first in this order is shown (docs/rules.md 9.2). */
export const HOLD_REASONS = [
  'draft',
  'sender_deleted',
  'recipient_deleted',
  'sender_address',
  'sender_unverified',
  'template_empty',
  'template_failed',
  'duplicate',
  'import_running',
  'schedule_missed',
  'suspended',
  'account_complaints',
  'account_bounces',
  'quota',
  'restored',
  'closed',
  'failed',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Whether a problem that a check finds holds a send: the hold has the same code. Other problems can be sent with. */
export const isHold = (code: string): boolean => HOLD_REASONS.some((reason) => reason === code);

/** Why a running mailing is paused. A person resumes it, or the end of the reason does (docs/rules.md 9.7). */
export const PAUSE_REASONS = [
  'person',
  'refused',
  'too_many_bounces',
  'too_many_complaints',
  'sender_deleted',
  'sender_address',
  'sender_unverified',
  'quota',
  'suspended',
  'account_complaints',
  'account_bounces',
  'restored',
  'failed',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];
