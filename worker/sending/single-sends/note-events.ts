import { note } from '../../../common/changes/notices.ts';
import type { Logger } from '../../../common/log.ts';
import type { Figures } from '../../../common/models/figures.ts';
import { BRAKE_REASONS, type MailingDocument, type ServerTrouble } from '../../../common/models/mailings.ts';
import type { SingleSendDocument } from '../../../common/models/single-sends.ts';

// Only the first of several calls for one event inserts a notice, which is stored before its change.

/** The share of bounces above which an account is notified (docs/rules.md 12.1) … */
const HIGH = 0.05;
/** … once this many mails were handed over: with five mails, one bounce means nothing. */
const LEAST_TRIGGERED = 20;

export const areBouncesHigh = ({ triggered, bounced }: Pick<Figures, 'triggered' | 'bounced'>): boolean =>
  triggered >= LEAST_TRIGGERED && bounced > triggered * HIGH;

type Send = Pick<SingleSendDocument, '_id' | 'user_id' | 'hold_reason' | 'retry_at' | 'updated_at'>;
type SendIds = { user_id: number; single_send_id: number };
/** Of a single send, or of an email of an automation. */
type MailingIds = Pick<MailingDocument, 'user_id' | 'single_send_id' | 'automation_id'>;

/** The owner's own action; holds by a restore, an operator or a closed account; those of {@link noteSendFails}, and of the whole account. */
const NOT_NOTED: readonly string[] = [
  'person',
  'draft',
  'duplicate',
  'restored',
  'closed',
  'suspended',
  'failed',
  'account_complaints',
  'account_bounces',
];

export const noteStarted = ({ _id: subject, user_id }: Send, log: Logger): Promise<void> =>
  note({ kind: 'send-started', user_id, subject }, log);

/** Another reason is another hold, as is the same reason after a change of the send. */
export async function noteHeld(
  { _id, user_id, hold_reason, retry_at, updated_at }: Send,
  log: Logger,
): Promise<void> {
  // A hold that is retried soon needs no notice.
  if (retry_at) return;
  if (hold_reason === null || NOT_NOTED.includes(hold_reason)) return;
  const occasion = `${hold_reason}-${updated_at.getTime()}`;
  await note({ kind: 'send-held', user_id, subject: _id, occasion, facts: { reason: hold_reason } }, log);
}

/** A send that failed repeatedly is held or paused; each time is a new event. */
export const noteSendFails = (
  kind: 'send-held' | 'send-paused',
  { _id: subject, user_id }: Pick<Send, '_id' | 'user_id'>,
  since: Date,
  log: Logger,
): Promise<void> =>
  note({ kind, user_id, subject, occasion: `failed-${since.getTime()}`, facts: { reason: 'failed' } }, log);

export async function notePaused(
  {
    user_id,
    single_send_id,
    automation_id,
    paused_reason: reason,
    resumed_at,
  }: MailingIds & Pick<MailingDocument, 'paused_reason' | 'resumed_at'>,
  log: Logger,
): Promise<void> {
  if (reason === null || NOT_NOTED.includes(reason)) return;
  const facts = { reason };
  if (single_send_id !== null) {
    await note({ kind: 'send-paused', user_id, subject: single_send_id, occasion: reason, facts }, log);
    return;
  }
  // Other pauses of an email end by themselves.
  if (automation_id === null || !BRAKE_REASONS.some((one) => one === reason)) return;
  // Its emails share a notice; after a resume a pause is a new event.
  const occasion = `${reason}-${resumed_at?.getTime() ?? 0}`;
  await note({ kind: 'automation-paused', user_id, subject: automation_id, occasion, facts }, log);
}

/** The emails of an automation share a notice if `since` is the time of the first. */
export async function noteTrouble(
  { user_id, single_send_id, automation_id }: MailingIds,
  { since, reply }: Pick<ServerTrouble, 'since' | 'reply'>,
  log: Logger,
): Promise<void> {
  const kind = single_send_id === null ? 'automation-trouble' : 'send-trouble';
  const subject = single_send_id ?? automation_id;
  if (subject === null) return;
  await note({ kind, user_id, subject, occasion: since.getTime(), facts: { reply } }, log);
}

export async function noteCompletes(sent: SendIds, figures: Figures, log: Logger): Promise<void> {
  await noteBounceShare(sent, figures, log);
  await note({ kind: 'send-completed', user_id: sent.user_id, subject: sent.single_send_id }, log);
}

export async function noteBounceShare(
  { user_id, single_send_id: subject }: SendIds,
  figures: Figures,
  log: Logger,
): Promise<void> {
  if (!areBouncesHigh(figures)) return;
  const { triggered, bounced } = figures;
  await note({ kind: 'send-bounces', user_id, subject, facts: { triggered, bounced } }, log);
}
