import { model, Schema } from 'mongoose';

/** waiting: for its next email, or for that one's outcome · done: had them all · left: ended before. */
export const ENROLLMENT_STATES = ['waiting', 'done', 'left'] as const;
export type EnrollmentState = (typeof ENROLLMENT_STATES)[number];

/** Why somebody left a series (rulings 10). `address_taken`: they changed to an address that goes through it already. */
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
  /** The segment's own row, for those who were added to a segment by hand and are no contact. */
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
  /** The automation's `plan` that `schedule_id` and `due_at` were reckoned by. */
  plan: number;
  entered_at: Date;
}

const schema = new Schema<EnrollmentDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    automation_id: { type: Number, required: true },
    contact_id: { type: Number, default: null },
    segment_recipient_id: { type: Number, default: null },
    email: { type: String, required: true },
    email_norm: { type: String, required: true },
    state: { type: String, required: true, enum: ENROLLMENT_STATES },
    reason: { type: String, default: null },
    schedule_id: { type: Number, default: null },
    due_at: { type: Date, default: null },
    delivery_id: { type: Number, default: null },
    after: { type: Number, required: true },
    since: { type: Date, required: true },
    plan: { type: Number, required: true },
    entered_at: { type: Date, required: true },
  },
  { collection: 'enrollments', versionKey: false, strict: 'throw' },
);
// An address goes through an automation once, and so does a contact that changes its address: the lock that makes
// entering twice harmless.
schema.index({ automation_id: 1, email_norm: 1 }, { unique: true });
schema.index(
  { automation_id: 1, contact_id: 1 },
  { unique: true, partialFilterExpression: { contact_id: { $type: 'number' } } },
);
// What is due of an email. Who waits for nothing, or for an outcome, is not in it.
schema.index({ schedule_id: 1, due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });
// From an outcome to whom it moves on.
schema.index({ delivery_id: 1 }, { unique: true, partialFilterExpression: { delivery_id: { $gt: 0 } } });
// Who is to be reckoned anew.
schema.index({ automation_id: 1, plan: 1 }, { partialFilterExpression: { state: 'waiting' } });

export const Enrollment = model<EnrollmentDocument>('Enrollment', schema);
