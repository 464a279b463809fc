import { now } from '../clock.ts';
import { mailingOfEmail } from '../domain/mailing-keys.ts';
import { AutomationSchedule } from '../models/automation-schedules.ts';
import { AUTOMATION_STATUS, Automation } from '../models/automations.ts';
import { Delivery } from '../models/deliveries.ts';
import { Enrollment } from '../models/enrollments.ts';
import { hasWholeAudience, Mailing, type MailingDocument } from '../models/mailings.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../models/single-sends.ts';
import { everywhere } from '../store/everywhere.ts';
import { HELD_MESSAGES } from './held-messages.ts';
import { heldWebhooks } from './held-webhooks.ts';

/** A send, automation, or an account's messages or webhooks, held by a restore. */
export interface RestoreHold {
  readonly kind: 'running send' | 'scheduled send' | 'live automation' | 'messages' | 'webhooks';
  /** For messages and webhooks the account's id, because they are released together. */
  readonly id: number;
  readonly user_id: number;
  /** For webhooks their number. */
  readonly name: string;
  /** Mails sent on release: open ledger rows, or due contacts. Null for webhooks and until the audience is frozen. */
  readonly mails: number | null;
  readonly due_at: Date | null;
}

/** Most holds have none of these. */
const NONE = { name: '', mails: null, due_at: null };

export async function heldByRestore(): Promise<RestoreHold[]> {
  return [
    ...(await runningSends()),
    ...(await scheduledSends()),
    ...(await automations()),
    ...(await messages()),
    ...(await webhooks()),
  ];
}

type UnfinishedMailing = Pick<MailingDocument, '_id' | 'user_id' | 'state' | 'walking'> & {
  single_send_id: number;
};

const unsent = (userId: number, mailings: readonly string[]): Promise<number> =>
  Delivery.of(userId).countDocuments({
    mailing: { $in: [...mailings] },
    state: { $in: ['pending', 'deferred'] },
  });

async function runningSends(): Promise<RestoreHold[]> {
  const paused = await everywhere(Mailing, 'operator')
    .find({
      state: { $in: ['freezing', 'open'] },
      message_id: { $exists: false },
      paused_reason: 'restored',
    })
    .project<UnfinishedMailing>({ user_id: 1, single_send_id: 1, state: 1, walking: 1 })
    .sort({ single_send_id: 1 })
    .toArray();
  const sends = await SingleSend.among(paused.map(({ user_id }) => user_id))
    .find({ _id: { $in: paused.map((mailing) => mailing.single_send_id) } })
    .project<Pick<SingleSendDocument, '_id' | 'single_send_name'>>({ single_send_name: 1 })
    .toArray();
  const named = new Map(sends.map((send) => [send._id, send.single_send_name]));
  const held: RestoreHold[] = [];
  for (const mailing of paused) {
    const { _id, user_id, single_send_id: id } = mailing;
    const mails = hasWholeAudience(mailing) ? await unsent(user_id, [_id]) : null;
    held.push({ ...NONE, kind: 'running send', id, user_id, name: named.get(id) ?? '', mails });
  }
  return held;
}

async function scheduledSends(): Promise<RestoreHold[]> {
  const sends = await everywhere(SingleSend, 'operator')
    .find({ status: SEND_STATUS.initiate, restored: true, deleted_at: null })
    .project<Pick<SingleSendDocument, '_id' | 'user_id' | 'single_send_name' | 'due_at'>>({
      user_id: 1,
      single_send_name: 1,
      due_at: 1,
    })
    .sort({ _id: 1 })
    .toArray();
  return sends.map(({ _id: id, single_send_name: name, ...send }) => ({
    ...NONE,
    kind: 'scheduled send',
    id,
    name,
    ...send,
  }));
}

async function automations(): Promise<RestoreHold[]> {
  const live = await everywhere(Automation, 'operator')
    .find({
      status: AUTOMATION_STATUS.live,
      hold_reason: 'restored',
      deleted_at: null,
    })
    .project<{ _id: number; user_id: number; automation_name: string }>({ user_id: 1, automation_name: 1 })
    .sort({ _id: 1 })
    .toArray();
  const held: RestoreHold[] = [];
  for (const { _id: id, user_id, automation_name: name } of live) {
    const emails = await AutomationSchedule.of(user_id).distinct('_id', { automation_id: id });
    const due = await Enrollment.of(user_id).countDocuments({
      schedule_id: { $in: emails },
      due_at: { $type: 'date', $lte: now() },
    });
    const mails = due + (await unsent(user_id, emails.map(mailingOfEmail)));
    held.push({ ...NONE, kind: 'live automation', id, user_id, name, mails });
  }
  return held;
}

async function messages(): Promise<RestoreHold[]> {
  const held = await everywhere(Mailing, 'operator')
    .aggregate<{ _id: number; mails: number }>([
      { $match: HELD_MESSAGES },
      { $group: { _id: '$user_id', mails: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    ])
    .toArray();
  return held.map(({ _id: id, mails }) => ({ ...NONE, kind: 'messages', id, user_id: id, mails }));
}

async function webhooks(): Promise<RestoreHold[]> {
  return (await heldWebhooks()).map(({ _id: id, webhooks: count }) => ({
    ...NONE,
    kind: 'webhooks',
    id,
    user_id: id,
    name: `${count}`,
  }));
}

function wouldSend({ kind, mails, due_at }: RestoreHold): string {
  if (due_at)
    return `${due_at <= now() ? 'was due' : 'is due'} ${due_at.toISOString()}, to its whole audience`;
  if (mails === null) return 'its audience was not complete';
  return kind === 'live automation'
    ? `${mails} mail(s) would be sent now, more later`
    : `${mails} mail(s) would be sent`;
}

function lineOf(one: RestoreHold): string {
  if (one.kind === 'messages')
    return `messages of account ${one.user_id}: ${one.mails} mail(s) would be sent, at once or at their time`;
  if (one.kind === 'webhooks')
    return `webhooks of account ${one.user_id}: ${one.name} would be called with events since the backup`;
  return `${one.kind} ${one.id} of account ${one.user_id}: ${wouldSend(one)} (${JSON.stringify(one.name)})`;
}

export function reportText(held: readonly RestoreHold[]): string {
  if (held.length === 0) return 'The restore holds nothing.';
  const lines = held.map((one) => `  ${lineOf(one)}`);
  return ['Held until a person releases it:', ...lines].join('\n');
}
