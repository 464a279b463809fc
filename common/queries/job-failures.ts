import { JobFailure, type JobFailureDocument } from '../models/job-failures.ts';
import { rows } from '../mongo/connection.ts';

/** Failures that the sweep knows of; more than this at once, and the rest are tried too often. */
const KNOWN = 5000;

/** Jobs that failed and have not succeeded since, and when each may be tried again. */
export const failedJobs = (): Promise<Pick<JobFailureDocument, '_id' | 'next_at'>[]> =>
  rows(JobFailure)
    .find({})
    .project<Pick<JobFailureDocument, '_id' | 'next_at'>>({ next_at: 1 })
    .sort({ _id: 1 })
    .limit(KNOWN)
    .toArray();

/** How many jobs are given up now, by job. */
export async function countGivenUp(): Promise<Map<string, number>> {
  const counts = await rows(JobFailure)
    .aggregate<{ _id: string; count: number }>([
      { $match: { given_up_at: { $type: 'date' } } },
      { $group: { _id: '$job', count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(counts.map(({ _id, count }) => [_id, count]));
}
