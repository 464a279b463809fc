import { collection, model } from '../store/collection.ts';
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

const schema = collection<EnrollmentCountDocument>('enrollment_counts');
schema.index({ automation_id: 1 });

export const EnrollmentCount = model<EnrollmentCountDocument>('EnrollmentCount', schema);
