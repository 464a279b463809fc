import type { Context } from 'koa';
import { type Account, asSeenByEndpoints } from '../../http/account.ts';
import { unlessStopped } from '../../http/authenticate.ts';
import type { Service } from '../../http/endpoint.ts';
import type { Door } from '../../http/exchange.ts';
import { closed, Failure } from '../../http/failures.ts';
import { type FormReader, formFrom } from '../account/forms.ts';
import { createSessions, type SignedInAccount } from '../account/sessions.ts';
import { isFromOurPages, readFormBody } from '../form-body.ts';

/** The header of each console call. A form cannot send it, and another site's script only if CORS allows it. */
const CONSOLE_HEADER = 'X-Console';

const OTHER_SITE = `A call of the console needs the header ${CONSOLE_HEADER}: 1 and must come from its pages.`;

/**
 * Reads the session of a console call. Throws a 401 without one, and a 403 for a closed account or a call that another site's page may have
 * caused (docs/rules.md 17.2).
 */
export function createConsoleVisitors(publicUrl: string): (ctx: Context) => Promise<SignedInAccount> {
  const sessions = createSessions(publicUrl);
  const publicOrigin = new URL(publicUrl).origin;
  return async (ctx) => {
    if (ctx.get(CONSOLE_HEADER) !== '1' || !isFromOurPages(ctx, publicOrigin))
      throw new Failure(403, OTHER_SITE);
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
    isOfPages: true,
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

export function createPersonCalls({ config, limits }: Pick<Service, 'config' | 'limits'>) {
  const visitorOf = createConsoleVisitors(config.publicUrl);
  const answer =
    (run: (ctx: Context, visitor: SignedInAccount) => Promise<unknown>) =>
    async (ctx: Context): Promise<void> => {
      const visitor = await visitorOf(ctx);
      await limits.call(visitor.account._id);
      ctx.body = { status: 'success', message: await run(ctx, visitor) };
      ctx.set('Cache-Control', 'no-store');
    };
  const change = (run: (ctx: Context, visitor: SignedInAccount, form: FormReader) => Promise<unknown>) =>
    answer(async (ctx, visitor) =>
      run(ctx, visitor, formFrom(await readFormBody(ctx, limits, visitor.account._id))),
    );
  return { answer, change };
}
