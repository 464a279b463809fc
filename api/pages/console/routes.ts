import { randomBytes } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { lazily } from '../../../common/data/lazily.ts';
import { html } from '../../../common/domain/html.ts';
import type { Service } from '../../http/endpoint.ts';
import { MEDIA_PATH } from '../../services/media.ts';
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

/** The editor of designs: a page with a policy of its own, which no other page shares. */
const EDITOR = /^\/console\/editor\//;

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
      if (!built) showPage(ctx, NOT_BUILT);
      else if (EDITOR.test(ctx.path)) showBuilt(ctx, built.editor, editorPolicy(config.publicUrl));
      else showBuilt(ctx, built.page, consolePolicy);
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

/** What a page may do, as directives; `nonce` is that of this answer. */
type Policy = (nonce: string) => readonly string[];

const NOTHING_ELSE = [
  "default-src 'none'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/**
 * Only our own files run. The style sheets that the components make while they run have the nonce of this answer, which the page
 * reads off its script.
 */
const consolePolicy: Policy = (nonce) => [
  ...NOTHING_ELSE,
  "script-src 'self'",
  `style-src 'self' 'nonce-${nonce}'`,
  "img-src 'self' data:",
  // Mails of the account, each under a policy of its own (frame.ts).
  "frame-src 'self'",
  "form-action 'self'",
];

/**
 * The editor shows a mail in a frame that has this policy, too, so that what an account wrote runs no script, not even one of our files: those have a
 * nonce. A mail has styles in its elements and images of any host. It loads no page into a frame, and sends no form (docs/rules.md 24.4).
 */
const editorPolicy =
  (publicUrl: string): Policy =>
  (nonce) => [
    ...NOTHING_ELSE,
    `script-src 'nonce-${nonce}'`,
    // A nonce here would turn 'unsafe-inline' off.
    "style-src 'self' 'unsafe-inline'",
    // Where the service itself is not reached by HTTPS, its media library would not be shown.
    `img-src 'self' data: https: ${publicUrl}${MEDIA_PATH}/`,
    "form-action 'none'",
  ];

function showBuilt(ctx: Context, page: string, policy: Policy): void {
  const nonce = randomBytes(16).toString('base64');
  ctx.set({
    'Content-Security-Policy': policy(nonce).join('; '),
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
