import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect } from 'chai';
import { retryAfterMs } from '../../../../../../worker/sending/transport/http/meanings.ts';
import {
  type ProviderScript,
  type ProviderServer,
  startProviderServer,
} from '../../../../../support/provider-server.ts';
import { mailTo, transportTo } from '../../../../../support/transports.ts';

describe('transport: the HTTP client', () => {
  let server: ProviderServer;
  const start = async (script?: ProviderScript) => {
    server = await startProviderServer('postmark', script);
    return server.url;
  };
  afterEach(() => server?.close());

  it('keeps its connections', async () => {
    const transport = transportTo([await start()], { connections: 2 });
    const sent = Array.from({ length: 20 }, (_, i) => transport.send(mailTo(`to-${i}@example.net`)));
    expect(new Set((await Promise.all(sent)).map(({ kind }) => kind))).to.deep.equal(new Set(['accepted']));
    expect(server.connections()).to.equal(2);
    await transport.close();
  });

  it('replaces a kept connection that the server closed meanwhile, and the mail is not in doubt', async () => {
    const transport = transportTo([await start({ goesAway: true })]);
    expect((await transport.send(mailTo('a@example.net'))).kind).to.equal('accepted');
    await server.away();
    await server.back();
    expect((await transport.send(mailTo('b@example.net'))).kind).to.equal('accepted');
    expect(server.taken).to.have.length(2);
    await transport.close();
  });

  for (const provider of ['postmark', 'resend'] as const) {
    it(`defers only a mail at which the connection is lost, and the provider stays in use (${provider})`, async () => {
      server = await startProviderServer(provider, { most: 1_000_000, parameters: 'rate=0' });
      const transport = transportTo([server.url]);
      const mails = ['first', 'a', 'long', 'b'].map((name) =>
        mailTo(`${name}@example.net`, name === 'long' ? { bytes: 6_000_000 } : {}),
      );
      // The first has a request of its own, and the others wait behind it.
      const outcomes = await Promise.all(mails.map((mail) => transport.send(mail)));
      expect(outcomes.map(({ kind }) => kind)).to.deep.equal([
        'accepted',
        'accepted',
        'deferred',
        'accepted',
      ]);
      expect(outcomes[2]).to.include({
        class: 'later',
        rule: 'own-lost-line',
        reply: 'The server closed the connection in the middle of the request',
      });
      expect(transport.servers()[0]).to.include({ pauseMs: 0, trouble: null });
      await transport.close();
    });
  }

  it('does not follow a redirect', async () => {
    const other = await startProviderServer('postmark');
    const location = other.url.replace(/.*endpoint=/, '');
    const transport = transportTo([
      await start({ act: () => ({ status: 307, headers: { location: `${location}/email` } }) }),
    ]);
    expect(await transport.send(mailTo('a@example.net'))).to.include({
      kind: 'unreached',
      fault: 'greeting',
    });
    expect(other.calls).to.have.length(0);
    await transport.close();
    await other.close();
  });

  it('reads 64 kB of an answer: of an error that is enough, of a success not', async () => {
    const long = 'x'.repeat(100_000);
    const transport = transportTo([
      await start({ act: ({ request }) => ({ status: request === 1 ? 500 : 200, body: { Message: long } }) }),
    ]);
    expect((await transport.send(mailTo('a@example.net'))).kind).to.equal('deferred');
    expect((await transport.send(mailTo('b@example.net'))).kind).to.equal('in_doubt');
    await transport.close();
  });

  it('takes an answer that comes one byte at a time', async () => {
    const transport = transportTo([await start({ dribble: true })]);
    expect((await transport.send(mailTo('a@example.net'))).kind).to.equal('accepted');
    await transport.close();
  });

  it('does not wait longer for an answer that only trickles', async () => {
    const trickling = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
      socket.resume();
    }).listen(0, '127.0.0.1');
    await once(trickling, 'listening');
    const { port } = trickling.address() as AddressInfo;
    const transport = transportTo([`postmark://t@default?endpoint=http://127.0.0.1:${port}`], {
      timeoutMs: 200,
    });
    const outcome = await transport.send(mailTo('a@example.net'));
    expect(outcome).to.include({ kind: 'in_doubt', reason: 'no answer in 400 ms' });
    await transport.close();
    trickling.close();
  });

  it('replaces a connection lost once in the middle of a long mail', async () => {
    const transport = transportTo([await start({ cut: { side: 'read', bytes: 200_000, how: 'reset' } })]);
    const outcome = await transport.send(mailTo('a@example.net', { bytes: 6_900_000 }));
    expect(outcome.kind).to.equal('accepted');
    expect(server.taken).to.have.length(1);
    await transport.close();
  });

  it('gives a mail that is larger than the provider takes to another server', async () => {
    const large = await startProviderServer('resend');
    const url = await start();
    const transport = transportTo([url, large.url]);
    const mail = mailTo('a@example.net', { bytes: 8_000_000 });
    expect((await transport.send(mail)).kind).to.equal('accepted');
    expect([server.taken.length, large.taken.length]).to.deep.equal([0, 1]);
    const alone = transportTo([url]);
    expect(await alone.send(mail)).to.include({ kind: 'refused', class: 'size' });
    await Promise.all([transport.close(), alone.close(), large.close()]);
  });

  it('refuses an address that is not ASCII before the @', async () => {
    const transport = transportTo([await start()]);
    expect(await transport.send(mailTo('jörg@example.net'))).to.include({
      kind: 'refused',
      rule: 'own-smtputf8',
    });
    expect((await transport.send(mailTo('info@bücher.example'))).kind).to.equal('accepted');
    expect(server.taken.map(({ to }) => to)).to.deep.equal(['info@xn--bcher-kva.example']);
    await transport.close();
  });

  it('checks the certificate', async () => {
    const pem = readFileSync(
      new URL('../../../../../fixtures/localhost-self-signed-rsa.pem', import.meta.url),
    );
    const secure = createTlsServer({ cert: pem, key: pem }, (socket) => socket.on('error', () => {})).listen(
      0,
      '127.0.0.1',
    );
    secure.on('tlsClientError', () => {});
    await once(secure, 'listening');
    const { port } = secure.address() as AddressInfo;
    const transport = transportTo([`postmark://t@default?endpoint=https://127.0.0.1:${port}`]);
    expect(await transport.send(mailTo('a@example.net'))).to.include({ kind: 'unreached', fault: 'tls' });
    await transport.close();
    secure.close();
  });

  it('reads seconds or a date in Retry-After', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(retryAfterMs('7', now)).to.equal(7000);
    expect(retryAfterMs('0.5', now)).to.equal(500);
    expect(retryAfterMs('Thu, 01 Jan 2026 00:00:30 GMT', now)).to.equal(30_000);
    expect(retryAfterMs('Wed, 31 Dec 2025 00:00:00 GMT', now)).to.equal(0);
    expect(retryAfterMs('999999999', now)).to.equal(3_600_000);
    expect(retryAfterMs('soon', now)).to.equal(undefined);
    expect(retryAfterMs(undefined, now)).to.equal(undefined);
  });
});
