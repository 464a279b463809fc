import { collection, model } from '../store/collection.ts';

/** A job that failed and has not succeeded since. Other jobs have no row, and cost no write. */
export interface JobFailureDocument {
  /** The job's name and subject: `deliver-slice send-12`. */
  _id: string;
  job: string;
  /** `send-12`, `automation-5`, `import-7` … (`jobs/catalogue.ts`). */
  subject: string;
  /** The error in a few words without ids and times, so that equal failures have equal reasons. */
  reason: string;
  /** Failed tries in a row for this reason … */
  failures: number;
  /** … and for any reason. */
  tries: number;
  first_at: Date;
  last_at: Date;
  /** When the job is retried; null: not before its subject is resumed, changed or deleted. */
  next_at: Date | null;
  /** Since when the job is given up, which its owner or the operator sees; null while it is retried. */
  given_up_at: Date | null;
  forget_at: Date;
}

const schema = collection<JobFailureDocument>('job_failures');
// Forget the failures of a resumed, changed or deleted subject.
schema.index({ subject: 1 });
schema.index({ given_up_at: 1 }, { partialFilterExpression: { given_up_at: { $type: 'date' } } });
schema.index({ forget_at: 1 }, { expireAfterSeconds: 0 });

export const JobFailure = model<JobFailureDocument>('JobFailure', schema);
