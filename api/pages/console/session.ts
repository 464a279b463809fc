import type Router from '@koa/router';
import type { Config } from '../../../common/config.ts';
import { actOn } from '../account/activity.ts';
import type { Sessions } from '../account/sessions.ts';
import { createConsoleVisitors } from './door.ts';

/** `/console/session`: GET returns the signed-in account, DELETE signs out. */
export function consoleSession(
  router: Router,
  { publicUrl, operators }: Pick<Config, 'publicUrl' | 'operators'>,
  sessions: Sessions,
): void {
  const visitorOf = createConsoleVisitors(publicUrl);

  router.get('/console/session', async (ctx) => {
    const { _id: user_id, name, email, timezone } = (await visitorOf(ctx)).account;
    ctx.body = {
      status: 'success',
      message: { user_id, name, email, timezone, is_operator: operators.includes(user_id) },
    };
  });

  router.delete('/console/session', async (ctx) => {
    const visitor = await visitorOf(ctx);
    await actOn(ctx, 'signed_out', { userId: visitor.account._id }, () => sessions.close(ctx, visitor));
    ctx.body = { status: 'success', message: 'Signed out' };
  });
}
