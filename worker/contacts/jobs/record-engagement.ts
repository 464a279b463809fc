import { recordEngagement } from '../../../common/changes/engagement-dates.ts';
import { EngagementAccount } from '../../../common/models/engagement-accounts.ts';
import { Engagement } from '../../../common/models/engagements.ts';
import { dueEngagement, dueEntries, unwalkedAccount } from '../../../common/queries/engagement-dates.ts';
import { sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/job.ts';
import { beginTurn } from '../../runtime/turn.ts';

/** Writes to an account's contacts when they last got a mail, opened or clicked, from the last checkpoint on. */
export default defineJob('record-engagement', {
  doing: 'Writing mail history to contacts',
  due: {
    signs: [sign(Engagement, dueEntries), sign(EngagementAccount, unwalkedAccount)],
    find: async () => (await dueEngagement()).map((userId) => ({ userId })),
  },
  async run({ userId }, worker: Pick<WorkerContext, 'stopping'>) {
    const isDone = await recordEngagement(userId, beginTurn('record-engagement', worker));
    return isDone ? undefined : 'more';
  },
});
