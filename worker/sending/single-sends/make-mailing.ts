import { now } from '../../../common/clock.ts';
import { contentOf } from '../../../common/content/content.ts';
import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { Mailing, type MailingDocument, newMailing } from '../../../common/models/mailings.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../../../common/models/single-sends.ts';
import { canSendFrom } from '../../../common/queries/senders.ts';
import { newestKeyId } from '../../../common/secrets/signing.ts';
import { isDuplicateKey } from '../../../common/store/connection.ts';
import { lastIds } from '../../../common/store/ids.ts';
import type { KeptLease } from '../../../common/store/lease.ts';
import type { HoldReason } from '../../../shared/hold-reasons.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { leasedFrom } from '../audience/freeze.ts';
import { compileContent, keepCompiled } from '../content/compiled-mails.ts';
import { templateHold } from '../content/template-hold.ts';
import { renderSoon } from '../renderer.ts';
import { renderingOf } from './hold-or-start.ts';
import { noteHeld } from './note-events.ts';

export interface NewMailing {
  readonly mailing: MailingDocument;
  readonly lease: KeptLease<MailingDocument> | null;
}

/** Null if its mail cannot be composed, or not yet: the send is held, and its owner sees why. `isNew`: it has no mailing yet. */
export async function mailingOf(
  send: SingleSendDocument,
  worker: WorkerContext,
  isNew: boolean,
): Promise<NewMailing | null> {
  const key = mailingOfSend(send._id);
  const mailings = Mailing.of(send.user_id);
  const found = isNew ? null : await mailings.findOne({ _id: key });
  if (found) return { mailing: found, lease: null };
  const rendered = await renderSoon(worker.renderer, send, send.user_id, renderingOf(send._id));
  if (rendered.state === 'pending') return null;
  if (rendered.state !== 'done') return takeBack(send, templateHold(rendered), worker);
  const content = await contentOf(send, rendered.looks);
  if (!canSendFrom({ from_email: content.from_email, reply_to_email: content.reply_to })) {
    return takeBack(send, { reason: 'sender_address', detail: null, retry_at: null }, worker);
  }
  const key_id = newestKeyId(worker.config);
  const named = { _id: key, user_id: send.user_id, unsubscribe_group_id: send.unsubscribe_group_id };
  const compiled = await compileContent(content, named, worker, [], key_id);
  if (compiled.state !== 'done') return takeBack(send, templateHold(compiled), worker);
  const upto = await lastIds(['contacts', 'segment_recipients']);
  const { mailing, lease } = leasedFrom(
    newMailing(
      {
        ...named,
        single_send_id: send._id,
        sender_id: send.sender_id,
        content,
        // Links are stored before the first mail goes out, as a click may come at once.
        links: [...compiled.mail.links],
        key_id,
        upto,
      },
      now(),
    ),
  );
  try {
    await mailings.insertOne(mailing);
    keepCompiled(mailing, compiled.mail, worker);
    return { mailing, lease };
  } catch (error) {
    lease.end();
    if (!isDuplicateKey(error)) throw error;
    return { mailing: (await mailings.findOne({ _id: key }))!, lease: null };
  }
}

/** Holds a started send whose mail cannot be composed, as if it had never started. Completes a deleted send instead. */
async function takeBack(
  send: SingleSendDocument,
  { reason, detail, retry_at }: { reason: HoldReason; detail: string | null; retry_at: Date | null },
  { log }: WorkerContext,
): Promise<null> {
  const status = SEND_STATUS.initiate;
  const held = { status, hold_reason: reason, hold_detail: detail, retry_at, sent_at: null };
  const ended = { status: SEND_STATUS.completed, completed_at: now() };
  const changed = await SingleSend.of(send.user_id).findOneAndUpdate(
    { _id: send._id, status: SEND_STATUS.running, deleted_at: send.deleted_at },
    { $set: send.deleted_at === null ? held : ended },
    { returnDocument: 'after' },
  );
  if (changed?.hold_reason && changed.deleted_at === null) await noteHeld(changed, log);
  return null;
}
