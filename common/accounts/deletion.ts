import { Account, type AccountDocument } from '../models/accounts.ts';
import { DeletedAccount, type DeletedAccountDocument } from '../models/deleted-accounts.ts';
import { PASSWORD_MAILS, PasswordMail } from '../models/password-mails.ts';
import type { TokenSubject } from '../queries/token-rows.ts';
import { erasureKey } from '../secrets/erasure-key.ts';
import type { Filter } from '../store/collection.ts';
import { passwordMailId } from './change-notes.ts';

/** Milliseconds between the warning mail and the deletion. */
export const WARNED_MS = 24 * 3600_000;

/** Filter with an index: closed accounts whose next step is due. */
export const dueClosures = (at: Date): Filter<AccountDocument> => ({
  'closed.next_at': { $type: 'date', $lte: at },
});

/** Filter with an index: deletions whose next pass is due. */
export const dueDeletions = (at: Date): Filter<DeletedAccountDocument> => ({
  due_at: { $type: 'date', $lte: at },
});

export const newDeletion = (_id: number, closed_at: Date, at: Date): DeletedAccountDocument => ({
  _id,
  closed_at,
  begun_at: at,
  done_at: null,
  due_at: at,
  mails: [],
  lease_token: null,
  lease_until: new Date(0),
});

/** From now on the account cannot be reopened. Returns false if it was reopened. The erasure key identifies this store in exported deletions, so it is created here. */
export async function beginDeletion({ _id, closed }: AccountDocument, at: Date): Promise<boolean> {
  const { matchedCount } = await Account.updateOne(
    { _id, 'closed.until': { $lte: at } },
    { $set: { 'closed.deleting': true } },
  );
  if (matchedCount === 0) return false;
  await erasureKey();
  await DeletedAccount.updateOne(
    { _id },
    { $setOnInsert: { ...newDeletion(_id, closed?.at ?? at, at) } },
    { upsert: true },
  );
  return true;
}

export async function endAccount(userId: number): Promise<void> {
  const account = await Account.findOne({ _id: userId }, { projection: { email_norm: 1 } });
  if (!account) return;
  await PasswordMail.deleteMany({
    _id: { $in: PASSWORD_MAILS.map((kind) => passwordMailId(kind, account.email_norm)) },
  });
  await Account.deleteOne({ _id: userId, 'closed.deleting': true });
}

/** Whether a mail belongs to a deleted account: its links have nothing left to change. */
export const isOfDeletedAccount = async ({ account, id }: TokenSubject): Promise<boolean> =>
  (await DeletedAccount.findOne(
    {
      ...(account !== null && { _id: account }),
      mails: { $elemMatch: { first: { $lte: id }, last: { $gte: id } } },
    },
    { projection: { _id: 1 } },
  )) !== null;
