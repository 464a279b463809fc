import { collection, model } from '../store/collection.ts';

/** waiting: for its next email, or for that one's outcome · done: had them all · left: ended before. */
export type EnrollmentState = 'waiting' | 'done' | 'left';

/** Why a contact left an automation (docs/rules.md 10.2). `address_taken`: its new address goes through it already. */
export const LEFT_REASONS = [
  'exit_criteria',
  'unsubscribed',
  'bounced',
  'deleted',
  'address_taken',
  'automation_deleted',
] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

/** One address on its way through an automation. */
export interface EnrollmentDocument {
  _id: number;
  user_id: number;
  automation_id: number;
  contact_id: number | null;
  /** The segment's own row of a person who was added to a segment by hand and is no contact. */
  segment_recipient_id: number | null;
  email: string;
  email_norm: string;
  state: EnrollmentState;
  reason: LeftReason | null;
  /** The email that comes next or is on its way; null while the automation has none, and at the end. */
  schedule_id: number | null;
  /** When that email is due; null while it is on its way. */
  due_at: Date | null;
  /** The ledger row of the email that is on its way. */
  delivery_id: number | null;
  /** The last email that it went through; 0: none. */
  after: number;
  /** What the wait is counted from: the entry, or when the email before was accepted. */
  since: Date;
  /** The number of the plan that `schedule_id` and `due_at` were computed from. */
  plan: number;
  entered_at: Date;
  /** When it was done or left; absent while it waits, and once a hash stands for its address (`RETENTION_DAYS`). */
  ended_at?: Date;
}

const schema = collection<EnrollmentDocument>('enrollments');
// An address goes through an automation once, and so does a contact that changes its address: the lock that makes
// entering twice harmless.
schema.index({ automation_id: 1, email_norm: 1 }, { unique: true });
schema.index(
  { automation_id: 1, contact_id: 1 },
  { unique: true, partialFilterExpression: { contact_id: { $type: 'number' } } },
);
// Enrollments that are due for an email. Those that wait for nothing, or for an outcome, are not in it.
schema.index({ schedule_id: 1, due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });
// From an outcome to the enrollment that it moves on.
schema.index({ delivery_id: 1 }, { unique: true, partialFilterExpression: { delivery_id: { $gt: 0 } } });
// Enrollments whose addresses are to be forgotten.
schema.index({ ended_at: 1 }, { partialFilterExpression: { ended_at: { $type: 'date' } } });
// Enrollments that need a new due date.
schema.index({ automation_id: 1, plan: 1 }, { partialFilterExpression: { state: 'waiting' } });

export const Enrollment = model<EnrollmentDocument>('Enrollment', schema);
