import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { Account } from '../../common/models/accounts.ts';
import { rows } from '../../common/mongo.ts';
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
): Promise<void> {
  const account = await rows(Account).findOne({ _id: userId });
  if (!account) return;
  const ends = performance.now() + TURN_MS;
  while (!worker.stopping.aborted && performance.now() < ends) {
    const held = await claimNotice(userId, worker.mailer.patience);
    // With no server there, the others would only wait for it one after the other.
    if (!held || (await sendNotice(held, account, worker)) === 'away') return;
  }
}
