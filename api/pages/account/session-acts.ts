import type { Context } from 'koa';
import { endSession, endSessions } from '../../../common/accounts/sessions.ts';
import { actOn } from './activity.ts';
import { type SignedInAccount, sessionIdOf } from './sessions.ts';

/** Ends one session of the account. If it has ended, this is no error. */
export async function endOne(ctx: Context, { account }: SignedInAccount, id: string): Promise<void> {
  await actOn(ctx, 'session_ended', { userId: account._id }, () => endSession(account._id, id));
}

export async function endOthers(ctx: Context, visitor: SignedInAccount): Promise<void> {
  const { _id: userId } = visitor.account;
  await actOn(ctx, 'session_ended', { userId }, () => endSessions(userId, sessionIdOf(visitor)));
}
