import { defineJob } from '../job.ts';
import { giveUpSend } from '../single-sends/give-up.ts';
import { startSingleSend } from '../single-sends/start.ts';

export default defineJob('start-single-send', {
  doing: 'Starting the send',
  run: startSingleSend,
  giveUp: ({ singleSendId }, failure, worker) => giveUpSend(singleSendId, failure, worker),
});
