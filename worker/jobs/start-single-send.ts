import { now } from '../../common/clock.ts';
import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { NO_FIGURES } from '../../common/models/figures.ts';
import { Mailing, type MailingDocument, NOBODY } from '../../common/models/mailings.ts';
import {
  type HoldReason,
  SEND_STATUS,
  SingleSend,
  type SingleSendDocument,
} from '../../common/models/single-sends.ts';
import { isDuplicateKey, rows } from '../../common/mongo.ts';
import { holdOf, MISSED_AFTER_MS } from '../../common/queries/holds.ts';
import { pauseMailing, stopMailings } from '../../common/queries/mailings.ts';
import { canSendFrom } from '../../common/queries/senders.ts';
import { MAILS_HELD, mayMail } from '../../common/quotas/may-mail.ts';
import { believedStop } from '../../common/quotas/sending.ts';
import { newestKeyId } from '../../common/secrets/signing.ts';
import type { WorkerContext } from '../context.ts';
import { compileContent, keepCompiled } from '../delivery/compiled.ts';
import { contentOf } from '../delivery/content.ts';
import { freeze } from '../delivery/freeze.ts';
import { ringEnd, ringOpened } from '../delivery/ring-slices.ts';
import { EMPTY_TEMPLATE, templateHold } from '../delivery/template-hold.ts';
import { noteHeld, noteStarted } from '../notices/events.ts';
import { isPending, renderSoon } from '../renderer.ts';

/**
 * Brings a single send from where it stands to where workers deliver it: held or ready, started, frozen, open. Each
 * step is a compare-and-set, so that however often and wherever this runs, each happens once.
 */
export async function startSingleSend(
  { singleSendId }: Pick<JobPayloads['start-single-send'], 'singleSendId'>,
  worker: WorkerContext,
): Promise<void | 'idle'> {
  // Of the many that are rung for until their designs are made, none is read again before.
  if (isPending(worker.renderer, nameOf(singleSendId))) return 'idle';
  let send = await rows(SingleSend).findOne({ _id: singleSendId });
  // What failed again and again waits for a person.
  if (!send || send.failed) return 'idle';
  // What has not begun waits as it is while an operator has stopped all sending.
  if (send.status < SEND_STATUS.running && (await believedStop())) return 'idle';
  // One that was deleted while it ran comes to its end in the ledger all the same.
  if (send.status < SEND_STATUS.running) send = send.deleted_at === null ? await start(send, worker) : null;
  if (send?.status === SEND_STATUS.completed) return endFreezing(send, worker);
  if (send?.hold_reason) await noteHeld(send, worker.log);
  // Its design is still being rendered, or another worker was faster: nothing is shown of failures before.
  if (!send) return 'idle';
  if (send.status !== SEND_STATUS.running) return;
  if (send.deleted_at !== null && (await endUnmade(send._id))) return;
  const mailing = await mailingOf(send, worker);
  if (!mailing) return;
  if (send.deleted_at === null) await noteStarted(send, worker.log);
  await stopEnded(send._id, mailing);
  if (mailing.paused_reason === 'failed') return 'idle';
  if (mailing.state === 'freezing' && !(await freeze(mailing, send, worker))) return 'idle';
  if (mailing.state === 'done') return;
  await ringOpened(worker.ring, mailing);
  // An audience of nobody, or one that was cancelled, has no batches to wait for.
  await ringEnd(worker.ring, mailing);
}

const nameOf = (singleSendId: number): string => `send-${singleSendId}`;

/** Holds it, readies it or, when it is due, starts it; answers it as it is then, or null when another did. */
async function start(send: SingleSendDocument, worker: WorkerContext): Promise<SingleSendDocument | null> {
  const at = now();
  const missed = send.missed || hasMissed(send, at);
  const known = await holdOf({ ...send, missed }, at);
  const { reason, detail, retry_at } = known
    ? { ...NO_HOLD, reason: known }
    : await holdOfContent(send, at, worker);
  if (reason === 'pending') return null;
  const due = reason === null && send.due_at <= at;
  const status = reason !== null ? SEND_STATUS.initiate : due ? SEND_STATUS.running : SEND_STATUS.ready;
  const same =
    status === send.status &&
    reason === send.hold_reason &&
    missed === send.missed &&
    detail === (send.hold_detail ?? null) &&
    retry_at === null;
  if (same) return send;
  const changed = await rows(SingleSend).findOneAndUpdate(
    // Changed since it was read: whoever changed it has rung, too.
    { _id: send._id, deleted_at: null, status: send.status, updated_at: send.updated_at },
    {
      $set: {
        status,
        hold_reason: reason,
        hold_detail: detail,
        retry_at,
        missed,
        ...(due && { sent_at: at }),
      },
    },
    // Its design may be of megabytes, and is as it was read.
    { returnDocument: 'after', projection: { template_json: 0, template_html: 0 } },
  );
  return changed && { ...send, ...changed };
}

interface Hold {
  readonly reason: HoldReason | 'pending' | null;
  readonly detail: string | null;
  readonly retry_at: Date | null;
}

const NO_HOLD: Hold = { reason: null, detail: null, retry_at: null };

/** What its design or its account's mails have against it. */
async function holdOfContent(send: SingleSendDocument, at: Date, worker: WorkerContext): Promise<Hold> {
  const design = await holdOfDesign(send, at, worker);
  if (design.reason !== null || send.due_at > at) return design;
  const reason = await mayMail(send.user_id, worker.config);
  return { ...NO_HOLD, reason, detail: reason === 'quota' ? MAILS_HELD : null };
}

