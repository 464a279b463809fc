import type { AudienceRef } from '../domain/audience-refs.ts';
import { collection, model } from '../store/collection.ts';
import type { EnrollmentTally } from './enrollment-counts.ts';

/** A paused automation is a draft again (docs/rules.md 10.7). */
export const AUTOMATION_STATUS = Object.freeze({ draft: 0, live: 1 } as const);
type AutomationStatus = (typeof AUTOMATION_STATUS)[keyof typeof AUTOMATION_STATUS];

/** welcome: contacts that join the target while it is live · custom: also those in it when it goes live (docs/rules.md 10.1). */
export const AUTOMATION_TYPE = Object.freeze({ welcome: 1, custom: 2 } as const);
type AutomationType = (typeof AUTOMATION_TYPE)[keyof typeof AUTOMATION_TYPE];

/** Nothing is sent since a backup was restored, the account was closed and reopened, or a job failed repeatedly. */
export const AUTOMATION_HOLDS = ['restored', 'closed', 'failed'] as const;
type AutomationHold = (typeof AUTOMATION_HOLDS)[number];

interface LivePeriod {
  from: Date;
  to: Date | null;
}

/** A walk over members of the target. It begins at `at`, and resumes after this id. */
export interface AutomationWalk {
  at: Date;
  after: number;
  /** It is for members who joined while the account had no room (quota `derived_rows`): since when, and how often that happened. */
  full?: { since: Date; times: number };
}

/** A series of emails (`automation_schedules`) to each contact that joins a contact type or segment. */
export interface AutomationDocument {
  _id: number;
  user_id: number;
  utr: string;
  automation_name: string;
  automation_type: AutomationType;
  /** Null: the automation cannot go live yet. */
  automation_for: AudienceRef | null;
  exit_criteria: 0 | 1;
  unsubscribe_group_id: number | null;
  status: AutomationStatus;
  /** When it last went live; pausing keeps the value. */
  live_at: Date | null;
  /** A contact that joined in one of these periods enters, however late a worker notices it. */
  live_periods: LivePeriod[];
  /** Over the members that the target had when it went live, or those without room since; null: finished. */
  walk: AutomationWalk | null;
  /** Counts changes of its emails: an enrollment with a smaller number gets a new due date. */
  plan: number;
  /** Set with each change of `plan` and with the deletion: enrollments may need a new due date, or leave. */
  replan_at: Date | null;
  /** Since when the enrollments of a deleted automation are being removed; absent once none is left. */
  removing_since?: Date;
  /** While set, contacts enter and nothing is sent; setting it live again removes it. */
  hold_reason?: AutomationHold | null;
  hold_detail?: string | null;
  /** Some of its old enrollments have a hash in place of the address. Set before the first is replaced. */
  forgets?: true;
  /** The last count of its enrollments … */
  tallies?: readonly EnrollmentTally[];
  /** … and when they were marked as changed since (`changes/enrollment-counts.ts`). */
  tallies_dirty_at?: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

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
schema.index({ user_id: 1, utr: 1 }, { unique: true });
schema.index({ 'automation_for.id': 1, 'automation_for.table': 1 });
schema.index({ status: 1 }, { partialFilterExpression: { status: 1 } });
schema.index({ 'walk.at': 1 }, { partialFilterExpression: { 'walk.at': { $type: 'date' } } });
schema.index({ replan_at: 1 }, { partialFilterExpression: { replan_at: { $type: 'date' } } });
schema.index({ removing_since: 1 }, { partialFilterExpression: { removing_since: { $type: 'date' } } });

export const Automation = model<AutomationDocument>('Automation', schema);
