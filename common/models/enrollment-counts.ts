import { model, Schema } from 'mongoose';
import type { EnrollmentDocument } from './enrollments.ts';
import type { RunCountDocument } from './run-counts.ts';

/** How many enrollments stand alike. */
export interface EnrollmentTally extends Pick<EnrollmentDocument, 'state' | 'reason' | 'schedule_id'> {
  count: number;
}

/** The enrollments of an automation. */
export interface EnrollmentCountDocument extends RunCountDocument<EnrollmentTally[]> {
  automation_id: number;
}

const schema = new Schema<EnrollmentCountDocument>(
  {
    _id: String,
    automation_id: { type: Number, required: true },
    run: { type: Number, required: true },
    count: { type: Schema.Types.Mixed, required: true },
    dirty_at: { type: Date, default: null },
    counted_at: Date,
  },
  { collection: 'enrollment_counts', versionKey: false, strict: 'throw' },
);
schema.index({ automation_id: 1 });

export const EnrollmentCount = model<EnrollmentCountDocument>('EnrollmentCount', schema);
