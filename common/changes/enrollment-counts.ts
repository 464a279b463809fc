import { Automation, type AutomationDocument } from '../models/automations.ts';
import { EnrollmentCount, type EnrollmentTally } from '../models/enrollment-counts.ts';
import { Enrollment } from '../models/enrollments.ts';
import { type Ids, runOf } from '../queries/count-by-run.ts';
import { type Counting, countOfOwner, markRuns } from './run-counts.ts';

type AutomationTallies = Pick<AutomationDocument, '_id' | 'user_id' | 'tallies' | 'tallies_dirty_at'>;

/** No index has both id and state, so the documents are read: this many take some 5 ms. */
const RUN = 4096;

const counting: Counting<AutomationTallies, readonly EnrollmentTally[]> = {
  owners: Automation,
  sum: 'tallies',
  dirtyAt: 'tallies_dirty_at',
  runs: EnrollmentCount,
  ownerField: 'automation_id',
  length: RUN,
  count: tallyByRun,
  total: (counts) => merged(counts.flat()),
};

/** Call it *before* enrollments of an automation are added or change state; see {@link markRuns}. */
export const markEnrollments = (
  userId: number,
  automationId: number,
  ids: readonly number[],
): Promise<void> => markRuns(counting, { user_id: userId, _id: automationId }, ids);

export const tallyEnrollments = countOfOwner(counting);

async function tallyByRun(
  { _id: automationId, user_id }: AutomationTallies,
  ids?: Ids,
): Promise<Map<number, EnrollmentTally[]>> {
  const found = await Enrollment.of(user_id)
    .aggregate<{
      _id: Omit<EnrollmentTally, 'count'> & { run: number };
      count: number;
    }>(
      [
        { $match: { automation_id: automationId, ...(ids && { _id: ids }) } },
        {
          $group: {
            _id: { run: runOf(RUN), state: '$state', reason: '$reason', schedule_id: '$schedule_id' },
            count: { $sum: 1 },
          },
        },
      ],
      // The planner may choose the index of automations, and read all enrollments of one.
      ids && { hint: { _id: 1 } },
    )
    .toArray();
  const runs = new Map<number, EnrollmentTally[]>();
  for (const { _id, count } of found) {
    const { run, ...standing } = _id;
    const tallies = runs.get(run) ?? [];
    runs.set(run, tallies);
    tallies.push({ ...standing, count });
  }
  return runs;
}

function merged(tallies: readonly EnrollmentTally[]): EnrollmentTally[] {
  const byStanding = new Map<string, EnrollmentTally>();
  for (const tally of tallies) {
    const { state, reason, schedule_id, count } = tally;
    const key = JSON.stringify([state, reason, schedule_id]);
    byStanding.set(key, { ...tally, count: (byStanding.get(key)?.count ?? 0) + count });
  }
  return [...byStanding.values()];
}
