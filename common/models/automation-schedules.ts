import { collection, model } from '../store/collection.ts';
import type { ActorKind } from './audit-entries.ts';

export const WAITING_TYPES = ['instantly', 'hours', 'days'] as const;
type WaitingType = (typeof WAITING_TYPES)[number];

export interface TemplateHold {
  reason: 'template_empty' | 'template_failed';
  detail: string | null;
  /** When a worker retries, if the service itself was the reason. */
  retry_at: Date | null;
}

/** One email of an automation. They are sent in ascending id, each after its wait from the one before (docs/rules.md 10.5). */
export interface AutomationScheduleDocument {
  _id: number;
  user_id: number;
  automation_id: number;
  utr: string;
  sender_id: number;
  subject: string;
  /** Absent in emails stored before version 0.2.0. */
  preheader?: string;
  /** 0: openings and clicks are not counted. Absent in old emails: 1. */
  tracking?: 0 | 1;
  waiting_type: WaitingType;
  /** Hours or days; 1 where the type is `instantly`. */
  waiting_period: number;
  template_id: number;
  preview_img: string;
  template_json: string | null;
  template_html: string | null;
  /** The plain-text part; absent or null: it is made from the HTML. */
  template_text?: string | null;
  design_bytes?: number;
  /** Counts its owner's changes. Absent in old emails: 0. */
  version?: number;
  saved_by?: ActorKind;
  /** Set by a worker; a change of the email removes it. */
  template_hold?: TemplateHold | null;
  created_at: Date;
  updated_at: Date;
}

const schema = collection<AutomationScheduleDocument>('automation_schedules');
schema.index({ automation_id: 1, _id: 1 });
schema.index({ user_id: 1, utr: 1 }, { unique: true });
// Sums of stored bytes are read from this index alone.
schema.index({ user_id: 1, design_bytes: 1 }, { partialFilterExpression: { design_bytes: { $gt: 0 } } });

export const AutomationSchedule = model<AutomationScheduleDocument>('AutomationSchedule', schema);
