import type { Context } from 'koa';
import { type Account, asSeenByEndpoints } from '../../http/account.ts';
import { unlessStopped } from '../../http/authenticate.ts';
import type { Door } from '../../http/door.ts';
import type { Service } from '../../http/endpoint.ts';
import { closed, Failure } from '../../http/failures.ts';
import { isFromOurPages } from '../../http/same-origin.ts';
import { createSessions, type SignedInAccount } from '../account/sessions.ts';

/** The header of each console call. A form cannot send it, and another site's script only if CORS allows it. */
export const CONSOLE_HEADER = 'X-Console';

/** Throws a 403 for a call that another site's page may have caused (docs/rules.md 17.2). */
export function refuseOtherSites(ctx: Context, publicOrigin: string): void {
  if (ctx.get(CONSOLE_HEADER) === '1' && isFromOurPages(ctx, publicOrigin)) return;
  throw new Failure(
    403,
    `A call of the console needs the header ${CONSOLE_HEADER}: 1 and must come from its pages.`,
  );
}

/** Reads the session of a console call. Throws a 401 without one, and a 403 for a closed account. */
export function createConsoleVisitors(publicUrl: string): (ctx: Context) => Promise<SignedInAccount> {
  const sessions = createSessions(publicUrl);
  const publicOrigin = new URL(publicUrl).origin;
  return async (ctx) => {
    refuseOtherSites(ctx, publicOrigin);
    const visitor = await sessions.find(ctx);
    if (!visitor) throw new Failure(401, 'Sign in to use the console.');
    ctx.state.userId = visitor.account._id;
    if (visitor.account.closed) throw closed();
    return visitor;
  };
}

/** `/console/api`: the table of `/api`, authenticated by the account page's session. Keys have no effect here. */
export function consoleDoor(publicUrl: string): Door {
  const visitorOf = createConsoleVisitors(publicUrl);
  return {
    prefix: '/console/api',
    authenticate: async (ctx, service) => accountOfVisitor(ctx, await visitorOf(ctx), service),
  };
}

/** The account of a visitor. Throws a 429 for too many calls, and a 403 for a suspended account. */
export async function accountOfVisitor(
  ctx: Context,
  { account }: SignedInAccount,
  { limits, config }: Pick<Service, 'limits' | 'config'>,
): Promise<Account> {
  ctx.state.userId = account._id;
  await limits.call(account._id);
  return unlessStopped(asSeenByEndpoints(account, config.quotas));
}
