import { collection, model } from '../store/collection.ts';

/** Events for notification recipients (docs/rules.md 12.1). */
export type NoticeKind =
  | 'import-ended'
  | 'send-started'
  | 'send-held'
  | 'send-paused'
  | 'send-trouble'
  | 'send-completed'
  | 'send-bounces'
  | 'automation-live'
  | 'automation-paused'
  | 'automation-full'
  | 'automation-trouble'
  | 'sender-verified'
  | 'unsubscribed-all'
  | 'webhook-disabled'
  | 'account-warned';

/** Facts that cannot be read later, when the mail is made. */
export type NoticeFacts = Readonly<Record<string, string | number>>;

/** The outbox of mails to notification recipients. The key is made from the event, so that a repeat finds the first. */
export interface NoticeDocument {
  /** `send-started-12`; also part of the mails' Message-IDs. */
  _id: string;
  user_id: number;
  kind: NoticeKind;
  /** The id of the import, single send, automation or sender; otherwise the account's. */
  subject: number;
  facts: NoticeFacts;
  /** Of frequent events: how often it happened in its minute, and the first addresses. */
  count: number;
  addresses: string[];
  /** The last time it happened. */
  at: Date;
  /** When mails are sent or retried; null: all are sent or given up. */
  due_at: Date | null;
  claim: string | null;
  attempts: number;
  /** Recipients up to this id had their mail, were left out, or are in `again`. */
  walked_to: number;
  /** Recipients whose mail was deferred. */
  again: number[];
  created_at: Date;
}

export const UNCLAIMED = Object.freeze({ claim: null, attempts: 0, walked_to: 0, again: [] });

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

/** Longer than an event can repeat. */
const KEPT_SECONDS = 90 * 24 * 3600;

const schema = collection<NoticeDocument>('notices');
// The sweep and the job. Most notices are finished and not indexed.
schema.index({ user_id: 1, due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });
schema.index({ user_id: 1, _id: 1 });
schema.index({ created_at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const Notice = model<NoticeDocument>('Notice', schema);
