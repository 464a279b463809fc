import { now } from '../../../common/clock.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../../../common/models/single-sends.ts';
import { holdOf, MISSED_AFTER_MS } from '../../../common/queries/holds.ts';
import { MAILS_HELD, mayCampaign } from '../../../common/quotas/may-mail.ts';
import type { HoldReason } from '../../../shared/hold-reasons.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { EMPTY_TEMPLATE, templateHold } from '../content/template-hold.ts';
import { renderSoon } from '../renderer.ts';

interface SendHold {
  readonly reason: HoldReason | 'pending' | null;
  readonly detail: string | null;
  readonly retry_at: Date | null;
}

const NO_HOLD: SendHold = { reason: null, detail: null, retry_at: null };

/** Holds a send, makes it ready or, when it is due, starts it. Returns the new document; null if it changed meanwhile. */
export async function holdOrStart(
  send: SingleSendDocument,
  worker: WorkerContext,
): Promise<SingleSendDocument | null> {
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
  const changed = await SingleSend.of(send.user_id).findOneAndUpdate(
    // A send that changed since it was read does not match: the call or worker that changed it has rung.
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
    // The design may have megabytes, and this write does not change it.
    { returnDocument: 'after', projection: { template_json: 0, template_html: 0 } },
  );
  return changed && { ...send, ...changed };
}

async function holdOfContent(send: SingleSendDocument, at: Date, worker: WorkerContext): Promise<SendHold> {
  const design = await holdOfDesign(send, at, worker);
  if (design.reason !== null || send.due_at > at) return design;
  const reason = await mayCampaign(send.user_id, worker.config);
  return { ...NO_HOLD, reason, detail: reason === 'quota' ? MAILS_HELD : null };
}

/** A reason in the design to hold the send. Before its due time only permanent faults count. */
async function holdOfDesign(send: SingleSendDocument, at: Date, worker: WorkerContext): Promise<SendHold> {
  const rendered = await renderSoon(worker.renderer, send, send.user_id, renderingOf(send._id));
  if (rendered.state === 'failed') return templateHold(rendered);
  if (rendered.state === 'done') return rendered.looks.empty ? EMPTY_TEMPLATE : NO_HOLD;
  if (send.due_at > at) return NO_HOLD;
  return rendered.state === 'pending' ? { ...NO_HOLD, reason: 'pending' } : templateHold(rendered);
}

/** A ready send is started however late. A person releases a send that a restore or a closed account held. */
const hasMissed = (send: SingleSendDocument, at: Date): boolean =>
  send.schedule_type === 1 &&
  send.status === SEND_STATUS.initiate &&
  send.hold_reason !== null &&
  send.hold_reason !== 'restored' &&
  send.hold_reason !== 'closed' &&
  at.getTime() - send.due_at.getTime() > MISSED_AFTER_MS;

export const renderingOf = (singleSendId: number): string => `send-${singleSendId}`;
