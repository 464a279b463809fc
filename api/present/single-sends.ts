import { now } from '../../common/clock.ts';
import { mailDigest, type SenderParts } from '../../common/content/mail-digest.ts';
import { audienceRefText } from '../../common/domain/audience-refs.ts';
import type { ReplyClass } from '../../common/domain/reply-classes.ts';
import { instantOf, localTime, secondsUntil, timestamp } from '../../common/domain/times.ts';
import { versionOf } from '../../common/domain/version-of.ts';
import { type Figures, NO_FIGURES } from '../../common/models/figures.ts';
import { type MailingDocument, NO_AUDIENCE } from '../../common/models/mailings.ts';
import type { SenderDocument } from '../../common/models/senders.ts';
import { SEND_STATUS, type SingleSendDocument } from '../../common/models/single-sends.ts';
import type { ParkedRows } from '../services/queries/single-sends.ts';
import type { Troubles } from '../services/queries/trouble.ts';
import { presentTrouble } from './trouble.ts';
import { presentReasons } from './unsubscribe-reasons.ts';

export interface ParkedDomain {
  domain: string;
  class: ReplyClass;
  reply: string;
  rows: number;
  until: string;
}

/** The fields of the mailing of a running or completed send. */
export type ShownMailing = Pick<
  MailingDocument,
  'paused_reason' | 'paused_detail' | 'stopped' | 'audience' | 'state' | 'content'
> & { parked: readonly ParkedRows[]; next_try_at: Date | null } & Troubles;

export type ShownSender = Pick<SenderDocument, 'from_name' | 'from_email' | 'reply_to_email'>;

interface SingleSendParts {
  send: SingleSendDocument;
  /** Null before the start. */
  mailing: ShownMailing | null;
  figures: Figures | null;
  /** Null after its deletion. */
  sender: ShownSender | null;
  senderAddress: string | null;
  /** Blank: no unsubscribe group. */
  groupName: string;
  timezone: string;
}

const refs = (entries: SingleSendDocument['recipient_id']) =>
  entries.map(({ id, table }) => ({ id: String(id), table }));

const presentParked = ({ domain, class: name, reply, rows, until }: ParkedRows): ParkedDomain => ({
  domain,
  class: name,
  reply,
  rows,
  until: timestamp(until),
});

/** As given; from the stored instant when the account has another time zone since. */
function presentSchedule(
  { schedule_type, schedule_date, schedule_time, due_at, waits_until }: SingleSendDocument,
  timezone: string,
): Pick<SingleSendDocument, 'schedule_date' | 'schedule_time'> {
  const due = due_at.getTime();
  const isGiven =
    schedule_type === 0 ||
    waits_until?.getTime() === due ||
    instantOf(schedule_date, schedule_time, timezone)?.getTime() === due;
  if (isGiven) return { schedule_date, schedule_time };
  const [date = '', time = ''] = localTime(due_at, timezone).split(' ');
  return { schedule_date: date, schedule_time: time };
}

/** After the start, sender and address are those of the start; before, the current ones. */
export function presentSingleSend({
  send,
  mailing,
  figures,
  sender,
  senderAddress,
  groupName,
  timezone,
}: SingleSendParts) {
  const { triggered, accepted, bounced, in_doubt, doubted, ...tracked } = figures ?? NO_FIGURES;
  return {
    id: send._id,
    user_id: send.user_id,
    template_id: send.template_id,
    sender_id: send.sender_id,
    unsubscribe_group_id: send.unsubscribe_group_id,
    recipient_id: refs(send.recipient_id),
    exclude_specific_recipient_id: refs(send.exclude_specific_recipient_id),
    single_send_name: send.single_send_name,
    from_sender: mailing?.content.from_email ?? sender?.from_email ?? '',
    reply_to: mailing?.content.reply_to ?? sender?.reply_to_email ?? '',
    sender_name: mailing?.content.from_name ?? sender?.from_name ?? null,
    sender_address: mailing?.content.sender_address ?? senderAddress,
    subject: send.subject,
    preheader: send.preheader,
    schedule_type: send.schedule_type,
    ...presentSchedule(send, timezone),
    status: send.status,
    utr: send.utr,
    template_json: send.template_json,
    template_html: send.template_html,
    triggered,
    delivered: accepted,
    unique_opens: tracked.unique_opens,
    total_opens: tracked.total_opens,
    bounces: bounced,
    unsubscribes: tracked.unsubscribes,
    unique_open_token: Object.fromEntries(
      send.recipient_id.map((ref) => [
        audienceRefText(ref),
        send.unique_open_token[audienceRefText(ref)] ?? '',
      ]),
    ),
    sent_at: localTime(send.sent_at, timezone),
    created_at: timestamp(send.created_at),
    updated_at: timestamp(send.updated_at),
    // Additive (docs/rules.md 9).
    template_text: send.template_text ?? null,
    hold_reason: send.hold_reason,
    hold_detail: send.hold_reason === null ? null : (send.hold_detail ?? null),
    paused_reason: mailing?.paused_reason ?? (send.paused && !mailing ? 'person' : null),
    paused_detail: mailing?.paused_reason ? (mailing.paused_detail ?? null) : null,
    // A send cancelled before its start has no mailing.
    cancelled: mailing?.stopped ?? send.status === SEND_STATUS.completed,
    unique_clicks: tracked.unique_clicks,
    total_clicks: tracked.total_clicks,
    machine_opens: tracked.machine_opens ?? 0,
    machine_clicks: tracked.machine_clicks ?? 0,
    tracking: send.tracking ?? 1,
    in_doubt,
    resent_in_doubt: doubted,
    pending: tracked.pending + tracked.deferred,
    skipped: tracked.skipped,
    audience: mailing?.audience ?? { ...NO_AUDIENCE },
    complaints: tracked.complaints ?? 0,
    unsubscribe_reasons: presentReasons(figures ?? NO_FIGURES),
    parked: (mailing?.parked ?? []).map(presentParked),
    next_try_at: timestamp(mailing?.next_try_at ?? null),
    trouble: (mailing?.trouble ?? []).map(presentTrouble),
    delayed: mailing?.delayed ?? 0,
    version: versionOf(send),
    starts_in: secondsToTakeBack(send),
    last_test: presentLastTest(
      send,
      mailing?.content ??
        (sender && {
          from_name: sender.from_name,
          from_email: sender.from_email,
          reply_to: sender.reply_to_email,
          sender_address: senderAddress ?? '',
          group_name: groupName,
        }),
    ),
  };
}

export interface LastTest {
  at: string;
  changed: boolean;
}

const presentLastTest = (send: SingleSendDocument, parts: SenderParts | null): LastTest | null =>
  send.last_test
    ? {
        at: timestamp(send.last_test.at),
        changed: parts === null || mailDigest(send, parts) !== send.last_test.digest,
      }
    : null;

/** Seconds in which a ready send can be taken back; 0 without an undo time. */
const secondsToTakeBack = ({ status, waits_until: until }: SingleSendDocument): number =>
  status === SEND_STATUS.ready ? secondsUntil(until, now()) : 0;