/** What its design has against it. Before its time only what is certain counts. */
async function holdOfDesign(send: SingleSendDocument, at: Date, worker: WorkerContext): Promise<Hold> {
  const rendered = await renderSoon(worker.renderer, send, send.user_id, nameOf(send._id));
  if (rendered.state === 'failed') return templateHold(rendered);
  if (rendered.state === 'done') return rendered.looks.empty ? EMPTY_TEMPLATE : NO_HOLD;
  if (send.due_at > at) return NO_HOLD;
  return rendered.state === 'pending' ? { ...NO_HOLD, reason: 'pending' } : templateHold(rendered);
}

/** One that was cancelled while its mailing was made: the mailing opens with nobody, and completes. */
async function endFreezing(send: SingleSendDocument, worker: WorkerContext): Promise<void> {
  const mailing = await rows(Mailing).findOne({ _id: mailingOfSend(send._id), state: 'freezing' });
  if (!mailing) return;
  await stopMailings([mailing._id]);
  if (await freeze(mailing, send, worker)) await ringEnd(worker.ring, mailing);
}

/** One that was deleted before it had a mailing has nothing to come to an end. Answers whether it was so. */
async function endUnmade(singleSendId: number): Promise<boolean> {
  if (await rows(Mailing).findOne({ _id: mailingOfSend(singleSendId) }, { projection: { _id: 1 } }))
    return false;
  await rows(SingleSend).updateOne(
    { _id: singleSendId, status: SEND_STATUS.running },
    { $set: { status: SEND_STATUS.completed, completed_at: now() } },
  );
  return true;
}

/** A deletion, cancellation or pause that came before there was a mailing was answered with success: it counts. */
async function stopEnded(singleSendId: number, mailing: MailingDocument): Promise<void> {
  if (mailing.stopped || mailing.state === 'done') return;
  const send = await rows(SingleSend).findOne(
    { _id: singleSendId },
    { projection: { deleted_at: 1, status: 1, paused: 1 } },
  );
  if (!send || send.deleted_at !== null || send.status === SEND_STATUS.completed)
    await stopMailings([mailing._id]);
  else if (send.paused) await pauseMailing(mailing._id, 'person');
}

/**
 * Holds a send that has begun and of which no mail can be composed: as if it had never started, which is how its recipients
 * see it. A deleted one is at its end.
 */
async function takeBack(
  send: SingleSendDocument,
  { reason, detail, retry_at }: Hold & { readonly reason: HoldReason },
  { log }: WorkerContext,
): Promise<null> {
  const status = SEND_STATUS.initiate;
  const held = { status, hold_reason: reason, hold_detail: detail, retry_at, sent_at: null };
  const ended = { status: SEND_STATUS.completed, completed_at: now() };
  const changed = await rows(SingleSend).findOneAndUpdate(
    { _id: send._id, status: SEND_STATUS.running, deleted_at: send.deleted_at },
    { $set: send.deleted_at === null ? held : ended },
    { returnDocument: 'after' },
  );
  if (changed?.hold_reason && changed.deleted_at === null) await noteHeld(changed, log);
  return null;
}

/**
 * Only what was held can miss its time; a late worker starts what is ready, however late, and a person who lets go what
 * a restore held wants it to go.
 */
const hasMissed = (send: SingleSendDocument, at: Date): boolean =>
  send.schedule_type === 1 &&
  send.status === SEND_STATUS.initiate &&
  send.hold_reason !== null &&
  send.hold_reason !== 'restored' &&
  at.getTime() - send.due_at.getTime() > MISSED_AFTER_MS;

/**
 * The send's mailing, made when it starts: with its content as it is now. Null where that makes no mail, or none yet: nothing
 * was sent, so that the send is held again, and its owner sees why.
 */
async function mailingOf(send: SingleSendDocument, worker: WorkerContext): Promise<MailingDocument | null> {
  const key = mailingOfSend(send._id);
  const found = await rows(Mailing).findOne({ _id: key });
  if (found) return found;
  const rendered = await renderSoon(worker.renderer, send, send.user_id, nameOf(send._id));
  if (rendered.state === 'pending') return null;
  if (rendered.state !== 'done') return takeBack(send, templateHold(rendered), worker);
  const content = await contentOf(send, rendered.looks);
  if (!canSendFrom({ from_email: content.from_email, reply_to_email: content.reply_to })) {
    return takeBack(send, { reason: 'sender_address', detail: null, retry_at: null }, worker);
  }
  const key_id = newestKeyId(worker.config);
  const compiled = await compileContent(content, send.user_id, worker, [], key_id);
  if (compiled.state !== 'done') return takeBack(send, templateHold(compiled), worker);
  const mailing: MailingDocument = {
    _id: key,
    user_id: send.user_id,
    single_send_id: send._id,
    automation_id: null,
    schedule_id: null,
    sender_id: send.sender_id,
    unsubscribe_group_id: send.unsubscribe_group_id,
    must_be_in: null,
    content,
    // Stored before the first mail goes out: a click may come at once.
    links: [...compiled.mail.links],
    key_id,
    revision: 1,
    source: null,
    writes: 0,
    state: 'freezing',
    paused_reason: null,
    stopped: false,
    walk: { entry: 0, after: 0, batch: 0 },
    audience: { ...NOBODY },
    figures: { ...NO_FIGURES },
    lease_token: null,
    lease_until: new Date(0),
    created_at: now(),
    opened_at: null,
    done_at: null,
  };
  try {
    await rows(Mailing).insertOne(mailing);
    keepCompiled(mailing, compiled.mail, worker);
    return mailing;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return (await rows(Mailing).findOne({ _id: key }))!;
  }
}
