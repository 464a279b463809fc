import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { mailTo, transportTo } from '../../../../../support/transports.ts';

const pem = readFileSync(new URL('../../../../../fixtures/localhost-self-signed.pem', import.meta.url));

interface Taken {
  readonly from: string;
  readonly to: string[];
  readonly user: string;
  readonly secure: boolean;
  readonly raw: string;
}

describe('transport: against the smtp-server package', () => {
  const servers: SMTPServer[] = [];
  const taken: Taken[] = [];

  async function start(options: SMTPServerOptions = {}): Promise<string> {
    const server = new SMTPServer({
      key: pem,
      cert: pem,
      authOptional: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'secret/pass word' ? done(null, { user: username }) : done(new Error('wrong')),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          taken.push({
            from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
            to: session.envelope.rcptTo.map(({ address }) => address),
            user: String(session.user ?? ''),
            secure: session.secure,
            raw: Buffer.concat(chunks).toString(),
          });
          done();
        });
      },
      ...options,
    });
    servers.push(server);
    server.on('error', () => {});
    const port = await new Promise<number>((resolve) => {
      const listener = server.listen(0, '127.0.0.1', () => {
        const address = listener.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    return `127.0.0.1:${port}`;
  }
  afterEach(async () => {
    taken.length = 0;
    await Promise.all(servers.splice(0).map((server) => new Promise<void>((done) => server.close(done))));
  });

  it('logs in and encrypts by STARTTLS or from the start, depending on the URL', async () => {
    const [opportune, implicit] = [await start(), await start({ secure: true })];
    const login = `user%40example.com:${encodeURIComponent('secret/pass word')}`;
    const trusting = '?tls.rejectUnauthorized=false';
    for (const url of [
      `smtp://${login}@${opportune}/${trusting}`,
      `smtps://${login}@${implicit}${trusting}`,
    ]) {
      const transport = transportTo([url]);
      for (const name of ['a', 'b', 'c']) {
        expect((await transport.send(mailTo(`${name}@example.net`))).kind).to.equal('accepted');
      }
      await transport.close();
    }
    expect(taken).to.have.length(6);
    for (const { user, secure } of taken)
      expect({ user, secure }).to.deep.equal({ user: 'user@example.com', secure: true });
  });

  it('reports a wrong password as a fault of the login, and an untrusted certificate as one of TLS', async () => {
    const [opportune, implicit] = [await start(), await start({ secure: true })];
    const faults: unknown[] = [];
    for (const url of [
      `smtp://user:wrong@${opportune}?tls.rejectUnauthorized=false`,
      `smtp://${opportune}`,
      `smtps://${implicit}`,
      `smtps://${opportune}`,
    ]) {
      const transport = transportTo([url]);
      const outcome = await transport.send(mailTo('someone@example.net'));
      faults.push(outcome.kind === 'unreached' ? outcome.fault : outcome);
      if (outcome.kind === 'unreached') expect(outcome.reason).not.to.contain('wrong@');
      await transport.close();
    }
    expect(faults).to.deep.equal(['login', 'tls', 'tls', 'tls']);
    expect(taken).to.deep.equal([]);
  });

  it('sends mails unchanged: with dots, long ones, and with incorrect line ends', async () => {
    const url = `smtp://${await start()}?ignoreTLS=true`;
    const transport = transportTo([url]);
    const bodies = [
      '',
      '.',
      '.\r\n',
      '..two\r\n.one\r\nnone\r\n',
      'a\r\n.\r\nMAIL FROM:<x@example.com>\r\n',
      'no end of line',
      `${'0123456789'.repeat(7)}\r\n`.repeat(10_000),
    ];
    for (const body of bodies) {
      const raw = Buffer.from(`Subject: x\r\n\r\n${body}`);
      expect((await transport.send({ ...mailTo('a@example.net'), raw })).kind).to.equal('accepted');
      const arrived = taken.pop()?.raw ?? '';
      expect(arrived.replace(/\r\n$/, '')).to.equal(raw.toString().replace(/\r\n$/, ''));
    }
    const smuggled = Buffer.from('Subject: x\n\r\n\n.\nMAIL FROM:<x@example.com>\r.\rb\r\n.\n');
    expect((await transport.send({ ...mailTo('a@example.net'), raw: smuggled })).kind).to.equal('accepted');
    expect(taken).to.have.length(1);
    expect(taken[0]?.raw).to.equal('Subject: x\r\n\r\n\r\n.\r\nMAIL FROM:<x@example.com>\r\n.\r\nb\r\n.\r\n');
    await transport.close();
  });

  it('sends international addresses with the domain in ASCII, the local part only if SMTPUTF8 is offered', async () => {
    const [open, closed] = [await start(), await start({ hideSMTPUTF8: true })];
    const [utf8, ascii] = [
      transportTo([`smtp://${open}?ignoreTLS=true`]),
      transportTo([`smtp://${closed}?ignoreTLS=true`]),
    ];
    expect((await ascii.send(mailTo('info@münchen.example'))).kind).to.equal('accepted');
    expect((await utf8.send(mailTo('jörg@münchen.example'))).kind).to.equal('accepted');
    // The package decodes the domain again; addresses.test.ts shows that it is ASCII on the wire.
    expect(taken.map(({ to }) => to)).to.deep.equal([['info@münchen.example'], ['jörg@münchen.example']]);
    const refused = await ascii.send(mailTo('jörg@example.net'));
    expect(refused).to.include({ kind: 'refused', class: 'unknown', code: '5.6.7' });
    await Promise.all([utf8.close(), ascii.close()]);
  });

  it('uses one envelope with one recipient, whatever the address contains', async () => {
    const transport = transportTo([`smtp://${await start()}?ignoreTLS=true`]);
    for (const to of [
      'a@example.net>,<b@example.net',
      'a@example.net\r\nRCPT TO:<b@example.net',
      'a@example.net, b@example.net',
      'a b@example.net',
      'a@b%40evil.example',
      '',
      'nobody',
    ]) {
      expect(await transport.send(mailTo(to))).to.include({ kind: 'refused', class: 'unknown' });
    }
    expect(taken).to.deep.equal([]);
    expect((await transport.send({ ...mailTo('a@example.net'), from: '' })).kind).to.equal('accepted');
    expect(taken[0]).to.include({ from: '' });
    await transport.close();
  });

  it('does not offer a mail that is larger than the server’s limit', async () => {
    const transport = transportTo([`smtp://${await start({ size: 10_000 })}?ignoreTLS=true`]);
    const outcome = await transport.send(mailTo('a@example.net', { bytes: 20_000 }));
    expect(outcome).to.include({ kind: 'refused', code: '5.3.4', class: 'size' });
    expect((await transport.send(mailTo('a@example.net', { bytes: 5_000 }))).kind).to.equal('accepted');
    await transport.close();
  });
});
