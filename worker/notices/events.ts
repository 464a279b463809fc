import { areBouncesHigh } from '../../common/domain/bounce-rates.ts';
import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import type { Logger } from '../../common/log.ts';
import type { Figures } from '../../common/models/figures.ts';
import type { ImportDocument } from '../../common/models/imports.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import type { SingleSendDocument } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo.ts';
import { note } from '../../common/queries/notices.ts';

// What the worker notes. Each of these may be called again and again for one event: the first alone counts. What comes
// before the write that it tells of cannot be lost in a crash between the two, and its mail waits for that write.

type Send = Pick<SingleSendDocument, '_id' | 'user_id' | 'hold_reason' | 'retry_at' | 'updated_at'>;
type Sent = { user_id: number; single_send_id: number };

export const noteImportEnds = ({ _id: subject, user_id }: ImportDocument, log: Logger): Promise<void> =>
  note({ kind: 'import-ended', user_id, subject }, log);

/** What its owner did, what a restore or an operator holds, and what was noted as it happened ({@link noteSendFails}). */
const NOT_NOTED: readonly string[] = ['person', 'duplicate', 'restored', 'suspended', 'failed'];

export const noteStarted = ({ _id: subject, user_id }: Send, log: Logger): Promise<void> =>
  note({ kind: 'send-started', user_id, subject }, log);

/** Each hold once (nothing is mailed of a restored backup, not even that it waits): another reason is another hold, and so is the same one after a change. A copy is no event yet. */
export async function noteHeld(
  { _id, user_id, hold_reason, retry_at, updated_at }: Send,
  log: Logger,
): Promise<void> {
  // What is tried again by itself in a moment is no news.
  if (retry_at) return;
  if (hold_reason === null || NOT_NOTED.includes(hold_reason)) return;
  const occasion = `${hold_reason}-${updated_at.getTime()}`;
  await note({ kind: 'send-held', user_id, subject: _id, occasion, facts: { reason: hold_reason } }, log);
}

/** A send that failed again and again is held, or paused, each time an event of its own. */
export const noteSendFails = (
  kind: 'send-held' | 'send-paused',
  { _id: subject, user_id }: Pick<Send, '_id' | 'user_id'>,
  since: Date,
  log: Logger,
): Promise<void> =>
  note({ kind, user_id, subject, occasion: `failed-${since.getTime()}`, facts: { reason: 'failed' } }, log);

/** An automation of which a job failed again and again sends nothing more. */
export const noteAutomationFails = (
  { _id: subject, user_id }: Pick<Send, '_id' | 'user_id'>,
  since: Date,
  log: Logger,
): Promise<void> =>
  note(
    {
      kind: 'automation-paused',
      user_id,
      subject,
      occasion: `failed-${since.getTime()}`,
      facts: { reason: 'failed' },
    },
    log,
  );

/** A person who paused it knows; what pauses it by itself is told, once a reason. */
export async function notePaused(
  { user_id, single_send_id: subject, paused_reason: reason }: Sent & Pick<MailingDocument, 'paused_reason'>,
  log: Logger,
): Promise<void> {
  if (reason === null || NOT_NOTED.includes(reason)) return;
  await note({ kind: 'send-paused', user_id, subject, occasion: reason, facts: { reason } }, log);
}

/** To be called once every row has its final outcome. */
export async function noteCompletes({ user_id, single_send_id: subject }: Sent, log: Logger): Promise<void> {
  const mailing = await rows(Mailing).findOne(
    { _id: mailingOfSend(subject) },
    { projection: { figures: 1 } },
  );
  if (mailing) await noteBounces({ user_id, single_send_id: subject }, mailing.figures, log);
  await note({ kind: 'send-completed', user_id, subject }, log);
}

/** Says so once a send when its bounces have passed 5 %. */
export async function noteBounces(
  { user_id, single_send_id: subject }: Sent,
  figures: Figures,
  log: Logger,
): Promise<void> {
  if (!areBouncesHigh(figures)) return;
  const { triggered, bounced } = figures;
  await note({ kind: 'send-bounces', user_id, subject, facts: { triggered, bounced } }, log);
}
