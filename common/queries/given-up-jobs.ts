import { JobFailure, type JobFailureDocument } from '../models/job-failures.ts';

/** The last job of a page. The next page begins after it. */
export interface GivenUpCursor {
  readonly at: Date;
  readonly id: string;
}

/** Returns the jobs that are no longer retried, the latest first. */
export const givenUpJobs = (after: GivenUpCursor | null, limit: number): Promise<JobFailureDocument[]> =>
  JobFailure.find({
    given_up_at: { $type: 'date', ...(after && { $lte: after.at }) },
    ...(after && { $or: [{ given_up_at: { $lt: after.at } }, { _id: { $gt: after.id } }] }),
  })
    .sort({ given_up_at: -1, _id: 1 })
    .limit(limit)
    .toArray();
