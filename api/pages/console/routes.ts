import { randomBytes } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { lazily } from '../../../common/data/lazily.ts';
import { html } from '../../../common/domain/html.ts';
import type { Service } from '../../http/endpoint.ts';
import { leadTo } from '../account/forms.ts';
import { createSessions } from '../account/sessions.ts';
import { asPage, type Page, showPage } from '../layout.ts';
import { consoleAccess } from './access.ts';
import { consoleClosing } from './closing.ts';
import { consoleDownloads } from './downloads.ts';
import { type ConsoleFile, NONCE, readConsole } from './files.ts';
import { consoleFrame } from './frame.ts';
import { consoleOperator } from './operator.ts';
import { consoleSession } from './session.ts';

/** Every path of the console but those of its calls: the console itself knows which of them are pages. */
const PAGES = /^\/console(?!\/(?:access|api|assets|download|frame|session|signed)(?:\/|$))(?:\/.*)?$/;

/** `/console`, to which `/` leads: the page of the console for signed-in visitors, and the files that it is built of (docs/console.md). */
export function consolePages(router: Router, service: Service): void {
  const { config } = service;
  const sessions = createSessions(config.publicUrl);
  const files = lazily(() => readConsole());

  router.get('/', (ctx) => leadTo(ctx, '/console'));
  consoleSession(router, config, sessions);
  consoleFrame(router, service, sessions);
  consoleAccess(router, service);
  consoleClosing(router, service);
  consoleDownloads(router, service);
  consoleOperator(router, service);
  router.get('/console/assets/:name', (ctx) => {
    const file = files()?.assets.get(String(ctx.params.name));
    if (file) showFile(ctx, file);
  });
  router.get(
    PAGES,
    asPage(async (ctx) => {
      const visitor = await sessions.find(ctx);
      if (!visitor) return leadTo(ctx, `/account/sign-in?return=${encodeURIComponent(ctx.path)}`);
      if (visitor.account.closed) return leadTo(ctx, '/account');
      const built = files();
      if (built) showConsole(ctx, built.page);
      else showPage(ctx, NOT_BUILT);
    }),
  );
}

/** The name of a file changes with its contents, so that a browser keeps it for good. */
function showFile(ctx: Context, { type, plain, br, gzip }: ConsoleFile): void {
  const coding = ctx.acceptsEncodings(...(br ? ['br'] : []), ...(gzip ? ['gzip'] : []), 'identity');
  const body = coding === 'br' ? br : coding === 'gzip' ? gzip : null;
  ctx.vary('Accept-Encoding');
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  if (body) ctx.set('Content-Encoding', String(coding));
  ctx.type = type;
  ctx.body = body ?? plain;
}

/**
 * Only our own files run. The style sheets that the components make while they run have the nonce of this answer, which the page
 * reads off its script.
 */
function showConsole(ctx: Context, page: string): void {
  const nonce = randomBytes(16).toString('base64');
  ctx.set({
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "connect-src 'self'",
      // Mails of the account, each under a policy of its own (frame.ts).
      "frame-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    // The origin of calls is checked, and `no-referrer` would keep browsers from sending it (the Fetch standard, 3.1).
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = page.replaceAll(NONCE, nonce);
}

const NOT_BUILT: Page = {
  status: 503,
  title: 'The console is not built',
  body: html`<p>Its files are made by <code>npm run build</code>, and by <code>npm start</code> where the packages for building are installed.</p><p><a href="/account">Your account</a></p>`,
};
