import { model, Schema } from 'mongoose';
import type { AudienceRef } from '../domain/audience-refs.ts';

/** 0 draft · 1 live (spec, States and transitions). A paused one is a draft again. */
export const AUTOMATION_STATUS = Object.freeze({ draft: 0, live: 1 } as const);
export type AutomationStatus = (typeof AUTOMATION_STATUS)[keyof typeof AUTOMATION_STATUS];

/** welcome: who joins the target while it is live · custom: also who is in it when it goes live (rulings 10). */
export const AUTOMATION_TYPE = Object.freeze({ welcome: 1, custom: 2 } as const);
export type AutomationType = (typeof AUTOMATION_TYPE)[keyof typeof AUTOMATION_TYPE];

/** A series of mails, `automation_schedules`, to everybody who joins a contact type or segment. */
export interface AutomationDocument {
  _id: number;
  user_id: number;
  utr: string;
  automation_name: string;
  automation_type: AutomationType;
  /** Null until it is known: it can't go live before. */
  automation_for: AudienceRef | null;
  /** 1: who leaves the target leaves the series. */
  exit_criteria: 0 | 1;
  /** Null until it is known: it can't go live before. */
  unsubscribe_group_id: number | null;
  status: AutomationStatus;
  /** When it last went live; pausing keeps it. */
  live_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const schema = new Schema<AutomationDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    utr: { type: String, required: true },
    automation_name: { type: String, required: true },
    automation_type: { type: Number, required: true },
    automation_for: { type: Schema.Types.Mixed, default: null },
    exit_criteria: { type: Number, required: true },
    unsubscribe_group_id: { type: Number, default: null },
    status: { type: Number, required: true },
    live_at: { type: Date, default: null },
    deleted_at: { type: Date, default: null },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'automations', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1, _id: 1 });
schema.index({ utr: 1 }, { unique: true });

export const Automation = model<AutomationDocument>('Automation', schema);
