import { pauseMailing, stopMailings } from '../../../common/changes/mailings.ts';
import { now } from '../../../common/clock.ts';
import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { Mailing, type MailingDocument, UNOPENED, WALKING } from '../../../common/models/mailings.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../../../common/models/single-sends.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { freeze } from '../audience/freeze.ts';
import { ringEnd } from '../delivery/ring-slices.ts';

/** Ends a send that was cancelled during the walk of its audience: no more rows are written, and the mailing completes. */
export async function endFreezing(send: SingleSendDocument, worker: WorkerContext): Promise<void> {
  const mailing = await Mailing.of(send.user_id).findOne({
    _id: mailingOfSend(send._id),
    $or: [UNOPENED, WALKING],
  });
  if (!mailing) return;
  await stopMailings(mailing.user_id, [mailing._id]);
  if (await freeze({ mailing, audience: send, onReady: async () => {} }, worker))
    await ringEnd(worker.ring, mailing);
}

/** Completes a send that was deleted before it had a mailing. False: it has one. */
export async function endUnmade({ _id, user_id }: SingleSendDocument): Promise<boolean> {
  if (await Mailing.of(user_id).findOne({ _id: mailingOfSend(_id) }, { projection: { _id: 1 } }))
    return false;
  await SingleSend.of(user_id).updateOne(
    { _id, status: SEND_STATUS.running },
    { $set: { status: SEND_STATUS.completed, completed_at: now() } },
  );
  return true;
}

/** Applies a deletion, cancellation or pause from before the mailing existed. Returns whether the mailing is stopped. */
export async function stopEnded(singleSendId: number, mailing: MailingDocument): Promise<boolean> {
  if (mailing.stopped || mailing.state === 'done') return mailing.stopped;
  const send = await SingleSend.of(mailing.user_id).findOne(
    { _id: singleSendId },
    { projection: { deleted_at: 1, status: 1, paused: 1 } },
  );
  if (!send || send.deleted_at !== null || send.status === SEND_STATUS.completed) {
    await stopMailings(mailing.user_id, [mailing._id]);
    return true;
  }
  if (send.paused) await pauseMailing(mailing.user_id, mailing._id, 'person');
  return false;
}
