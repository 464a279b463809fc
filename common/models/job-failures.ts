import { collection, model } from '../store/collection.ts';

/** A job that failed and has not succeeded since. A job that never failed has no row, and costs no write. */
export interface JobFailureDocument {
  /** The job's name and what it is about: `deliver-slice send-12`. */
  _id: string;
  job: string;
  /** What the job is about: `send-12`, `automation-5`, `import-7` … See `jobs/catalogue.ts`. */
  subject: string;
  /** The error in a few words without ids and times, so that the same failure has the same reason. */
  reason: string;
  /** Tries in a row that failed for this reason … */
  failures: number;
  /** … and for any. */
  tries: number;
  first_at: Date;
  last_at: Date;
  /** The job is not tried before; null: not until what it is about is resumed, changed or deleted. */
  next_at: Date | null;
  /** Since when the job is given up, which its owner or the operator sees; null while it is only tried again. */
  given_up_at: Date | null;
  /** From here on the row may go. */
  forget_at: Date;
}

const schema = collection<JobFailureDocument>('job_failures');
// Resuming, changing or deleting something forgets its failures.
schema.index({ subject: 1 });
// The metric.
schema.index({ given_up_at: 1 }, { partialFilterExpression: { given_up_at: { $type: 'date' } } });
schema.index({ forget_at: 1 }, { expireAfterSeconds: 0 });

export const JobFailure = model<JobFailureDocument>('JobFailure', schema);
