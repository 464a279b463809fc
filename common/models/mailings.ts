import { model, Schema } from 'mongoose';
import type { AudienceRef } from '../domain/audience-refs.ts';
import type { Figures } from './figures.ts';

/**
 * freezing: the audience is being written · open: batches may be leased · done: every row is final. An automation's
 * email opens again with each row that is added.
 */
export const MAILING_STATES = ['freezing', 'open', 'done'] as const;

/** What stops a mailing that runs; a person or the end of the reason lets it go on (rulings 9). */
export const PAUSE_REASONS = [
  'person',
  'refused',
  'sender_deleted',
  'sender_address',
  'sender_unverified',
  'quota',
  'suspended',
  'restored',
  'failed',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Who was counted while the audience was frozen, and who was left out and why (rulings 9). */
export interface AudienceCounts {
  members: number;
  duplicates: number;
  excluded: number;
  unsubscribed: number;
  bounced: number;
  recipients: number;
}

export const NOBODY: Readonly<AudienceCounts> = Object.freeze({
  members: 0,
  duplicates: 0,
  excluded: 0,
  unsubscribed: 0,
  bounced: 0,
  recipients: 0,
});

/** A link of the content, as its author wrote it; what `/c/…` leads to. */
export interface LinkTarget {
  id: number;
  url: string;
}

/**
 * Content, sender and address: of a single send as they were when it started, of an automation's email as they are
 * while mails of it go out.
 */
export interface MailingContent {
  from_name: string;
  from_email: string;
  reply_to: string;
  sender_address: string;
  subject: string;
  preheader: string;
  html: string;
  /**
   * The text made of the HTML, as JSON of `TextPiece`s; null where it could not be followed. Mailings that began before
   * this was kept have none, and it is made again.
   */
  text?: string | null;
}

/**
 * One content on its way to many: a single send that started, or an email of an automation. The engine knows mailings
 * only; key `send-12` is the single send 12, `email-7` the automation schedule 7.
 */
export interface MailingDocument {
  _id: string;
  user_id: number;
  single_send_id: number | null;
  automation_id: number | null;
  schedule_id: number | null;
  sender_id: number;
  unsubscribe_group_id: number;
  /** Whose members alone get it still when it is handed over: of an automation whose exit criteria say so. */
  must_be_in: AudienceRef | null;
  content: MailingContent;
  /** Of all contents that it ever had: the links in mails work for ever. */
  links: LinkTarget[];
  /** The signing key that it began with (`common/secrets/signing.ts`); absent in those from before keys had ids. */
  key_id?: string | null;
  /** Counts the contents, and says what the last was made of. */
  revision: number;
  source: string | null;
  /** Moves before and after rows are added: who found it at rest compares it before closing it. */
  writes: number;
  state: (typeof MAILING_STATES)[number];
  paused_reason: PauseReason | null;
  /** What its owner may read of the reason, where its name does not say all. */
  paused_detail?: string | null;
  /** It was cancelled or deleted: rows that were not handed over are skipped. */
  stopped: boolean;
  /** How far the audience was walked: the index of the entry of recipient_id, the last member's id there, the last batch. */
  walk: { entry: number; after: number; batch: number };
  audience: AudienceCounts;
  figures: Figures;
  /** Held by whoever freezes or finishes it. */
  lease_token: string | null;
  lease_until: Date;
  created_at: Date;
  opened_at: Date | null;
  done_at: Date | null;
}

const schema = new Schema<MailingDocument>(
  {
    _id: String,
    user_id: { type: Number, required: true },
    single_send_id: { type: Number, default: null },
    automation_id: { type: Number, default: null },
    schedule_id: { type: Number, default: null },
    sender_id: { type: Number, required: true },
    unsubscribe_group_id: { type: Number, required: true },
    must_be_in: { type: Schema.Types.Mixed, default: null },
    content: { type: Schema.Types.Mixed, required: true },
    links: { type: Schema.Types.Mixed, required: true },
    key_id: { type: String, default: null },
    revision: { type: Number, default: 1 },
    source: { type: String, default: null },
    writes: { type: Number, default: 0 },
    state: { type: String, required: true, enum: MAILING_STATES },
    paused_reason: { type: String, default: null },
    paused_detail: { type: String, default: undefined },
    stopped: { type: Boolean, default: false },
    walk: { type: Schema.Types.Mixed, required: true },
    audience: { type: Schema.Types.Mixed, required: true },
    figures: { type: Schema.Types.Mixed, required: true },
    lease_token: { type: String, default: null },
    lease_until: { type: Date, required: true },
    created_at: { type: Date, required: true },
    opened_at: { type: Date, default: null },
    done_at: { type: Date, default: null },
  },
  { collection: 'mailings', versionKey: false, strict: 'throw', minimize: false },
);
// The sweep: those under way. Done ones are most of all and never asked for.
schema.index({ state: 1 }, { partialFilterExpression: { state: { $in: ['freezing', 'open'] } } });
// From a send to what became of it, where many are asked for.
schema.index({ single_send_id: 1 });
schema.index({ automation_id: 1 }, { partialFilterExpression: { automation_id: { $gt: 0 } } });

export const Mailing = model<MailingDocument>('Mailing', schema);
