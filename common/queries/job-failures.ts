import { JobFailure } from '../models/job-failures.ts';

export async function countGivenUp(): Promise<Map<string, number>> {
  const counts = await JobFailure.aggregate<{ _id: string; count: number }>([
    { $match: { given_up_at: { $type: 'date' } } },
    { $group: { _id: '$job', count: { $sum: 1 } } },
  ]).toArray();
  return new Map(counts.map(({ _id, count }) => [_id, count]));
}
