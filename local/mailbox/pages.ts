import { type Html, html } from '../../common/domain/html.ts';
import { escapeHtml } from '../../common/domain/html-escape.ts';
import type { Message, NamedAddress, Summary } from './message.ts';

export const VIEWS = ['html', 'text', 'headers', 'source'] as const;
export type View = (typeof VIEWS)[number];

const TITLES: Readonly<Record<View, string>> = {
  html: 'HTML',
  text: 'Text',
  headers: 'Headers',
  source: 'Source',
};

export interface MailListPage {
  readonly to: string;
  readonly total: number;
  readonly mails: readonly Summary[];
  readonly next: number | null;
}

export function listPage({ to, total, mails, next }: MailListPage): string {
  const count = `${total.toLocaleString('en')} ${total === 1 ? 'mail' : 'mails'}`;
  return page(
    'Mailbox',
    to,
    html`<p class="count">${count}${to ? ` to ${to}` : ''}, newest first</p>
${
  mails.length > 0
    ? html`<ul class="mails">${mails.map(row)}</ul>`
    : html`<p class="empty">${to ? 'No mail to this address.' : 'Mails appear here as soon as they are sent.'}</p>`
}
${next === null ? '' : html`<p class="more"><a href="/?${new URLSearchParams({ to, after: String(next) }).toString()}">Older mails</a></p>`}`,
  );
}

const row = ({ id, subject, envelope, received_at }: Summary): Html =>
  html`<li><a href="/mails/${id}"><strong>${subject || '(no subject)'}</strong>${time(received_at)}<span>to ${envelope.to.join(', ')}</span></a></li>`;

export function mailPage(mail: Message, view: View, images: boolean): string {
  const tabs = VIEWS.map(
    (one) => html`<a href="/mails/${mail.id}?view=${one}"${one === view ? CURRENT : ''}>${TITLES[one]}</a>`,
  );
  return page(
    mail.subject || '(no subject)',
    '',
    html`<h2>${mail.subject || '(no subject)'}</h2>
<dl><dt>From</dt><dd>${mail.from ? person(mail.from) : mail.envelope.from}</dd>
<dt>To</dt><dd>${mail.to.map(person).join(', ') || mail.envelope.to.join(', ')}</dd>
<dt>Received</dt><dd>${time(mail.received_at)}</dd>
${mail.attachments.length > 0 ? html`<dt>Attached</dt><dd>${mail.attachments.map(({ filename, type, size }) => `${filename ?? type} (${size} bytes)`).join(', ')}</dd>` : ''}</dl>
<nav>${tabs}<a href="/messages/${mail.id}/source" download="${mail.id}.eml">Download</a></nav>
${BODIES[view](mail, images)}`,
  );
}

const CURRENT = html` aria-current="page"`;

const BODIES: Readonly<Record<View, (mail: Message, images: boolean) => Html>> = {
  html: ({ id, html: body }, images) =>
    body === null
      ? html`<p class="empty">This mail has no HTML.</p>`
      : html`<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${id}/html${images ? '?images=1' : ''}"></iframe>
<p class="count">${images ? 'Images are loaded, as in a mail program.' : html`Images from elsewhere are not loaded. <a href="/mails/${id}?images=1">Load them</a> (this counts as an opening).`}</p>`,
  text: ({ text }) =>
    text === null ? html`<p class="empty">This mail has no text.</p>` : html`<pre>${linked(text)}</pre>`,
  headers: ({ headers }) => html`<pre>${headers.map(({ key, value }) => `${key}: ${value}\n`)}</pre>`,
  source: ({ source }) => html`<pre>${source}</pre>`,
};

export const notFoundPage = (): string =>
  page('Not found', '', html`<p class="empty">This page does not exist. <a href="/">To the mailbox</a></p>`);

function page(title: string, to: string, body: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="/style.css"></head>
<body><header><div><h1><a href="/">Mailbox</a></h1>
<form action="/" role="search"><input type="search" name="to" value="${to}" placeholder="Search by address" aria-label="Search by address"><button>Search</button></form>
</div></header><main>${body}</main></body></html>`.html;
}

const person = ({ name, address }: NamedAddress): string => (name ? `${name} <${address}>` : address);

const time = (moment: string): Html =>
  html`<time datetime="${moment}">${moment.slice(0, 19).replace('T', ' ')} UTC</time>`;

function linked(text: string): Html {
  const parts = text.split(/(https?:\/\/[^\s<>"'\])]+)/);
  return {
    html: parts
      .map((part, place) => {
        const safe = escapeHtml(part);
        return place % 2 === 1
          ? `<a href="${safe}" target="_blank" rel="noopener noreferrer">${safe}</a>`
          : safe;
      })
      .join(''),
  };
}
