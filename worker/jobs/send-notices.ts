import { now } from '../../common/clock.ts';
import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { Account } from '../../common/models/accounts.ts';
import { Notice } from '../../common/models/notices.ts';
import { rows } from '../../common/mongo.ts';
import { standstillOf } from '../delivery/standstill.ts';
import { claimNotice } from '../notices/claim.ts';
import { type NoticeWorker, sendNotice } from '../notices/send-notice.ts';

/** How long one account keeps others waiting, in milliseconds; the sweep rings for what is left. */
const TURN_MS = 5000;

/**
 * Mails an account's notification recipients what happened, each event once however often and wherever this runs: a
 * notice is claimed, and each recipient who is done with is recorded before the next one.
 */
export async function sendNotices(
  { userId }: JobPayloads['send-notices'],
  worker: NoticeWorker,
): Promise<void | 'idle'> {
  const account = await rows(Account).findOne({ _id: userId });
  if (!account) return;
  if (account.suspended) return putOff(userId);
  const ends = performance.now() + TURN_MS;
  for (let done = 0; !worker.stopping.aborted && performance.now() < ends; done += 1) {
    if ((await standstillOf(userId, worker.config)) !== null) return 'idle';
    const held = await claimNotice(userId, worker.mailer.patience);
    if (!held) return done === 0 ? 'idle' : undefined;
    // With no server there, the others would only wait for it one after the other.
    if ((await sendNotice(held, account, worker)) === 'away') return;
  }
}

/** Until the notices of a suspended account are looked at again, in milliseconds. */
const SUSPENDED_WAIT = 30_000;

/** They wait, so that the sweep need not ring for them each second. */
async function putOff(userId: number): Promise<void> {
  const at = now();
  await rows(Notice).updateMany(
    { user_id: userId, due_at: { $type: 'date', $lte: at } },
    { $set: { due_at: new Date(at.getTime() + SUSPENDED_WAIT) } },
  );
}
