import { defineJob } from '../../runtime/job.ts';
import { giveUpSend } from '../single-sends/give-up.ts';
import { startSingleSend } from '../single-sends/start.ts';

export default defineJob('start-single-send', {
  doing: 'Starting the send',
  async run(payload, worker) {
    const started = worker.starts.begin(payload.userId);
    try {
      return await startSingleSend(payload, worker);
    } finally {
      started();
    }
  },
  giveUp: ({ singleSendId, userId }, failure, worker) => giveUpSend(userId, singleSendId, failure, worker),
});
