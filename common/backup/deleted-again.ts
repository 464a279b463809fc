import { newDeletion, WARNED_MS } from '../accounts/deletion.ts';
import { now } from '../clock.ts';
import { Account } from '../models/accounts.ts';
import { DeletedAccount } from '../models/deleted-accounts.ts';
import type { KeptDeletion } from './erasures-file.ts';

/** Shortest time to a deletion after a restore: the account may have been reopened after the backup. */
const LEAST_MS = 7 * 24 * 3600_000;

export async function mergeDeletion({ _id, closed_at, begun_at, mails }: KeptDeletion): Promise<void> {
  await DeletedAccount.updateOne(
    { _id },
    { $setOnInsert: { ...newDeletion(_id, closed_at, begun_at), mails } },
    { upsert: true },
  );
}

/**
 * Workers delete again accounts that a restore brought back. Other closed accounts get some days, in which their owners can reopen them.
 */
export async function deleteAgain(): Promise<number> {
  const at = now();
  const ids = await DeletedAccount.distinct('_id');
  await DeletedAccount.updateMany(
    {},
    { $set: { due_at: at, done_at: null, lease_token: null, lease_until: new Date(0) } },
  );
  const { matchedCount } = await Account.updateMany(
    { _id: { $in: ids } },
    { $set: { closed: { at, until: at, next_at: at, deleting: true } } },
  );
  const until = new Date(at.getTime() + LEAST_MS);
  await Account.updateMany(
    { _id: { $nin: ids }, 'closed.until': { $lt: until } },
    {
      $set: { 'closed.until': until, 'closed.next_at': new Date(until.getTime() - WARNED_MS) },
      $unset: { 'closed.deleting': '' },
    },
  );
  return matchedCount;
}
