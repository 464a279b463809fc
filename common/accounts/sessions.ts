import { now } from '../clock.ts';
import type { AccountDocument } from '../models/accounts.ts';
import { Session, type SessionDocument } from '../models/sessions.ts';
import { accessMark } from './access-mark.ts';

/** Sessions of an account that are shown at most: more sign-ins within half a day are no person's. */
const SHOWN = 50;

/** Where an account is signed in, the latest sign-in first. */
export const liveSessions = (account: AccountDocument): Promise<SessionDocument[]> =>
  Session.find({ user_id: account._id, password_hash: accessMark(account), expires_at: { $gt: now() } })
    .sort({ created_at: -1 })
    .limit(SHOWN)
    .toArray();

/** Ends a session at once, in every process: none remembers any. Answers whether it was this account's. */
export async function endSession(userId: number, id: string): Promise<boolean> {
  const { deletedCount } = await Session.deleteOne({ _id: id, user_id: userId });
  return deletedCount === 1;
}

/** Ends all sessions of an account, but for the one with this id. */
export async function endSessions(userId: number, except: string | null): Promise<void> {
  await Session.deleteMany({ user_id: userId, ...(except !== null && { _id: { $ne: except } }) });
}
