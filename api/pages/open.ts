import { setTimeout as sleep } from 'node:timers/promises';
import type Router from '@koa/router';
import { readToken, type TokenKey } from '../../common/domain/tokens.ts';
import { findMail, recordOpen } from '../../common/queries/engagement.ts';

/** One transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Milliseconds that the picture waits for the store; a mail must not look broken because ours is away. */
const PATIENCE = 1000;

/** `/o/<token>`: the picture in a mail whose loading is an opening. It is answered whatever happens. */
export function openPages(router: Router, key: TokenKey): void {
  router.get('/o/:token', async (ctx) => {
    const content = readToken(key, 'open', String(ctx.params.token));
    if (content && ctx.method === 'GET') {
      const recorded = record(content.id).catch((error: unknown) => {
        ctx.state.log.warn({ err: error, delivery: content.id }, 'an opening was not recorded');
      });
      await Promise.race([recorded, sleep(PATIENCE, undefined, { ref: false })]);
    }
    ctx.set({
      'Cache-Control': 'no-store, private',
      // Webmail shows it from another origin.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.type = 'image/gif';
    ctx.body = GIF;
  });
}

async function record(deliveryId: number): Promise<void> {
  const mail = await findMail(deliveryId);
  if (mail) await recordOpen(mail);
}
