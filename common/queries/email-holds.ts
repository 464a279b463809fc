import { now } from '../clock.ts';
import { BLANK_TEMPLATE_ID } from '../data/templates.ts';
import type { AutomationScheduleDocument } from '../models/automation-schedules.ts';
import { Sender } from '../models/senders.ts';
import { canSendFrom } from './senders.ts';

/** Why an automation's email waits although enrollments are due. The first reason is shown (docs/rules.md 10.10). */
export const EMAIL_HOLDS = [
  'sender_deleted',
  'sender_address',
  'sender_unverified',
  'template_empty',
  'template_failed',
] as const;
export type EmailHold = (typeof EMAIL_HOLDS)[number];

export type HeldEmail = Pick<
  AutomationScheduleDocument,
  'user_id' | 'sender_id' | 'template_id' | 'template_json' | 'template_html' | 'template_hold'
>;

/** Null: nothing holds it. */
export async function holdOfEmail(email: HeldEmail): Promise<EmailHold | null> {
  const sender = await Sender.of(email.user_id).findOne(
    { _id: email.sender_id, deleted_at: null },
    { projection: { is_verified: 1, from_email: 1, reply_to_email: 1 } },
  );
  if (!sender) return 'sender_deleted';
  if (!canSendFrom(sender)) return 'sender_address';
  if (sender.is_verified !== 1) return 'sender_unverified';
  const { template_id, template_json, template_html, template_hold: held } = email;
  if (template_id === BLANK_TEMPLATE_ID && !template_json && !template_html) return 'template_empty';
  const again = held?.retry_at && held.retry_at <= now();
  return held && !again ? held.reason : null;
}
