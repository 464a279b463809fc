import { collection, model } from '../store/collection.ts';

/** The events that notification recipients get a mail about (docs/rules.md 12.1). */
export type NoticeKind =
  | 'import-ended'
  | 'send-started'
  | 'send-held'
  | 'send-paused'
  | 'send-completed'
  | 'send-bounces'
  | 'automation-live'
  | 'automation-paused'
  | 'sender-verified'
  | 'unsubscribed-all'
  | 'webhook-disabled';

/** What can not be read any more when the mail is made. */
export type NoticeFacts = Readonly<Record<string, string | number>>;

/**
 * Something that happened, on its way to an account's notification recipients: the outbox of notification mails. Its
 * key is made of what happened, so that noting it a second time finds it there.
 */
export interface NoticeDocument {
  /** `send-started-12`; also part of the mails' Message-IDs. */
  _id: string;
  user_id: number;
  kind: NoticeKind;
  /** The id of the import, single send, automation or sender; the account's where it is about none of these. */
  subject: number;
  facts: NoticeFacts;
  /** Of events that come in masses: how often it happened in its minute, and the first addresses that it happened to. */
  count: number;
  addresses: string[];
  /** When it happened; the last time, where it was more than once. */
  at: Date;
  /** From here on mails may be sent, or tried once more; null once all are out, or given up. */
  due_at: Date | null;
  /** The worker that claimed it last; null before the first. */
  claim: string | null;
  /** How often it was tried. */
  attempts: number;
  /** Notification recipients up to this id had their mail, were left out, or are in `again`. */
  walked_to: number;
  /** Recipients whose mail server said "later". */
  again: number[];
  created_at: Date;
}

/** What a notice begins with: no worker has claimed it. */
export const UNCLAIMED = Object.freeze({ claim: null, attempts: 0, walked_to: 0, again: [] });

/** A notice that is due at once. */
export const newNotice = (
  event: Pick<NoticeDocument, '_id' | 'user_id' | 'kind' | 'subject'> & Partial<NoticeDocument>,
  at: Date,
): NoticeDocument => ({
  facts: {},
  count: 1,
  addresses: [],
  at,
  due_at: at,
  ...UNCLAIMED,
  created_at: at,
  ...event,
});

/** Seconds that a notice is kept: longer than anything notes the same again. */
const KEPT_SECONDS = 90 * 24 * 3600;

const schema = collection<NoticeDocument>('notices');
// What the sweep and the job look for. Those that are done are most of all and never asked for.
schema.index({ user_id: 1, due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });
// What a deleted account had.
schema.index({ user_id: 1, _id: 1 });
schema.index({ created_at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const Notice = model<NoticeDocument>('Notice', schema);
