import { pauseMailing } from '../../../common/changes/mailings.ts';
import { now } from '../../../common/clock.ts';
import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { SEND_STATUS, SingleSend } from '../../../common/models/single-sends.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import type { End, JobFailure } from '../../runtime/job.ts';
import { noteSendFails } from './note-events.ts';

/** Ends a deleted send: no more mails go, and its ledger stays for the links in its mails. */
async function endDeleted(userId: number, id: number): Promise<End> {
  await Mailing.of(userId).updateOne(
    { _id: mailingOfSend(id) },
    { $set: { state: 'done', walking: false, stopped: true, done_at: now() } },
  );
  await SingleSend.of(userId).updateOne(
    { _id: id },
    { $set: { status: SEND_STATUS.completed, completed_at: now() } },
  );
  return 'ended';
}

/** Pauses a send that has a mailing; holds a send without one, of which no mail was sent. */
export async function giveUpSend(
  userId: number,
  id: number,
  { detail, since }: JobFailure,
  { log }: WorkerContext,
): Promise<End> {
  const sends = SingleSend.of(userId);
  const send = await sends.findOne({ _id: id }, { projection: { user_id: 1, deleted_at: 1, status: 1 } });
  if (!send || send.status === SEND_STATUS.completed) return 'ended';
  if (send.deleted_at !== null) return endDeleted(userId, id);
  const key = mailingOfSend(id);
  const mailing = await Mailing.of(userId).findOne({ _id: key }, { projection: { state: 1, stopped: 1 } });
  // It was cancelled, so only the operator can act.
  if (mailing?.stopped) return 'later';
  await noteSendFails(mailing ? 'send-paused' : 'send-held', send, since, log);
  if (mailing && mailing.state !== 'done') {
    await pauseMailing(userId, key, 'failed', detail);
    return 'held';
  }
  const held = { hold_reason: 'failed', hold_detail: detail, retry_at: null } as const;
  await sends.updateOne(
    { _id: id, deleted_at: null, status: { $lt: SEND_STATUS.completed } },
    // Without a mailing no mail was sent, and the owner can change the send. If the mailing is done, all were sent.
    {
      $set: mailing
        ? held
        : { ...held, failed: true, status: SEND_STATUS.initiate, sent_at: null, updated_at: now() },
    },
  );
  return 'held';
}
