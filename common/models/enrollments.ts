import { collection, model } from '../store/collection.ts';

/** waiting: for the next email, or the outcome of one · done: all emails were sent · left: ended early. */
type EnrollmentState = 'waiting' | 'done' | 'left';

/** docs/rules.md 10.2. `address_taken`: the contact's new address is enrolled already. */
export const LEFT_REASONS = [
  'exit_criteria',
  'unsubscribed',
  'bounced',
  'deleted',
  'address_taken',
  'automation_deleted',
] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

export interface EnrollmentDocument {
  _id: number;
  user_id: number;
  automation_id: number;
  contact_id: number | null;
  /** The segment's row of a person who was added to it by hand and is no contact. */
  segment_recipient_id: number | null;
  email: string;
  email_norm: string;
  state: EnrollmentState;
  reason: LeftReason | null;
  /** The next email, or the one under way; null while the automation has none, and at the end. */
  schedule_id: number | null;
  /** When that email is due; null while it is under way. */
  due_at: Date | null;
  delivery_id: number | null;
  /** The last email processed; 0: none. */
  after: number;
  /** The start of the wait: the entry, or the acceptance of the email before. */
  since: Date;
  /** The plan by which `schedule_id` and `due_at` were computed. */
  plan: number;
  entered_at: Date;
  /** When it was done or left; absent while it waits, and once a hash replaces its address (`RETENTION_DAYS`). */
  ended_at?: Date;
  /** Its automation is deleted, and only it tells a former address of its contact (`contacts/export`). It no longer counts. */
  kept?: true;
}

const schema = collection<EnrollmentDocument>('enrollments');
// An address enters an automation once, and so does a contact that changes its address: this lock makes a repeated entry
// harmless.
schema.index({ user_id: 1, automation_id: 1, email_norm: 1 }, { unique: true });
schema.index(
  { user_id: 1, automation_id: 1, contact_id: 1 },
  { unique: true, partialFilterExpression: { contact_id: { $type: 'number' } } },
);
schema.index(
  { user_id: 1, schedule_id: 1, due_at: 1 },
  { partialFilterExpression: { due_at: { $type: 'date' } } },
);
schema.index(
  { user_id: 1, delivery_id: 1 },
  { unique: true, partialFilterExpression: { delivery_id: { $gt: 0 } } },
);
schema.index({ ended_at: 1 }, { partialFilterExpression: { ended_at: { $type: 'date' } } });
schema.index({ user_id: 1, automation_id: 1, plan: 1 }, { partialFilterExpression: { state: 'waiting' } });

export const Enrollment = model<EnrollmentDocument>('Enrollment', schema);
