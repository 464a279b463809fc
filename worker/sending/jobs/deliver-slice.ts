import { defineJob } from '../../runtime/job.ts';
import { deliverNext } from '../delivery/deliver-next.ts';
import { giveUpMailing } from '../delivery/mailing-owner.ts';
import { ringSlice } from '../delivery/ring-slices.ts';

export default defineJob('deliver-slice', {
  doing: 'Sending its mails',
  async run(payload, worker) {
    const ringNext = () => ringSlice(worker.ring, payload);
    return (await deliverNext(payload.userId, payload.mailing, worker, { ringNext })) ? undefined : 'idle';
  },
  giveUp: giveUpMailing,
});
