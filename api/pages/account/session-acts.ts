import type { Context } from 'koa';
import { endSession, endSessions } from '../../../common/accounts/sessions.ts';
import { logActivity } from './activity.ts';
import { sessionIdOf, type Visitor } from './sessions.ts';

/** Ends one session of the visitor's account, on the account page or in the console. Ending one that is over already is no error. */
export async function endOne(ctx: Context, { account }: Visitor, id: string): Promise<void> {
  if (await endSession(account._id, id)) logActivity(ctx, 'session_ended', { userId: account._id });
}

/** Ends all sessions of the account but the visitor's own. */
export async function endOthers(ctx: Context, visitor: Visitor): Promise<void> {
  const { _id: userId } = visitor.account;
  await endSessions(userId, sessionIdOf(visitor));
  logActivity(ctx, 'session_ended', { userId });
}
