import { forgetFailures } from '../../common/changes/job-failures.ts';
import { letGo, pauseMailing, stopMailings } from '../../common/changes/mailings.ts';
import { releaseSend } from '../../common/changes/restored-holds.ts';
import { now } from '../../common/clock.ts';
import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import { subjectOfSend } from '../../common/jobs/subjects.ts';
import { Mailing } from '../../common/models/mailings.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../../common/models/single-sends.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { byUtr } from '../http/inputs.ts';

const find = ({ id }: Account, utr: string) => SingleSend.of(id).findOne({ utr, deleted_at: null });

const findMailing = (send: SingleSendDocument) =>
  Mailing.of(send.user_id).findOne(
    { _id: mailingOfSend(send._id) },
    { projection: { state: 1, stopped: 1, paused_reason: 1 } },
  );

const change = async (send: SingleSendDocument, fields: Partial<SingleSendDocument>): Promise<boolean> => {
  const { matchedCount } = await SingleSend.of(send.user_id).updateOne(
    { _id: send._id, status: SEND_STATUS.running },
    { $set: fields },
  );
  return matchedCount === 1;
};

/** False: it is not running. */
async function pause(send: SingleSendDocument): Promise<boolean> {
  // A failed send is paused already, and keeps its reason.
  if (send.failed) return true;
  if (send.status !== SEND_STATUS.running) return false;
  const key = mailingOfSend(send._id);
  if (await pauseMailing(send.user_id, key, 'person')) return true;
  const mailing = await findMailing(send);
  // It sends nothing more: it failed, or only its last step is left.
  if (mailing) return mailing.paused_reason === 'failed' || mailing.state === 'done';
  // Its mailing does not exist yet. The worker that makes it reads this, unless it has read it before.
  if (!(await change(send, { paused: true }))) return false;
  await pauseMailing(send.user_id, key, 'person');
  return true;
}

/** Resumes a send that waits for any reason. False: it does not wait. */
async function resume(send: SingleSendDocument): Promise<boolean> {
  const isHeld = send.status === SEND_STATUS.running && (send.paused || send.hold_reason === 'failed');
  if (isHeld) await change(send, { paused: false, hold_reason: null, hold_detail: null });
  const released = await releaseSend(send.user_id, send._id);
  const resumed = await letGo(send.user_id, mailingOfSend(send._id));
  return isHeld || released || resumed;
}

/** A send that has not started never will; a running one completes with the sent mails. False: it has ended. */
async function cancel(send: SingleSendDocument): Promise<boolean> {
  const at = now();
  const ended = {
    status: SEND_STATUS.completed,
    hold_reason: null,
    hold_detail: null,
    failed: false,
    completed_at: at,
    updated_at: at,
  };
  const { modifiedCount } = await SingleSend.of(send.user_id).updateOne(
    { _id: send._id, status: { $in: [SEND_STATUS.initiate, SEND_STATUS.ready] } },
    { $set: ended },
  );
  const key = mailingOfSend(send._id);
  // A failed send may have a mailing from an earlier start.
  if ((await stopMailings(send.user_id, [key])) > 0 || modifiedCount === 1) return true;
  const mailing = await findMailing(send);
  // Only its last step is left, or its mailing does not exist yet and the worker that makes it reads this.
  if (mailing && mailing.state !== 'done') return false;
  if (!(await change(send, ended))) return false;
  await stopMailings(send.user_id, [key]);
  return true;
}

/** See docs/rules.md 9.7. */
export const singleSendControl = endpoints({
  singleSendPause: {
    input: byUtr,
    async run({ utr }, account, { conflict }) {
      const send = await find(account, utr);
      if (!send) return null;
      if (!(await pause(send))) throw conflict('notRunning');
      return true;
    },
  },

  singleSendResume: {
    input: byUtr,
    async run({ utr }, account, { ring, conflict }) {
      const send = await find(account, utr);
      if (!send) return null;
      // Before it resumes, so that later failures are counted from zero.
      await forgetFailures([subjectOfSend(send._id)]);
      if (!(await resume(send))) throw conflict('notPaused');
      await ring('start-single-send', { singleSendId: send._id, userId: account.id });
      return true;
    },
  },

  singleSendCancel: {
    input: byUtr,
    async run({ utr }, account, { ring, conflict }) {
      const send = await find(account, utr);
      if (!send) return null;
      await forgetFailures([subjectOfSend(send._id)]);
      if (!(await cancel(send))) throw conflict('notRunning');
      const mailing = mailingOfSend(send._id);
      await ring('finish-mailing', { mailing, userId: account.id });
      return true;
    },
  },
});
