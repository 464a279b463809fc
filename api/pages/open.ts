import type Router from '@koa/router';
import { readToken, type TokenKey } from '../../common/domain/tokens.ts';
import type { Service } from '../http/endpoint.ts';
import type { Visitors } from '../services/tracking/visitors.ts';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** `/o/<token>`: counts an open without waiting for the database, unless its mail has too many. HEAD counts no open, but shows that a program asks. */
export function openPages(
  router: Router,
  key: TokenKey,
  { tracking, limits }: Pick<Service, 'tracking' | 'limits'>,
  visitors: Visitors,
): void {
  router.get('/o/:token', (ctx) => {
    const content = readToken(key, 'open', String(ctx.params.token));
    if (content && limits.strangers.count(`open ${content.id}`))
      tracking.note(ctx.method === 'GET' ? 'open' : 'head', content, visitors(ctx, content.id));
    ctx.set({
      'Cache-Control': 'no-store, private',
      // Webmail shows the image from another origin.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.type = 'image/gif';
    ctx.body = GIF;
  });
}
