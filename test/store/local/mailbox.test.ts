import { appendFileSync, truncateSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import nodemailer from 'nodemailer';
import { type Mailbox, startMailbox } from '../../../local/mailbox/mailbox.ts';
import type { Message, Summary } from '../../../local/mailbox/message.ts';
import { rawRequest } from '../../support/raw-http.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { until } from '../../support/until.ts';

interface List {
  total: number;
  messages: Summary[];
}

const GREETING = {
  to: 'Anna <anna@example.com>',
  subject: 'Grüße 💌',
  html: '<p>Hallo</p>',
  text: 'Hallo',
};
const TO_ANN = [
  { to: 'Ann@example.com' },
  { to: 'joann@example.com' },
  { to: ['x@example.org', 'ann@example.com'] },
];
const ids = ({ total, messages }: List) => [total, messages.map(({ id }) => id)];

describe('local/mailbox', () => {
  const folder = temporaryFolder();
  let mailbox: Mailbox;

  beforeEach(async () => {
    mailbox = await startMailbox({ folder: folder(), port: 0 });
  });
  afterEach(() => mailbox.stop());

  async function restart(meanwhile = (): void => {}): Promise<void> {
    await mailbox.stop();
    meanwhile();
    mailbox = await startMailbox({ folder: folder(), port: 0 });
  }

  const read = async (path: string): Promise<Response> => fetch(`${mailbox.url}${path}`);
  const list = async (query = ''): Promise<List> => (await read(`/messages${query}`)).json() as Promise<List>;
  const message = async (id: number): Promise<Message> =>
    (await read(`/messages/${id}`)).json() as Promise<Message>;

  async function send(...mails: { to: string | string[]; subject?: string; html?: string; text?: string }[]) {
    const transport = nodemailer.createTransport({
      url: mailbox.smtpUrl,
      pool: true,
      maxConnections: 3,
    } as object);
    for (const mail of mails) {
      await transport.sendMail({
        from: 'Shop <shop@example.com>',
        text: 'Good day',
        subject: 'News',
        ...mail,
      });
    }
    transport.close();
  }

  it('lists a mail with its subject and envelope', async () => {
    await send(GREETING);
    const found = await list('?to=anna@example.com');
    expect(found.total).to.equal(1);
    expect(found.messages[0]).to.deep.include({
      id: 1,
      subject: 'Grüße 💌',
      envelope: { from: 'shop@example.com', to: ['anna@example.com'] },
    });
  });

  it('shows the parts of a mail', async () => {
    await send(GREETING);
    const mail = await message(1);
    expect(mail.from).to.deep.equal({ name: 'Shop', address: 'shop@example.com' });
    expect(mail.to).to.deep.equal([{ name: 'Anna', address: 'anna@example.com' }]);
    expect([mail.subject, mail.html?.trim(), mail.text?.trim()]).to.deep.equal([
      'Grüße 💌',
      '<p>Hallo</p>',
      'Hallo',
    ]);
    expect(mail.headers.map(({ key }) => key)).to.include.members(['message-id', 'mime-version']);
  });

  it('keeps the original mail', async () => {
    await send(GREETING);
    expect((await message(1)).source)
      .to.include('Message-ID:')
      .and.equal(await (await read('/messages/1/source')).text());
  });

  it('lists the newest mails first, page by page, with the total number', async () => {
    await send(...Array.from({ length: 5 }, (_, number) => ({ to: `user${number}@example.com` })));
    expect(ids(await list('?limit=2'))).to.deep.equal([5, [5, 4]]);
    expect(ids(await list('?limit=2&after=4'))).to.deep.equal([5, [3, 2]]);
    expect(ids(await list('?limit=2&after=2'))).to.deep.equal([5, [1]]);
    expect(ids(await list('?limit=2&after=1'))).to.deep.equal([5, []]);
  });

  it('finds complete addresses exactly, in any case', async () => {
    await send(...TO_ANN);
    expect((await list('?to=ANN@EXAMPLE.COM')).messages.map(({ id }) => id)).to.deep.equal([3, 1]);
    expect((await list('?to=ann@example.com&limit=1&after=3')).messages.map(({ id }) => id)).to.deep.equal([
      1,
    ]);
    expect(await list('?to=nobody@example.com')).to.deep.equal({ total: 0, messages: [] });
  });

  it('finds parts of an address anywhere in it', async () => {
    await send(...TO_ANN);
    expect((await list('?to=ann')).total).to.equal(3);
    expect((await list('?to=@example.org')).total).to.equal(1);
  });

  it('keeps all mails after a restart, without a line that a crash left incomplete', async () => {
    await send({ to: 'a@example.com' }, { to: 'b@example.com' });
    await restart(() => appendFileSync(join(folder(), 'index.jsonl'), '{"offset":12,"si'));
    await send({ to: 'c@example.com', subject: 'After' });
    expect((await list()).messages.map(({ envelope }) => envelope.to[0])).to.deep.equal([
      'c@example.com',
      'b@example.com',
      'a@example.com',
    ]);
    expect((await message(3)).subject).to.equal('After');
  });

  it('lists no mail whose contents a crash left incomplete', async () => {
    await send({ to: 'a@example.com' }, { to: 'b@example.com' }, { to: 'c@example.com' });
    await restart(() => truncateSync(join(folder(), 'mails'), 100));
    expect((await list()).total).to.equal(0);
  });

  it('uses the same ports again after a restart', async () => {
    const { url, smtpUrl } = mailbox;
    await restart();
    expect([mailbox.url, mailbox.smtpUrl]).to.deep.equal([url, smtpUrl]);
  });

  it('accepts mails with any login', async () => {
    const url = mailbox.smtpUrl.replace('smtp://', 'smtp://user:password@');
    const transport = nodemailer.createTransport(url);
    await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'x' });
    transport.close();
    expect((await message(1)).envelope.from).to.equal('a@example.com');
  });

  it('accepts mails with pipelined commands', async () => {
    const socket = connect(Number(new URL(mailbox.smtpUrl).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => (heard += String(chunk)));
    await until(() => heard.startsWith('220 '), 'the greeting');
    // RFC 2920 3.1: DATA ends a group of commands.
    socket.write('EHLO test\r\nMAIL FROM:<>\r\nRCPT TO:<c@example.com>\r\nDATA\r\n');
    await until(() => heard.includes('354 '), 'the go-ahead');
    socket.write('Subject: piped\r\n\r\n..dot\r\n.\r\nQUIT\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    expect(heard)
      .to.include('PIPELINING')
      .and.match(/250 2\.\d\.\d .*\r\n221 /);
    expect((await message(1)).text?.trim()).to.equal('.dot');
    expect((await message(1)).envelope.from).to.equal('');
  });

  it('shows mails on a page and escapes their contents', async () => {
    const subject = '</a><script>alert(1)</script>"\'&amp;';
    await send({ to: 'a@example.com', subject, html: '<p>Hi</p>', text: '<b>https://example.com/?a=1&b=2' });
    for (const path of [
      '/',
      '/mails/1',
      '/mails/1?view=text',
      '/mails/1?view=headers',
      '/mails/1?view=source',
      '/?to="><script>',
    ]) {
      const response = await read(path);
      expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).to.include("default-src 'none'");
      const page = await response.text();
      expect(page).to.not.include('<script').and.not.include('<b>');
      if (path === '/' || path === '/mails/1') {
        expect(page).to.include('&lt;/a&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;amp;');
      }
      if (path.endsWith('text')) expect(page).to.include('<a href="https://example.com/?a=1&amp;b=2"');
    }
  });

  it('shows the HTML in a sandboxed frame, without scripts and without images from elsewhere', async () => {
    await send({
      to: 'a@example.com',
      html: '<!DOCTYPE html><script>alert(1)</script><a href="https://example.com">Go</a>',
    });
    const page = await (await read('/mails/1')).text();
    expect(page).to.match(
      /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" src="\/messages\/1\/html"/,
    );
    const response = await read('/messages/1/html');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy)
      .to.include('sandbox allow-popups')
      .and.not.include('allow-scripts')
      .and.not.include('allow-same-origin');
    expect(policy).to.include("default-src 'none'").and.include('img-src data:;');
    expect(await response.text()).to.match(/^<!DOCTYPE html><base target="_blank">/);
    const loaded = await read('/messages/1/html?images=1');
    expect(loaded.headers.get('content-security-policy')).to.include('img-src data: http: https:;');
  });

  it('answers 404 for unknown paths and 405 for other methods', async () => {
    for (const path of [
      '/messages/1',
      '/messages/0',
      '/messages/x',
      '/messages/1/html',
      '/mails/9',
      '/else',
    ]) {
      expect((await read(path)).status, path).to.equal(404);
    }
    expect((await fetch(mailbox.url, { method: 'POST' })).status).to.equal(405);
  });

  it('answers only requests that name this machine, since a foreign name may resolve to it', async () => {
    await send({ to: 'a@example.com' });
    const ask = (host: string) =>
      rawRequest(mailbox.url, `GET /messages HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    for (const host of ['localhost:8025', 'LOCALHOST', '127.0.0.1:1', '127.1.2.3', '[::1]:8025']) {
      expect((await ask(host)).status, host).to.equal(200);
    }
    for (const host of [
      'evil.example',
      'evil.example:8025',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '10.0.0.1',
      '',
    ]) {
      const answer = await ask(host);
      expect(answer.status, host).to.equal(421);
      expect(answer.body).to.not.include('a@example.com');
    }
  });

  it('loses none of many mails that arrive at once', async () => {
    const count = 1000;
    const options = { url: mailbox.smtpUrl, pool: true, maxConnections: 10, maxMessages: Infinity };
    const transport = nodemailer.createTransport(options as object);
    const sendOne = (_: unknown, number: number): Promise<unknown> =>
      transport.sendMail({
        envelope: { from: 'shop@example.com', to: `user${number}@example.com` },
        raw: `Subject: ${number}\r\n\r\nmail ${number}\r\n`,
      });
    await Promise.all(Array.from({ length: count }, sendOne));
    transport.close();
    expect((await list()).total).to.equal(count);
    expect((await list('?to=user7@example.com')).total).to.equal(1);
    await restart();
    expect((await list('?to=user999@example.com')).total).to.equal(1);
    const mail = await message((await list('?to=user7@example.com')).messages[0]?.id ?? 0);
    expect(mail.text?.trim()).to.equal('mail 7');
  });
});
