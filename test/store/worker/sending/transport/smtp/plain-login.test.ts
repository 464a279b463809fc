import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { SMTPServer } from 'smtp-server';
import { readSmtpUrl } from '../../../../../../common/config/smtp-url.ts';
import type { Config } from '../../../../../../common/config.ts';
import { createMailer } from '../../../../../../worker/notices/mailer.ts';
import { startScriptedSmtp } from '../../../../../support/scripted-smtp.ts';
import { mailTo, transportTo } from '../../../../../support/transports.ts';

const pem = readFileSync(new URL('../../../../../fixtures/localhost-self-signed.pem', import.meta.url));

/** On Linux 0.0.0.0 leads to this machine, but the tested rule does not count it as a loopback address. */
const elsewhere = (port: number, query = ''): string => `smtp://user:secret@0.0.0.0:${port}/${query}`;

describe('transport: the login', () => {
  const logins: { user: string; secure: boolean }[] = [];
  const servers: SMTPServer[] = [];

  async function start(encrypts: boolean): Promise<number> {
    const server = new SMTPServer({
      key: pem,
      cert: pem,
      allowInsecureAuth: true,
      disabledCommands: encrypts ? [] : ['STARTTLS'],
      onAuth: ({ username = '' }, { secure }, done) => {
        logins.push({ user: username, secure });
        done(null, { user: username });
      },
    });
    servers.push(server);
    server.on('error', () => {});
    return new Promise((resolve) => {
      const listener = server.listen(0, '127.0.0.1', () => {
        const address = listener.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  }

  const send = async (url: string) => {
    const transport = transportTo([url]);
    const outcome = await transport.send(mailTo('someone@example.net'));
    await transport.close();
    return outcome;
  };

  beforeEach(() => logins.splice(0));
  afterEach(() =>
    Promise.all(servers.splice(0).map((server) => new Promise<void>((done) => server.close(done)))),
  );

  it('reaches no server without STARTTLS, neither user nor password', async () => {
    const outcome = await send(elsewhere(await start(false)));
    expect(outcome).to.include({ kind: 'unreached', fault: 'tls' });
    expect(outcome)
      .to.have.property('reason')
      .that.includes('allow-plain-login=1')
      .and.not.includes('secret');
    expect(logins).to.deep.equal([]);
  });

  it('reaches no server whose offer was stripped on the way, whatever the URL says of TLS', async () => {
    for (const query of ['', '?ignoreTLS=true', '?opportunisticTLS=true', '?requireTLS=false']) {
      const server = await startScriptedSmtp({ offers: ['AUTH PLAIN LOGIN'] });
      const outcome = await send(elsewhere(server.port, query));
      await server.close();
      expect(outcome, query).to.include({ kind: 'unreached', fault: 'tls' });
      expect(server.commands.map((line) => line.split(' ')[0])).to.deep.equal(['EHLO', 'STARTTLS']);
    }
  });

  it('reaches a server that encrypts, the loopback, and one whose URL allows it', async () => {
    const [encrypts, plain] = [await start(true), await start(false)];
    for (const url of [
      elsewhere(encrypts, '?tls.rejectUnauthorized=false'),
      `smtp://user:secret@127.0.0.1:${plain}`,
      `smtp://user:secret@localhost:${plain}`,
      elsewhere(plain, '?allow-plain-login=1'),
      elsewhere(plain, '?allow-plain-login=true'),
    ])
      expect((await send(url)).kind, url).to.equal('accepted');
    expect(logins.map(({ secure }) => secure)).to.deep.equal([true, false, false, false, false]);
    expect((await send(elsewhere(plain, '?allow-plain-login=0'))).kind).to.equal('unreached');
  });

  it('reaches no server for the service’s own mails either, unless the URL allows it', async () => {
    const port = await start(false);
    const mailer = (url: string) =>
      createMailer({
        smtpUrls: [url],
        smtpTimeout: 2000,
        systemFrom: 'no-reply@example.com',
        messageIdDomain: 'example.com',
      } as unknown as Config);
    const mail = { to: 'a@example.net', subject: 's', text: 't', html: '<p>t</p>', messageKey: 'k' };
    const failure = await mailer(elsewhere(port))
      .send(mail)
      .then(
        () => null,
        (error: unknown) => error,
      );
    expect(failure).to.include({ code: 'ETLS' });
    expect(logins).to.deep.equal([]);
    await mailer(elsewhere(port, '?allow-plain-login=1')).send(mail);
    expect(logins).to.have.length(1);
  });

  it('needs TLS, which a mail without a login does not', () => {
    const demanded = (url: string) => readSmtpUrl(url).requireTLS === true;
    for (const url of ['smtp://a:b@relay.example', 'smtp://a@10.0.0.1:25', 'smtp://a:b@localhost.example'])
      expect(demanded(url), url).to.equal(true);
    for (const url of [
      'smtp://relay.example',
      'smtps://a:b@relay.example',
      'smtp://a:b@[::1]:25',
      'smtp://a:b@127.8.9.1',
    ])
      expect(demanded(url), url).to.equal(false);
  });
});
