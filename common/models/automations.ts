import type { AudienceRef } from '../domain/audience-refs.ts';
import { collection, model } from '../store/collection.ts';
import type { EnrollmentTally } from './enrollment-counts.ts';

/** 0 draft · 1 live. A paused one is a draft again (docs/rules.md 10.7). */
export const AUTOMATION_STATUS = Object.freeze({ draft: 0, live: 1 } as const);
export type AutomationStatus = (typeof AUTOMATION_STATUS)[keyof typeof AUTOMATION_STATUS];

/** welcome: contacts that join the target while it is live · custom: also those in it when it goes live (docs/rules.md 10.1). */
export const AUTOMATION_TYPE = Object.freeze({ welcome: 1, custom: 2 } as const);
export type AutomationType = (typeof AUTOMATION_TYPE)[keyof typeof AUTOMATION_TYPE];

/** Why an automation sends nothing though it may be live: a backup was restored, its account was closed and reopened, or a job of it failed again and again. */
export const AUTOMATION_HOLDS = ['restored', 'closed', 'failed'] as const;
export type AutomationHold = (typeof AUTOMATION_HOLDS)[number];

/** A time during which an automation was live; `to` is null while it is. */
export interface LivePeriod {
  from: Date;
  to: Date | null;
}

/** A series of mails, `automation_schedules`, to each contact that joins a contact type or segment. */
export interface AutomationDocument {
  _id: number;
  user_id: number;
  utr: string;
  automation_name: string;
  automation_type: AutomationType;
  /** Null until it is known: it can't go live before. */
  automation_for: AudienceRef | null;
  /** 1: a contact that leaves the target leaves the series. */
  exit_criteria: 0 | 1;
  /** Null until it is known: it can't go live before. */
  unsubscribe_group_id: number | null;
  status: AutomationStatus;
  /** When it last went live; pausing keeps it. */
  live_at: Date | null;
  /** All times at which it was live: a contact that joined in one of them enters, however late a worker notices it. */
  live_periods: LivePeriod[];
  /** The walk that enters the members that the target had when it went live: it goes on after this id. Null: it is done. */
  walk: { at: Date; after: number } | null;
  /** Counts the changes of its emails: an enrollment with a smaller number gets a new due date. */
  plan: number;
  /** Set with each change of `plan`, and with the deletion: enrollments may need a new due date, or have to leave. */
  replan_at: Date | null;
  /** Contacts enter, and nothing is sent until it is set live again. */
  hold_reason?: AutomationHold | null;
  /** What its owner may read of the reason, where its name does not say all. */
  hold_detail?: string | null;
  /** In some of its enrollments a hash stands for the address, since they ended so long ago. Set before the first is replaced. */
  forgets?: true;
  /** How its enrollments stand, when they were last counted … */
  tallies?: readonly EnrollmentTally[];
  /** … and when they were marked as changed since. See `changes/enrollment-counts.ts`. */
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

const schema = collection<AutomationDocument>('automations');
schema.index({ user_id: 1, _id: 1 });
schema.index({ utr: 1 }, { unique: true });
// From a target that a contact joins to the automations that it enters.
schema.index({ 'automation_for.id': 1, 'automation_for.table': 1 });
// The sweep: what is live, and what is left to do.
schema.index({ status: 1 }, { partialFilterExpression: { status: 1 } });
schema.index({ 'walk.at': 1 }, { partialFilterExpression: { 'walk.at': { $type: 'date' } } });
schema.index({ replan_at: 1 }, { partialFilterExpression: { replan_at: { $type: 'date' } } });

export const Automation = model<AutomationDocument>('Automation', schema);
