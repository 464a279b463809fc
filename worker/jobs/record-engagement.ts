import { recordEngagement } from '../../common/changes/engagement-dates.ts';
import type { WorkerContext } from '../context.ts';
import { defineJob, later } from '../job.ts';

/** Writes to an account's contacts when they were last sent a mail, opened or clicked, from the last checkpoint on. */
export default defineJob('record-engagement', {
  doing: 'Writing mail history to contacts',
  async run({ userId }, { stopping }: Pick<WorkerContext, 'stopping'>) {
    await recordEngagement(userId, () => stopping.aborted);
  },
  giveUp: later,
});
