import { accessMark } from '../../common/accounts/access-mark.ts';
import { Account } from '../../common/models/accounts.ts';
import { Session } from '../../common/models/sessions.ts';
import { rows } from './rows.ts';

/** Gives an account a second factor, and keeps its sessions: as if each had begun with a code. */
export async function haveSecondFactor(userId: number): Promise<void> {
  const second_factor = {
    id: `of account ${userId}`,
    sealed: '',
    last_step: 0,
    recovery: [],
    turned_on_at: new Date(),
  };
  const account = await Account.findOneAndUpdate(
    { _id: userId },
    { $set: { second_factor } },
    { returnDocument: 'after' },
  );
  await rows(Session).updateMany({ user_id: userId }, { $set: { password_hash: accessMark(account!) } });
}

/** Takes it away again, so that the password alone signs in. */
export const haveNoSecondFactor = (userId: number) =>
  Account.updateOne({ _id: userId }, { $set: { second_factor: null } });
