import { noteChange } from '../../../common/accounts/change-notes.ts';
import { beginDeletion, dueClosures, dueDeletions, endAccount } from '../../../common/accounts/deletion.ts';
import { now } from '../../../common/clock.ts';
import { Account, type AccountDocument, type Closure } from '../../../common/models/accounts.ts';
import { DeletedAccount, type DeletedAccountDocument } from '../../../common/models/deleted-accounts.ts';
import { sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/job.ts';
import { beginDeletionTurn } from '../deletion/deleting.ts';
import { STEPS } from '../deletion/steps.ts';

const ACCOUNTS = 100;

/** Milliseconds after the deletion when a worker looks again: an opening or a reply under way may have written once more. */
const AGAIN_MS = [120_000, 15 * 60_000] as const;

/** Tells the owner a day before. After a crash, remaining rows are found by what they belong to. */
export default defineJob('delete-account', {
  doing: 'Deleting the account',
  due: {
    signs: [sign(Account, dueClosures), sign(DeletedAccount, dueDeletions)],
    async find(at) {
      const [closed, deleted] = await Promise.all([
        Account.find(dueClosures(at)).project<{ _id: number }>({ _id: 1 }).limit(ACCOUNTS).toArray(),
        DeletedAccount.find(dueDeletions(at)).project<{ _id: number }>({ _id: 1 }).limit(ACCOUNTS).toArray(),
      ]);
      const ids = new Set([...closed, ...deleted].map(({ _id }) => _id));
      return [...ids].map((userId) => ({ userId }));
    },
  },
  async run({ userId }, { log, stopping }: Pick<WorkerContext, 'log' | 'stopping'>) {
    const at = now();
    const account = await Account.findOne({ _id: userId, ...dueClosures(at) });
    if (isClosed(account)) {
      if (account.closed.until > at) return warn(account);
      if (!(await beginDeletion(account, at))) return 'idle';
    }
    const turn = await beginDeletionTurn(userId, at, stopping);
    if (!turn) return 'idle';
    const { deleting, found, lease } = turn;
    let isDone = true;
    try {
      for (const step of STEPS) {
        isDone = await step(deleting);
        if (!isDone) break;
      }
      if (isDone) {
        await endAccount(userId);
        await lease.write({ $set: nextOf(found, now()) });
      }
    } finally {
      await lease.release({});
    }
    log.info(
      { user_id: userId, rows: deleting.removed, complete: isDone },
      'deleted rows of a closed account',
    );
    return isDone ? undefined : 'more';
  },
});

const isClosed = (account: AccountDocument | null): account is AccountDocument & { closed: Closure } =>
  Boolean(account?.closed);

/** Stores the notice first; a crash in between stores it once more. */
async function warn(account: AccountDocument & { closed: Closure }): Promise<void> {
  const { at, until, next_at } = account.closed;
  await noteChange('deletion_near', account);
  await Account.updateOne(
    { _id: account._id, 'closed.at': at, 'closed.next_at': next_at },
    { $set: { 'closed.next_at': until } },
  );
}

function nextOf({ done_at }: DeletedAccountDocument, at: Date): Partial<DeletedAccountDocument> {
  const done = done_at ?? at;
  const again = AGAIN_MS.find((ms) => done.getTime() + ms > at.getTime());
  return { done_at: done, due_at: again === undefined ? null : new Date(done.getTime() + again) };
}
