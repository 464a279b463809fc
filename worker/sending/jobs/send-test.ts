import { now } from '../../../common/clock.ts';
import { TestMail } from '../../../common/models/test-mails.ts';
import { dueTest, dueTests } from '../../../common/queries/test-mails.ts';
import { keepRenewed, takeLease } from '../../../common/store/lease.ts';
import { sign } from '../../runtime/chore.ts';
import { defineJob, later } from '../../runtime/job.ts';
import { sendTest } from '../tests/send-test.ts';

/**
 * Sends the mails of a test, each once, however often the job runs. After a crash the one mail that was being handed over is sent once
 * more with the same Message-ID; with `IN_DOUBT=hold` it is not.
 */
export default defineJob('send-test', {
  doing: 'Sending a test',
  due: { signs: [sign(TestMail, dueTest)], find: dueTests },
  async run({ testId }, worker) {
    const taken = await takeLease(
      { model: TestMail, token: 'claim', until: 'due_at' },
      { _id: testId, due_at: { $lte: now() } },
      { set: { attempts: { $add: ['$attempts', 1] } }, returnDocument: 'after' },
    );
    if (!taken) return 'idle';
    const lease = keepRenewed(taken.lease);
    try {
      return await sendTest(taken.found, lease, worker);
    } finally {
      lease.end();
    }
  },
  giveUp: later,
});
