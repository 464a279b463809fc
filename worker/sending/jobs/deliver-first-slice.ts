import { defineJob } from '../../runtime/job.ts';
import { deliverNext } from '../delivery/deliver-next.ts';
import { giveUpMailing } from '../delivery/mailing-owner.ts';
import { ringSlices } from '../delivery/ring-slices.ts';

export default defineJob('deliver-first-slice', {
  doing: 'Sending its mails',
  async run({ mailing, userId }, worker) {
    const ringNext = () => ringSlices(worker.ring, { _id: mailing, user_id: userId });
    return (await deliverNext(userId, mailing, worker, { isFirst: true, ringNext })) ? undefined : 'idle';
  },
  giveUp: giveUpMailing,
});
