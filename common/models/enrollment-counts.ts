import { collection, model } from '../store/collection.ts';
import type { EnrollmentDocument } from './enrollments.ts';
import type { RunCountDocument } from './run-counts.ts';

/** The number of enrollments with the same state, reason and next email. */
export interface EnrollmentTally extends Pick<EnrollmentDocument, 'state' | 'reason' | 'schedule_id'> {
  count: number;
}

interface EnrollmentCountDocument extends RunCountDocument<EnrollmentTally[]> {
  automation_id: number;
}

const schema = collection<EnrollmentCountDocument>('enrollment_counts');
schema.index({ automation_id: 1 });

export const EnrollmentCount = model<EnrollmentCountDocument>('EnrollmentCount', schema);
