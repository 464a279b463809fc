import type Router from '@koa/router';
import { actOn } from '../account/activity.ts';
import type { Sessions } from '../account/sessions.ts';
import { createConsoleVisitors } from './door.ts';

/** `/console/session`: GET answers who is signed in, DELETE signs out. */
export function consoleSession(router: Router, publicUrl: string, sessions: Sessions): void {
  const visitorOf = createConsoleVisitors(publicUrl);

  router.get('/console/session', async (ctx) => {
    const { _id: user_id, name, email, timezone } = (await visitorOf(ctx)).account;
    ctx.body = { status: 'success', message: { user_id, name, email, timezone } };
  });

  router.delete('/console/session', async (ctx) => {
    const visitor = await visitorOf(ctx);
    await actOn(ctx, 'signed_out', { userId: visitor.account._id }, () => sessions.close(ctx, visitor));
    ctx.body = { status: 'success', message: 'Signed out' };
  });
}
