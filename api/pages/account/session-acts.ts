import type { Context } from 'koa';
import { endSession, endSessions } from '../../../common/accounts/sessions.ts';
import { actOn } from './activity.ts';
import { type SignedInAccount, sessionIdOf } from './sessions.ts';

/** Ends one session of the visitor's account, on the account page or in the console. Ending one that is over already is no error. */
export async function endOne(ctx: Context, { account }: SignedInAccount, id: string): Promise<void> {
  await actOn(ctx, 'session_ended', { userId: account._id }, () => endSession(account._id, id));
}

/** Ends all sessions of the account but the visitor's own. */
export async function endOthers(ctx: Context, visitor: SignedInAccount): Promise<void> {
  const { _id: userId } = visitor.account;
  await actOn(ctx, 'session_ended', { userId }, () => endSessions(userId, sessionIdOf(visitor)));
}
