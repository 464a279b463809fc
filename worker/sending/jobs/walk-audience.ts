import { defineJob } from '../../runtime/job.ts';
import { giveUpSend } from '../single-sends/give-up.ts';
import { walkAudience } from '../single-sends/walk.ts';

export default defineJob('walk-audience', {
  doing: 'Walking its audience',
  run: walkAudience,
  giveUp: ({ singleSendId, userId }, failure, worker) => giveUpSend(userId, singleSendId, failure, worker),
});
