import { now } from '../clock.ts';
import type { Logger } from '../log.ts';
import { Notice, type NoticeFacts, type NoticeKind, newNotice, UNCLAIMED } from '../models/notices.ts';
import { NotificationRecipient } from '../models/notification-recipients.ts';
import { ignoringDuplicates, isDuplicateKey } from '../store/connection.ts';

export interface NoticeEvent {
  readonly kind: NoticeKind;
  readonly user_id: number;
  readonly subject: number;
  /** Distinguishes several events of this kind about this record: letters, digits, `-`, `_`. */
  readonly occasion?: string | number;
  readonly facts?: NoticeFacts;
}

type Log = Pick<Logger, 'warn'>;

/** The sweep finds the notice within a second. It never throws: the caller's work matters more than the mail about it. */
export async function note(event: NoticeEvent, log: Log): Promise<void> {
  const { kind, user_id, subject, occasion, facts = {} } = event;
  const key = [kind, subject, ...(occasion === undefined ? [] : [occasion])].join('-');
  const at = now();
  try {
    const any = await NotificationRecipient.of(user_id).findOne({}, { projection: { _id: 1 } });
    if (!any) return;
    await Notice.of(user_id).insertOne(newNotice({ _id: key, user_id, kind, subject, facts }, at));
  } catch (error) {
    if (!isDuplicateKey(error))
      log.warn({ notice_id: key, err: error }, 'notice not stored; no mail is sent about this event');
  }
}

const MINUTE = 60_000;
const NAMED = 10;
/** Later minutes to try: a worker whose clock is ahead may have mailed this one. */
const MINUTES_AHEAD = 3;

/** Addresses of one minute share a notice, which is due at the minute's end. It never throws. */
export async function noteUnsubscribed(user_id: number, address: string, log: Log): Promise<void> {
  const at = now();
  const minute = Math.floor(at.getTime() / MINUTE);
  try {
    for (let ahead = 0; ahead <= MINUTES_AHEAD; ahead += 1) {
      if (await addToMinute(user_id, address, minute + ahead, at)) return;
    }
    log.warn({ user_id }, 'notice not stored; no mail is sent about this event');
  } catch (error) {
    log.warn({ user_id, err: error }, 'notice not stored; no mail is sent about this event');
  }
}

async function addToMinute(user_id: number, address: string, minute: number, at: Date): Promise<boolean> {
  const kind: NoticeKind = 'unsubscribed-all';
  const unclaimed = {
    _id: `${kind}-${user_id}-${minute}`,
    claim: null,
    due_at: { $type: 'date' as const },
  };
  const addition = {
    $inc: { count: 1 },
    $push: { addresses: { $each: [address], $slice: NAMED } },
    $max: { at },
    $setOnInsert: {
      kind,
      subject: user_id,
      facts: {},
      ...UNCLAIMED,
      created_at: at,
      due_at: new Date((minute + 1) * MINUTE),
    },
  };
  const notices = Notice.of(user_id);
  if (await ignoringDuplicates(notices.updateOne(unclaimed, addition, { upsert: true }))) return true;
  return (await notices.updateOne(unclaimed, addition)).matchedCount === 1;
}
