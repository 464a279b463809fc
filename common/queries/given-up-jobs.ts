import { JobFailure, type JobFailureDocument } from '../models/job-failures.ts';

/** Where a page of the jobs that were given up ends. */
export interface GivenUpCursor {
  readonly at: Date;
  readonly id: string;
}

/** Jobs that are given up, the latest first. */
export const givenUpJobs = (after: GivenUpCursor | null, limit: number): Promise<JobFailureDocument[]> =>
  JobFailure.find({
    given_up_at: { $type: 'date', ...(after && { $lte: after.at }) },
    ...(after && { $or: [{ given_up_at: { $lt: after.at } }, { _id: { $gt: after.id } }] }),
  })
    .sort({ given_up_at: -1, _id: 1 })
    .limit(limit)
    .toArray();
