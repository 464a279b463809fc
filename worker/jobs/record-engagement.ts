import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { recordEngagement as record } from '../../common/queries/engagement-dates.ts';
import type { WorkerContext } from '../context.ts';

/** Writes to an account's contacts when they were last sent something, opened or clicked; goes on where it was left. */
export async function recordEngagement(
  { userId }: JobPayloads['record-engagement'],
  { stopping }: Pick<WorkerContext, 'stopping'>,
): Promise<void> {
  await record(userId, () => stopping.aborted);
}
