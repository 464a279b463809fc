import { randomBytes } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { lazily } from '../../../common/data/lazily.ts';
import { html } from '../../../common/domain/html.ts';
import { escapeHtml } from '../../../common/domain/html-escape.ts';
import type { Service } from '../../http/endpoint.ts';
import { type ReadyFile, showReady } from '../../http/ready-file.ts';
import { MEDIA_PATH } from '../../services/media.ts';
import { leadTo } from '../account/forms.ts';
import { createSessions } from '../account/sessions.ts';
import { asPage, type Page, showPage } from '../layout.ts';
import { consoleAccess, consoleSession, presentVisitor } from './access.ts';
import { consoleAccount } from './account.ts';
import { consoleClosing } from './closing.ts';
import { consoleDownloads } from './downloads.ts';
import { NONCE, readConsole, SESSION } from './files.ts';
import { consoleFrame } from './frame.ts';
import { consoleOperator } from './operator.ts';

/** Every path of the console except its calls: the console itself knows its pages. */
const PAGES = /^\/console(?!\/(?:access|api|assets|download|frame|session|signed)(?:\/|$))(?:\/.*)?$/;

const EDITOR = /^\/console\/editor\//;

/** `/console`, the target of `/`: the console's page for signed-in visitors, and its files (docs/console.md). */
export function consolePages(router: Router, service: Service): void {
  const { config } = service;
  const sessions = createSessions(config.publicUrl);
  const files = lazily(() => readConsole());

  router.get('/', (ctx) => leadTo(ctx, '/console'));
  consoleSession(router, service, sessions);
  consoleFrame(router, service, sessions);
  consoleAccess(router, service);
  consoleAccount(router, service);
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
      if (!visitor)
        return leadTo(ctx, `/account/sign-in?return=${encodeURIComponent(ctx.path + ctx.search)}`);
      if (visitor.account.closed) return leadTo(ctx, '/account');
      const built = files();
      if (!built) return showPage(ctx, NOT_BUILT);
      const session = JSON.stringify(presentVisitor(visitor, config));
      if (EDITOR.test(ctx.path)) showBuilt(ctx, built.editor, session, editorPolicy(config.publicUrl));
      else showBuilt(ctx, built.page, session, consolePolicy);
    }),
  );
}

/** A file's name changes with its contents, so browsers cache it for good. */
function showFile(ctx: Context, file: ReadyFile): void {
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  showReady(ctx, file);
}

type Policy = (nonce: string) => readonly string[];

const NOTHING_ELSE = [
  "default-src 'none'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** Only our own files run. Style sheets that components create at run time need the nonce, which the page reads from its script. */
const consolePolicy: Policy = (nonce) => [
  ...NOTHING_ELSE,
  "script-src 'self'",
  `style-src 'self' 'nonce-${nonce}'`,
  "img-src 'self' data:",
  // Mails of the account, each under its own policy (frame.ts).
  "frame-src 'self'",
  "form-action 'self'",
];

/** A mail in a frame inherits this policy. The nonce keeps its HTML from running scripts, even our files (docs/rules.md 24.4). */
const editorPolicy =
  (publicUrl: string): Policy =>
  (nonce) => [
    ...NOTHING_ELSE,
    `script-src 'nonce-${nonce}'`,
    // The compiler of designs. A mail has no script that could start it.
    "worker-src 'self'",
    // A nonce here would disable 'unsafe-inline'.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https: ${publicUrl}${MEDIA_PATH}/`,
    "form-action 'none'",
  ];

/** The page has its session and language, so that it is drawn before any call is answered. */
function showBuilt(ctx: Context, page: string, session: string, policy: Policy): void {
  const nonce = randomBytes(16).toString('base64');
  ctx.set({
    'Content-Security-Policy': policy(nonce).join('; '),
    // Calls need an `Origin` header, and with `no-referrer` browsers do not send it (Fetch standard, 3.1).
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  ctx.type = 'text/html; charset=utf-8';
  // A function, because `$&` in a text would be replaced.
  ctx.body = page
    .replace('<html lang="en">', `<html lang="${ctx.acceptsLanguages('en', 'de', 'fr') || 'en'}">`)
    .replaceAll(NONCE, nonce)
    .replace(SESSION, () => escapeHtml(session));
}

const NOT_BUILT: Page = {
  status: 503,
  lang: 'en',
  title: 'The console is not built',
  body: html`<p><code>npm run build</code> builds its files. <code>npm start</code> does so, too, if the development packages are installed.</p><p><a href="/account?plain">Your account</a></p>`,
};
