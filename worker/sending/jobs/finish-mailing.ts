import { defineJob } from '../../runtime/job.ts';
import { endMailing } from '../delivery/end-mailing.ts';
import { giveUpMailing } from '../delivery/mailing-owner.ts';

export default defineJob('finish-mailing', {
  doing: 'Counting what was sent',
  run: ({ mailing, userId }, worker) => endMailing(userId, mailing, worker),
  giveUp: giveUpMailing,
});
