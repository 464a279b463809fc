import { isStopped } from '../../../common/accounts/stopped.ts';
import { now } from '../../../common/clock.ts';
import { Account } from '../../../common/models/accounts.ts';
import { Notice } from '../../../common/models/notices.ts';
import { dueNotice, dueNotices } from '../../../common/queries/notices.ts';
import { sign } from '../../runtime/chore.ts';
import { defineJob } from '../../runtime/job.ts';
import { beginTurn } from '../../runtime/turn.ts';
import { standstillOf } from '../../sending/standstill.ts';
import { claimNotice } from '../claim.ts';
import { type NoticeWorker, sendNotice } from '../send-notice.ts';

/** Each event once: a notice is claimed, and each recipient is recorded before the next one. */
export default defineJob('send-notices', {
  doing: 'Mailing notification recipients',
  due: {
    signs: [sign(Notice, dueNotice)],
    find: async (at) => (await dueNotices(at)).map((userId) => ({ userId })),
  },
  async run({ userId }, worker: NoticeWorker) {
    const account = await Account.findOne({ _id: userId });
    if (!account) return undefined;
    if (isStopped(account)) return putOff(userId);
    const isOver = beginTurn('send-notices', worker);
    for (let done = 0; !isOver(); done += 1) {
      if ((await standstillOf(userId, worker.config)) !== null) return 'idle';
      const held = await claimNotice(userId, worker.mailer.patience);
      if (!held) return done === 0 ? 'idle' : undefined;
      // No mail server answers, so the other recipients would only wait, too.
      if ((await sendNotice(held, account, worker, isOver)) === 'away') return undefined;
    }
    return 'more';
  },
});

const SUSPENDED_WAIT = 30_000;

/** Without this the sweep would ring for these notices each second. */
async function putOff(userId: number): Promise<void> {
  const at = now();
  await Notice.of(userId).updateMany(
    { due_at: { $type: 'date', $lte: at } },
    { $set: { due_at: new Date(at.getTime() + SUSPENDED_WAIT) } },
  );
}
