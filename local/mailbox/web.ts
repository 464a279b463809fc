import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../common/config/listen.ts';
import { isLoopback } from '../../common/domain/network.ts';
import { messageOf, summaryOf } from './message.ts';
import { listPage, mailPage, notFoundPage, VIEWS, type View } from './pages.ts';
import type { MailStore } from './store.ts';
import { STYLE } from './style.ts';

const PAGE = 50;
const LIST = 10_000;

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** For the HTML of a mail: no scripts, no forms, a separate origin; links open outside the frame. */
const mailPolicy = (images: boolean): string =>
  `sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; ` +
  `img-src data:${images ? ' http: https:' : ''}; form-action 'none'; frame-ancestors 'self'`;

interface WebAnswer {
  readonly status?: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly policy?: string;
}

type PageHandler = (store: MailStore, url: URL, id: number) => Promise<WebAnswer | undefined>;

const ROUTES: readonly (readonly [RegExp, PageHandler])[] = [
  [/^\/$/, showList],
  [/^\/mails\/(\d{1,15})$/, showMail],
  [/^\/style\.css$/, async () => ({ type: 'text/css; charset=utf-8', body: STYLE })],
  [/^\/messages$/, listMessages],
  [/^\/messages\/(\d{1,15})$/, readMessage],
  [/^\/messages\/(\d{1,15})\/html$/, readHtml],
  [/^\/messages\/(\d{1,15})\/source$/, readSource],
];

/** The page of the mailbox and its JSON. It listens on the loopback only, because it shows every mail to any client. */
export async function startWeb(store: MailStore, port: number): Promise<{ stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void answer(store, request)
      .catch((error: unknown): WebAnswer => json(500, { error: String(error) }))
      .then((found) => send(request, response, found));
  });
  await listen(server, '127.0.0.1', port);
  return {
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** DNS rebinding: another site can make its name resolve to 127.0.0.1, but the request still names that site. */
const isOurs = ({ headers: { host = '' } }: IncomingMessage): boolean =>
  isLoopback(host.replace(/:\d{1,5}$/, ''));

async function answer(store: MailStore, request: IncomingMessage): Promise<WebAnswer> {
  if (!isOurs(request)) return json(421, { error: 'Misdirected Request' });
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return json(405, { error: 'Method Not Allowed' });
  const url = new URL(request.url ?? '/', 'http://mailbox');
  for (const [path, handler] of ROUTES) {
    const match = path.exec(url.pathname);
    const found = match && (await handler(store, url, Number(match[1])));
    if (found) return found;
  }
  if (url.pathname.startsWith('/messages')) return json(404, { error: 'Not Found' });
  return { status: 404, type: HTML, body: notFoundPage() };
}

const HTML = 'text/html; charset=utf-8';

const json = (status: number, body: unknown): WebAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

function send(request: IncomingMessage, response: ServerResponse, found: WebAnswer): void {
  response.writeHead(found.status ?? 200, {
    'content-type': found.type,
    'content-length': Buffer.byteLength(found.body),
    'content-security-policy': found.policy ?? PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : found.body);
}

async function find(store: MailStore, url: URL, limit: number) {
  const to = url.searchParams.get('to')?.trim() ?? '';
  const wanted = Number(url.searchParams.get('limit') ?? limit);
  const after = Number(url.searchParams.get('after') ?? Number.NaN);
  const { total, entries } = await store.list({
    to,
    limit: Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), LIST) : limit,
    ...(Number.isInteger(after) ? { after } : {}),
  });
  const last = entries.at(-1)?.id ?? 1;
  return { to, total, mails: entries.map(summaryOf), last };
}

async function showList(store: MailStore, url: URL): Promise<WebAnswer> {
  const { to, total, mails, last } = await find(store, url, PAGE);
  const next = mails.length === PAGE && last > 1 ? last : null;
  return { type: HTML, body: listPage({ to, total, mails, next }) };
}

async function listMessages(store: MailStore, url: URL): Promise<WebAnswer> {
  const { total, mails } = await find(store, url, PAGE);
  return json(200, { total, messages: mails });
}

async function showMail(store: MailStore, url: URL, id: number): Promise<WebAnswer | undefined> {
  const found = await store.read(id);
  if (!found) return undefined;
  const mail = await messageOf(found.entry, found.raw);
  const asked = url.searchParams.get('view');
  const view: View = VIEWS.find((one) => one === asked) ?? (mail.html === null ? 'text' : 'html');
  return { type: HTML, body: mailPage(mail, view, url.searchParams.get('images') === '1') };
}

async function readMessage(store: MailStore, _url: URL, id: number): Promise<WebAnswer | undefined> {
  const found = await store.read(id);
  return found && json(200, await messageOf(found.entry, found.raw));
}

async function readHtml(store: MailStore, url: URL, id: number): Promise<WebAnswer | undefined> {
  const found = await store.read(id);
  if (!found) return undefined;
  const { html } = await messageOf(found.entry, found.raw);
  const policy = mailPolicy(url.searchParams.get('images') === '1');
  return { type: HTML, policy, body: inNewTab(html ?? '') };
}

/** Makes links of a mail open in a new tab. The tag follows the doctype, which must come first. */
function inNewTab(html: string): string {
  const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? '';
  return `${doctype}<base target="_blank">${html.slice(doctype.length)}`;
}

async function readSource(store: MailStore, _url: URL, id: number): Promise<WebAnswer | undefined> {
  const found = await store.read(id);
  return found && { type: 'text/plain; charset=utf-8', body: found.raw };
}
