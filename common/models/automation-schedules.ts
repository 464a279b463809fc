import { model, Schema } from 'mongoose';

export const WAITING_TYPES = ['instantly', 'hours', 'days'] as const;
export type WaitingType = (typeof WAITING_TYPES)[number];

/** A content that makes no mail. */
export interface TemplateHold {
  reason: 'template_empty' | 'template_failed';
  /** What is wrong, in sentences. */
  detail: string | null;
  /** When a worker tries again by itself, where the reason was the service's own. */
  retry_at: Date | null;
}

/** One mail of an automation. They go in ascending id, each after its wait from the one before (rulings 10). */
export interface AutomationScheduleDocument {
  _id: number;
  user_id: number;
  automation_id: number;
  utr: string;
  sender_id: number;
  subject: string;
  waiting_type: WaitingType;
  /** How many hours or days; 1 where it goes instantly. */
  waiting_period: number;
  template_id: number;
  /** File name of a template's preview image. */
  preview_img: string;
  template_json: string | null;
  template_html: string | null;
  /** Bytes of the two above. */
  design_bytes?: number;
  /** Why its content can not be sent, as a worker found out; a change of the email ends it. */
  template_hold?: TemplateHold | null;
  created_at: Date;
  updated_at: Date;
}

const schema = new Schema<AutomationScheduleDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    automation_id: { type: Number, required: true },
    utr: { type: String, required: true },
    sender_id: { type: Number, required: true },
    subject: { type: String, required: true },
    waiting_type: { type: String, required: true, enum: WAITING_TYPES },
    waiting_period: { type: Number, required: true },
    template_id: { type: Number, required: true },
    preview_img: { type: String, required: true },
    template_json: { type: String, default: null },
    template_html: { type: String, default: null },
    design_bytes: Number,
    template_hold: { type: Schema.Types.Mixed, default: null },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'automation_schedules', versionKey: false, strict: 'throw' },
);
schema.index({ automation_id: 1, _id: 1 });
schema.index({ utr: 1 }, { unique: true });
// What an account stores, read from the index alone.
schema.index({ user_id: 1, design_bytes: 1 }, { partialFilterExpression: { design_bytes: { $gt: 0 } } });

export const AutomationSchedule = model<AutomationScheduleDocument>('AutomationSchedule', schema);
