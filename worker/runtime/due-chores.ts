import { JobFailure, type JobFailureDocument } from '../../common/models/job-failures.ts';
import type { Question } from '../../common/store/everywhere.ts';
import type { Chore } from './chore.ts';

/** Failures that a round reads at once. Where there are more, each job that it finds is looked up. */
export const KNOWN = 5000;

type DueFailure = Pick<JobFailureDocument, '_id' | 'next_at'>;

export interface Round {
  readonly failed: readonly DueFailure[];
  readonly due: readonly Chore[];
}

/**
 * The chores that are due at a time. An idle worker asks about every five seconds: a command for each sign meant 20 times as many, and most of the CPU
 * of an idle service.
 */
export async function askForRound(chores: readonly Chore[], at: Date): Promise<Round> {
  const signs = chores.flatMap(({ signs = [] }, chore) =>
    signs.map(({ collection, filter }) => ({
      $unionWith: {
        coll: collection,
        pipeline: [
          { $match: filter(at) },
          { $limit: 1 },
          { $project: { _id: 0, chore: { $literal: chore } } },
        ],
      },
    })),
  );
  const found = await JobFailure.aggregate<DueFailure | { chore: number }>(
    [{ $sort: { _id: 1 } }, { $limit: KNOWN }, { $project: { next_at: 1 } }, ...signs],
    { comment: 'sweep' satisfies Question },
  ).toArray();
  const seen = new Set(found.map((row) => ('chore' in row ? row.chore : null)));
  return {
    failed: found.filter((row) => !('chore' in row)) as DueFailure[],
    due: chores.filter(({ signs }, chore) => signs === undefined || seen.has(chore)),
  };
}
