import { model, Schema } from 'mongoose';

/** What notification recipients are told (rulings 12). */
export const NOTICE_KINDS = [
  'import-ended',
  'send-started',
  'send-held',
  'send-paused',
  'send-completed',
  'send-bounces',
  'automation-live',
  'automation-paused',
  'sender-verified',
  'unsubscribed-all',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What was so when it happened and is not to be read afterwards. */
export type NoticeFacts = Readonly<Record<string, string | number>>;

/**
 * Something that happened, on its way to an account's notification recipients: the outbox of notification mails. Its
 * key is made of what happened, so that whoever notes it a second time finds it there.
 */
export interface NoticeDocument {
  /** `send-started-12`; also part of the mails' Message-IDs. */
  _id: string;
  user_id: number;
  kind: NoticeKind;
  /** The id of the import, single send, automation or sender; the account's where it is about none of these. */
  subject: number;
  facts: NoticeFacts;
  /** Of what comes in masses: how often it happened in its minute, and to whom, the first of them. */
  count: number;
  addresses: string[];
  /** When it happened; the last time, where it was more than once. */
  at: Date;
  /** From here on mails may be sent, or tried once more; null once all are out, or given up. */
  due_at: Date | null;
  /** By whom it was claimed last; null until it was. */
  claim: string | null;
  /** How often it was tried. */
  attempts: number;
  /** Notification recipients up to this id had their mail, were left out, or are in `again`. */
  walked_to: number;
  /** Those whose mail server said "later". */
  again: number[];
  created_at: Date;
}

/** Seconds that a notice is kept: longer than anything notes the same again. */
const KEPT_SECONDS = 90 * 24 * 3600;

const count = { type: Number, default: 0 };

const schema = new Schema<NoticeDocument>(
  {
    _id: String,
    user_id: { type: Number, required: true },
    kind: { type: String, required: true, enum: NOTICE_KINDS },
    subject: { type: Number, required: true },
    facts: { type: Schema.Types.Mixed, required: true },
    count,
    addresses: { type: [String], default: [] },
    at: { type: Date, required: true },
    due_at: { type: Date, default: null },
    claim: { type: String, default: null },
    attempts: count,
    walked_to: count,
    again: { type: [Number], default: [] },
    created_at: { type: Date, required: true },
  },
  { collection: 'notices', versionKey: false, strict: 'throw', minimize: false },
);
// What the sweep and the job look for. Those that are done are most of all and never asked for.
schema.index({ user_id: 1, due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });
schema.index({ created_at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const Notice = model<NoticeDocument>('Notice', schema);
