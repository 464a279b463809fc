import { model, Schema } from 'mongoose';
import type { AudienceRef } from '../domain/audience-refs.ts';
import type { EnrollmentTally } from './enrollment-counts.ts';

/** 0 draft · 1 live (spec, States and transitions). A paused one is a draft again. */
export const AUTOMATION_STATUS = Object.freeze({ draft: 0, live: 1 } as const);
export type AutomationStatus = (typeof AUTOMATION_STATUS)[keyof typeof AUTOMATION_STATUS];

/** welcome: who joins the target while it is live · custom: also who is in it when it goes live (rulings 10). */
export const AUTOMATION_TYPE = Object.freeze({ welcome: 1, custom: 2 } as const);
export type AutomationType = (typeof AUTOMATION_TYPE)[keyof typeof AUTOMATION_TYPE];

/** Why an automation sends nothing though it may be live: a backup was restored, or a job of it failed again and again. */
export const AUTOMATION_HOLDS = ['restored', 'failed'] as const;
export type AutomationHold = (typeof AUTOMATION_HOLDS)[number];

/** A time during which an automation was live; `to` is null while it is. */
export interface LivePeriod {
  from: Date;
  to: Date | null;
}

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
  /** All the times that it was live: who joined in one of them enters, however late that is noticed. */
  live_periods: LivePeriod[];
  /** Who was in the target when it went live still has to enter, from the member after this id on; null: nobody. */
  walk: { at: Date; after: number } | null;
  /** Counts the changes of its emails: enrollments reckoned by an older plan are reckoned anew. */
  plan: number;
  /** Set with each change of `plan`, and with the deletion: somebody may have to be reckoned anew, or to leave. */
  replan_at: Date | null;
  /** People enter, and nothing is sent until it is set live again. */
  hold_reason?: AutomationHold | null;
  /** What its owner may read of the reason, where its name does not say all. */
  hold_detail?: string | null;
  /** How its enrollments stand, when they were last counted … */
  tallies?: readonly EnrollmentTally[];
  /** … and when they were marked as changed since. See `queries/enrollment-counts.ts`. */
  tallies_dirty_at?: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** What a draft begins with. */
export const NEVER_LIVE = Object.freeze({
  status: AUTOMATION_STATUS.draft,
  live_at: null,
  live_periods: [],
  walk: null,
  plan: 0,
  replan_at: null,
  hold_reason: null,
  hold_detail: null,
  tallies: [],
  tallies_dirty_at: null,
});

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
    live_periods: { type: Schema.Types.Mixed, default: [] },
    walk: { type: Schema.Types.Mixed, default: null },
    plan: { type: Number, default: 0 },
    replan_at: { type: Date, default: null },
    hold_reason: { type: String, default: null },
    hold_detail: { type: String, default: undefined },
    tallies: { type: Schema.Types.Mixed, default: undefined },
    tallies_dirty_at: Date,
    deleted_at: { type: Date, default: null },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'automations', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1, _id: 1 });
schema.index({ utr: 1 }, { unique: true });
// From who joined to what they enter.
schema.index({ 'automation_for.id': 1, 'automation_for.table': 1 });
// The sweep: what is live, and what is left to do.
schema.index({ status: 1 }, { partialFilterExpression: { status: 1 } });
schema.index({ 'walk.at': 1 }, { partialFilterExpression: { 'walk.at': { $type: 'date' } } });
schema.index({ replan_at: 1 }, { partialFilterExpression: { replan_at: { $type: 'date' } } });

export const Automation = model<AutomationDocument>('Automation', schema);
