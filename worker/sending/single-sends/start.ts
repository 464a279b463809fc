import { toldChange } from '../../../common/changes/event-notes.ts';
import { now } from '../../../common/clock.ts';
import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import type { JobPayloads } from '../../../common/jobs/catalogue.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../../../common/models/single-sends.ts';
import { believedStop } from '../../../common/quotas/sending.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { isPending } from '../renderer.ts';
import { endFreezing, endUnmade } from './early-ends.ts';
import { holdOrStart, renderingOf } from './hold-or-start.ts';
import { mailingOf, type NewMailing } from './make-mailing.ts';
import { noteHeld, noteStarted } from './note-events.ts';
import { walkOn } from './walk.ts';

/** Each step is a compare-and-set, so it happens once even if several workers run this. */
export async function startSingleSend(
  { singleSendId, userId }: JobPayloads['start-single-send'],
  worker: WorkerContext,
): Promise<void | 'idle'> {
  // The sweep rings for many sends while their designs are rendered; they need not be read until then.
  if (isPending(worker.renderer, renderingOf(singleSendId))) return 'idle';
  let send = await SingleSend.of(userId).findOne({ _id: singleSendId });
  // A send that failed repeatedly waits for a person.
  if (!send || send.failed) return 'idle';
  const isNew = send.status < SEND_STATUS.running;
  // While all sending is stopped, a send that has not started stays as it is.
  if (isNew && (await believedStop())) return 'idle';
  // A send that was deleted while it ran is still ended in the ledger.
  if (isNew) send = send.deleted_at === null ? await begin(send, worker) : null;
  if (send?.status === SEND_STATUS.completed) return endFreezing(send, worker);
  if (send?.hold_reason) await noteHeld(send, worker.log);
  // The design is still being rendered, or another worker was faster: this run shows nothing about earlier failures.
  if (!send) return 'idle';
  if (send.status !== SEND_STATUS.running) return;
  if (send.deleted_at !== null && (await endUnmade(send))) return;
  const made = await mailingOf(send, worker, isNew);
  if (!made) return;
  try {
    return await open(send, made, worker);
  } finally {
    made.lease?.end();
  }
}

async function begin(send: SingleSendDocument, worker: WorkerContext): Promise<SingleSendDocument | null> {
  const mailing = mailingOfSend(send._id);
  if (send.due_at <= now()) worker.newSends.begun(mailing);
  const begun = await holdOrStart(send, worker);
  if (begun?.status !== SEND_STATUS.running) worker.newSends.over(mailing);
  return begun;
}

async function open(
  send: SingleSendDocument,
  made: NewMailing,
  worker: WorkerContext,
): Promise<void | 'idle'> {
  const { _id: id, user_id, deleted_at } = send;
  if (deleted_at === null)
    await toldChange([{ user_id, type: 'single_send.started', id }], () => noteStarted(send, worker.log));
  return walkOn(send, made, worker, 0);
}
