import { now } from '../clock.ts';
import type { AccountDocument } from '../models/accounts.ts';
import { Session, type SessionDocument } from '../models/sessions.ts';
import { accessMark } from './access-mark.ts';

/** Most sessions shown: no person signs in more often in half a day. */
const SHOWN = 50;

export const liveSessions = (account: AccountDocument): Promise<SessionDocument[]> =>
  Session.of(account._id)
    .find({ password_hash: accessMark(account), expires_at: { $gt: now() } })
    .sort({ created_at: -1 })
    .limit(SHOWN)
    .toArray();

/** Takes effect in every process at once, because sessions are not cached. Returns false when it is another account's. */
export async function endSession(userId: number, id: string): Promise<boolean> {
  const { deletedCount } = await Session.of(userId).deleteOne({ _id: id });
  return deletedCount === 1;
}

export async function endSessions(userId: number, except: string | null): Promise<void> {
  await Session.of(userId).deleteMany({ ...(except !== null && { _id: { $ne: except } }) });
}
