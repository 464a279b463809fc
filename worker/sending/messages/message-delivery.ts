import { resumeMailing, stopMailings } from '../../../common/changes/mailings.ts';
import { now } from '../../../common/clock.ts';
import { mailingOfMessage } from '../../../common/domain/mailing-keys.ts';
import { Budget } from '../../../common/fairness/budget.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing, type MailingDocument, type PauseReason } from '../../../common/models/mailings.ts';
import { Message, type MessageDocument } from '../../../common/models/messages.ts';
import { mayMail } from '../../../common/quotas/may-mail.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { deliverNext } from '../delivery/deliver-next.ts';
import { endMailing } from '../delivery/end-mailing.ts';
import { finish } from '../delivery/finish-slice.ts';
import { handOverRows } from '../delivery/hand-over-rows.ts';
import { batchDueRetries } from '../ledger/retry-batches.ts';
import { LOOK_AGAIN_MS, laterBy, nextLook, type ReadyMessage } from './begin-together.ts';
import { isPlainlyAccepted } from './close-together.ts';
import { type MessageLane, messageLane } from './lane.ts';

/** Milliseconds until the retry of a paused message: hardly any pause is shorter. */
const PAUSED_MS = 5 * 60_000;
/** Milliseconds until the retry of a message without room in memory for its attachments. */
const NO_ROOM_MS = 500;
/** Room for four and for two of the largest messages. A mail is in memory up to three times: as it was read, as a mail, and signed. */
const attachedBytes = new Budget<number>({ total: 64 * 2 ** 20, each: 32 * 2 ** 20 });
const UNTIL_SAID: readonly (PauseReason | null)[] = ['person', 'restored'];

/** Leases, marks, hands over and records the batch of a message, which has one row. New messages do this together (decision 021). */
export async function deliverMessage(
  messageId: number,
  userId: number,
  worker: WorkerContext,
): Promise<void | 'idle'> {
  const lane = messageLane(worker);
  const ready = await begin(userId, messageId, lane);
  if (!ready) return deliverAlone(userId, messageId, lane.worker);
  const { slice } = ready;
  try {
    await handOverRows(slice);
    await slice.recorder.flush();
    if (isPlainlyAccepted(slice)) {
      if (await lane.close(ready)) return;
    } else await finish(slice);
  } finally {
    slice.held.lease.end();
  }
  await endAlone(userId, messageId, lane.worker);
}

async function begin(userId: number, messageId: number, lane: MessageLane): Promise<ReadyMessage | null> {
  const end = lane.worker.messageStarts.begin();
  try {
    return await lane.begin(userId, messageId);
  } finally {
    end();
  }
}

async function deliverAlone(
  userId: number,
  messageId: number,
  worker: WorkerContext,
): Promise<void | 'idle'> {
  const message = await Message.of(userId).findOneAndUpdate(
    { _id: messageId, look_at: { $type: 'date' } },
    { $set: { look_at: nextLook() } },
  );
  if (!message) return 'idle';
  if (!message.attached) return deliver(message, worker);
  const giveBack = attachedBytes.take(message.user_id, message.attached.bytes);
  if (!giveBack) return lookSoon(message);
  try {
    return await deliver(message, worker);
  } finally {
    giveBack();
  }
}

async function deliver(message: MessageDocument, worker: WorkerContext): Promise<void | 'idle'> {
  const { user_id } = message;
  const key = mailingOfMessage(message._id);
  // The first look, for which the sender waits, finds neither a pause nor a retry.
  if (message.look_at!.getTime() !== message.send_at.getTime()) {
    await revive({ _id: key, user_id }, message.send_at, worker);
    await batchDueRetries(key, user_id);
  }
  const isDelivered = await deliverNext(user_id, key, worker, { isFirst: true });
  await endAlone(user_id, message._id, worker);
  return isDelivered ? undefined : 'idle';
}

async function endAlone(userId: number, messageId: number, worker: WorkerContext): Promise<void> {
  const key = mailingOfMessage(messageId);
  await endMailing(userId, key, worker);
  await lookLater(userId, messageId, key);
}

/** Messages without attachments do not wait for room in memory. */
async function lookSoon({ _id, user_id }: MessageDocument): Promise<'idle'> {
  await Message.of(user_id).updateOne(
    { _id, look_at: { $type: 'date' } },
    { $set: { look_at: laterBy(now(), NO_ROOM_MS) } },
  );
  return 'idle';
}

/** Retries a paused message, because no person watches each message. Cancels a message that has waited too long. */
async function revive(
  { _id: key, user_id }: Pick<MailingDocument, '_id' | 'user_id'>,
  sendAt: Date,
  { config }: WorkerContext,
): Promise<void> {
  const paused = await Mailing.of(user_id).findOne(
    { _id: key, state: 'open', paused_reason: { $ne: null } },
    { projection: { paused_reason: 1 } },
  );
  if (!paused || UNTIL_SAID.includes(paused.paused_reason)) return;
  if (now().getTime() - sendAt.getTime() > config.giveUpHours * 3600_000) await stopMailings(user_id, [key]);
  else if ((await mayMail(user_id, config)) === null) await resumeMailing(user_id, key);
}

async function lookLater(userId: number, messageId: number, key: string): Promise<void> {
  const mailing = await Mailing.of(userId).findOne(
    { _id: key },
    { projection: { state: 1, paused_reason: 1 } },
  );
  if (mailing?.state !== 'open') return;
  const at = now();
  const [row, batch] = await Promise.all([
    Delivery.of(userId).findOne({ mailing: key, state: 'deferred' }, { projection: { due_at: 1 } }),
    Batch.of(userId).findOne({ mailing: key, state: 'ready' }, { projection: { free_at: 1 } }),
  ]);
  const next =
    mailing.paused_reason === null
      ? (row?.due_at ?? batch?.free_at ?? laterBy(at, LOOK_AGAIN_MS))
      : laterBy(at, PAUSED_MS);
  await Message.of(userId).updateOne(
    { _id: messageId, look_at: { $type: 'date' } },
    { $set: { look_at: next > at ? next : laterBy(at, 1000) } },
  );
}
