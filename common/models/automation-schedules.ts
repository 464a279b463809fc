import { collection, model } from '../store/collection.ts';
import type { ActorKind } from './audit-entries.ts';

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

/** One mail of an automation. They go in ascending id, each after its wait from the one before (docs/rules.md 10.5). */
export interface AutomationScheduleDocument {
  _id: number;
  user_id: number;
  automation_id: number;
  utr: string;
  sender_id: number;
  subject: string;
  /** Emails stored before version 0.2.0 have none. */
  preheader?: string;
  /** 0: openings and clicks are not counted. Absent in emails from before it could be chosen: 1. */
  tracking?: 0 | 1;
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
  /** How often it was changed by its owner. Absent in emails from before it was counted: 0. */
  version?: number;
  /** The kind of actor that changed it last. Absent where it was changed before this was noted. */
  saved_by?: ActorKind;
  /** Why its content can not be sent, as a worker found out; a change of the email ends it. */
  template_hold?: TemplateHold | null;
  created_at: Date;
  updated_at: Date;
}

const schema = collection<AutomationScheduleDocument>('automation_schedules');
schema.index({ automation_id: 1, _id: 1 });
schema.index({ utr: 1 }, { unique: true });
// What an account stores, read from the index alone.
schema.index({ user_id: 1, design_bytes: 1 }, { partialFilterExpression: { design_bytes: { $gt: 0 } } });

export const AutomationSchedule = model<AutomationScheduleDocument>('AutomationSchedule', schema);
