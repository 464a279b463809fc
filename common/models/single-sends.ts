import { model, Schema } from 'mongoose';
import type { AudienceRef } from '../domain/audience-refs.ts';

/** 0 initiate (held) · 1 ready to send · 2 running · 3 completed (spec, States and transitions). */
export const SEND_STATUS = Object.freeze({ initiate: 0, ready: 1, running: 2, completed: 3 } as const);
export type SendStatus = (typeof SEND_STATUS)[keyof typeof SEND_STATUS];

/** Why a single send is held, in the order in which the first that holds is named (rulings 9). */
export const HOLD_REASONS = [
  'sender_deleted',
  'recipient_deleted',
  'sender_address',
  'sender_unverified',
  'template_empty',
  'template_failed',
  'duplicate',
  'import_running',
  'schedule_missed',
  'suspended',
  'quota',
  'restored',
  'failed',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** A campaign as its owner describes it. What became of it stands in its mailing. */
export interface SingleSendDocument {
  _id: number;
  user_id: number;
  utr: string;
  template_id: number;
  template_json: string | null;
  template_html: string | null;
  /** Bytes of the two above. */
  design_bytes?: number;
  sender_id: number;
  unsubscribe_group_id: number;
  recipient_id: AudienceRef[];
  exclude_specific_recipient_id: AudienceRef[];
  single_send_name: string;
  subject: string;
  preheader: string;
  schedule_type: 0 | 1;
  /** `YYYY-MM-DD` and `HH:MM:SS` in the account's zone, as given; zero texts when immediate. */
  schedule_date: string;
  schedule_time: string;
  /** The instant from which it may start. */
  due_at: Date;
  status: SendStatus;
  hold_reason: HoldReason | null;
  /** What is wrong, in sentences, where the reason says that something is. */
  hold_detail?: string | null;
  /** When the service tries again by itself what it could not do for a reason of its own. */
  retry_at?: Date | null;
  /** It is a copy that nobody has readied yet. */
  duplicate: boolean;
  /** A hold let its schedule pass by more than a day. */
  missed: boolean;
  /** It had not started in a backup that was restored: a person says whether it still goes. */
  restored?: boolean;
  /** Its start failed again and again: it waits for `single-send/resume`, or for a change. */
  failed?: boolean;
  /** A person paused it after its start, before it had a mailing to pause. */
  paused?: boolean;
  /** One opaque name per entry of recipient_id, keyed by the entry's text. */
  unique_open_token: Record<string, string>;
  sent_at: Date | null;
  completed_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const schema = new Schema<SingleSendDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    utr: { type: String, required: true },
    template_id: { type: Number, required: true },
    template_json: { type: String, default: null },
    template_html: { type: String, default: null },
    design_bytes: Number,
    sender_id: { type: Number, required: true },
    unsubscribe_group_id: { type: Number, required: true },
    recipient_id: { type: Schema.Types.Mixed, required: true },
    exclude_specific_recipient_id: { type: Schema.Types.Mixed, required: true },
    single_send_name: { type: String, required: true },
    subject: { type: String, required: true },
    preheader: { type: String, required: true },
    schedule_type: { type: Number, required: true },
    schedule_date: { type: String, required: true },
    schedule_time: { type: String, required: true },
    due_at: { type: Date, required: true },
    status: { type: Number, required: true },
    hold_reason: { type: String, default: null },
    hold_detail: { type: String, default: null },
    retry_at: { type: Date, default: null },
    duplicate: { type: Boolean, default: false },
    missed: { type: Boolean, default: false },
    restored: Boolean,
    failed: Boolean,
    paused: Boolean,
    unique_open_token: { type: Schema.Types.Mixed, required: true },
    sent_at: { type: Date, default: null },
    completed_at: { type: Date, default: null },
    deleted_at: { type: Date, default: null },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'single_sends', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ user_id: 1, _id: 1 });
schema.index({ utr: 1 }, { unique: true });
// The sweep: what is held, due or running. Completed ones are most of all and never asked for.
schema.index({ status: 1, due_at: 1 }, { partialFilterExpression: { status: { $lt: 3 } } });
// What an account stores, read from the index alone.
schema.index({ user_id: 1, design_bytes: 1 }, { partialFilterExpression: { design_bytes: { $gt: 0 } } });

export const SingleSend = model<SingleSendDocument>('SingleSend', schema);
