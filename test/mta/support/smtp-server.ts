import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { keepIn, type MailServer } from '../../support/mail-server.ts';
import type { Login } from './logins.ts';
import { LATER, type Mta, REFUSED, SIZE } from './servers.ts';

const pem = readFileSync(new URL('../../fixtures/localhost-self-signed-rsa.pem', import.meta.url));
const refusal = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });

/** The smtp-server package, configured like the other two. `passed` gets the mechanism of each successful login. */
export async function startSmtpServer(sink: MailServer, login: Login, passed: string[]): Promise<Mta> {
  const options: SMTPServerOptions = {
    key: pem,
    cert: pem,
    authOptional: true,
    authMethods: ['PLAIN', 'LOGIN'],
    size: SIZE,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password, method }, _session, done) {
      if (username !== login.user || password !== login.password)
        return done(refusal(535, '5.7.8 wrong password'));
      passed.push(method);
      done(null, { user: username });
    },
    onRcptTo({ address }, _session, done) {
      if (address === REFUSED) return done(refusal(550, '5.1.1 nobody'));
      done(address === LATER ? refusal(450, '4.2.1 later') : null);
    },
    onData: keepIn(sink.mails),
  };
  const servers = [new SMTPServer(options), new SMTPServer({ ...options, secure: true })];
  const ports: number[] = [];
  for (const server of servers) {
    server.on('error', () => {});
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    ports.push((server.server.address() as AddressInfo).port);
  }
  return {
    port: ports[0]!,
    tlsPort: ports[1]!,
    encrypts: true,
    output: () => '',
    async stop() {
      await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(resolve))));
    },
  };
}
