import type Router from '@koa/router';
import { readToken, type TokenKey } from '../../common/domain/tokens.ts';
import type { Service } from '../http/endpoint.ts';
import type { PageRequest, QuickPage } from '../http/quick-pages.ts';
import type { Visitors } from '../services/tracking/visitors.ts';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const GIF_TEXT = GIF.toString('latin1');

const HEADERS = Object.freeze({
  'Cache-Control': 'no-store, private',
  'Content-Type': 'image/gif',
  // Webmail shows the image from another origin.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
});

/** `/o/<token>`: counts an open without waiting for the database, unless its mail has too many. HEAD counts no open, but shows that a program asks. */
export function openPages(
  router: Router,
  key: TokenKey,
  { tracking, limits }: Pick<Service, 'tracking' | 'limits'>,
  visitors: Visitors,
): QuickPage {
  function count(kind: 'open' | 'head', token: string, request: PageRequest): void {
    const content = readToken(key, 'open', token);
    if (content && limits.strangers.count(`open ${content.id}`))
      tracking.note(kind, content, visitors(request, content.id));
  }
  router.get('/o/:token', (ctx) => {
    count(ctx.method === 'GET' ? 'open' : 'head', String(ctx.params.token), ctx);
    ctx.set(HEADERS);
    ctx.body = GIF;
  });
  return {
    route: '/o/:token',
    status: 200,
    headers: HEADERS,
    answer(token, request) {
      count('open', token, request);
      return { body: GIF_TEXT };
    },
  };
}
