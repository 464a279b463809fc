import { once } from 'node:events';
import { connect } from 'node:tls';
import { accepts, freePort } from '../../../local/ports.ts';
import { until } from '../../support/until.ts';
import type { Login } from './logins.ts';
import { type Running, rooted } from './rooted.ts';

/** A mail server from Debian, on free ports of the loopback. It forwards accepted mails to the sink only. */
export interface Mta {
  /** The port without TLS, which offers STARTTLS; the other is encrypted from the start. */
  readonly port: number;
  readonly tlsPort: number;
  /** Debian 12's OpenSMTPD (6.8) was not made for OpenSSL 3: it loses its key, so no client gets an encrypted connection. */
  readonly encrypts: boolean;
  /** Its output, for finding the cause of a failure. */
  output(): string;
  stop(): Promise<void>;
}

/** The address that all servers refuse, and the one that they defer if they can. */
export const REFUSED = 'nobody@example.net';
export const LATER = 'later@example.net';
/** Bytes of the largest mail that they accept. */
export const SIZE = 200_000;

async function ready(running: Running, ports: readonly number[], name: string): Promise<void> {
  try {
    for (const port of ports) await until(() => accepts(port), `${name} on port ${port}`);
  } catch (error) {
    await running.stop();
    throw new Error(`${name} did not start: ${running.output()}`, { cause: error });
  }
}

async function encrypts(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** OpenSMTPD offers neither PIPELINING nor SMTPUTF8. */
export async function startOpenSmtpd(sinkPort: number, login: Login): Promise<Mta> {
  const root = rooted('opensmtpd');
  const [port, tlsPort] = [await freePort(), await freePort()];
  root.write(
    'etc/passwd',
    'root:x:0:0::/root:/bin/sh\nopensmtpd:x:201:201::/var/lib/opensmtpd/empty:/bin/false\nopensmtpq:x:202:202::/var/lib/opensmtpd/empty:/bin/false\n',
  );
  root.write('etc/group', 'root:x:0:\nopensmtpd:x:201:\nopensmtpq:x:202:\n');
  root.write('etc/mailname', 'localhost\n');
  root.folder('var/spool/smtpd', 0o711);
  root.folder('var/lib/opensmtpd/empty', 0o755);
  root.folder('var/run', 0o755);
  root.write(
    'etc/smtpd.conf',
    `pki localhost cert "/etc/tls.pem"
pki localhost key "/etc/tls.pem"
table people { "${login.user}" = "${login.crypted}" }
smtp max-message-size "${SIZE}"
listen on 127.0.0.1 port ${port} tls pki localhost auth-optional <people>
listen on 127.0.0.1 port ${tlsPort} smtps pki localhost auth-optional <people>
action onward relay host "smtp://127.0.0.1:${sinkPort}"
match from any for rcpt-to "${REFUSED}" reject
match from any for any action onward
`,
  );
  const running = root.start('/usr/sbin/smtpd', ['-d', '-f', '/etc/smtpd.conf']);
  await ready(running, [port, tlsPort], 'OpenSMTPD');
  return {
    output: running.output,
    port,
    tlsPort,
    encrypts: await encrypts(tlsPort),
    stop: () => running.stop(),
  };
}

const QUEUES = 'active bounce corrupt defer deferred flush hold incoming private saved trace'.split(' ');

/** Postfix offers all extensions. A server that speaks Dovecot's protocol at `authPort` checks passwords. */
export async function startPostfix(sinkPort: number, authPort: number): Promise<Mta> {
  const root = rooted('postfix');
  const [port, tlsPort] = [await freePort(), await freePort()];
  root.write(
    'etc/passwd',
    'root:x:0:0::/root:/bin/sh\npostfix:x:201:201::/var/spool/postfix:/bin/false\nnobody:x:65534:65534::/:/bin/false\n',
  );
  root.write('etc/group', 'root:x:0:\npostfix:x:201:\npostdrop:x:202:\nnogroup:x:65534:\n');
  root.folder('var/log', 0o755);
  root.folder('var/lib/postfix', 0o755, 201, 201);
  root.folder('var/spool/postfix', 0o755);
  root.folder('var/spool/postfix/pid', 0o755);
  for (const queue of QUEUES) root.folder(`var/spool/postfix/${queue}`, 0o700, 201);
  root.folder('var/spool/postfix/maildrop', 0o1730, 201, 202);
  root.folder('var/spool/postfix/public', 0o2710, 201, 202);
  root.write(
    'etc/postfix/main.cf',
    `compatibility_level = 3.6
myhostname = localhost
mydestination =
local_recipient_maps =
alias_maps =
mynetworks = 127.0.0.1
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
relayhost = [127.0.0.1]:${sinkPort}
smtp_host_lookup = native
smtp_tls_security_level = none
maillog_file = /var/log/postfix.log
message_size_limit = ${SIZE}
smtpd_tls_security_level = may
smtpd_tls_chain_files = /etc/tls.pem
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${authPort}
smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination
smtpd_recipient_restrictions = check_recipient_access inline:{ { ${REFUSED} = 550 5.1.1 nobody }, { ${LATER} = 450 4.2.1 later } }, permit
smtpd_error_sleep_time = 0
smtpd_hard_error_limit = 1000
smtpd_soft_error_limit = 1000
`,
  );
  root.write(
    'etc/postfix/master.cf',
    `127.0.0.1:${port} inet n - n - - smtpd
127.0.0.1:${tlsPort} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`,
  );
  const running = root.start('/usr/lib/postfix/sbin/master', ['-c', '/etc/postfix', '-d']);
  await ready(running, [port, tlsPort], 'Postfix');
  return {
    output: running.output,
    port,
    tlsPort,
    encrypts: await encrypts(tlsPort),
    stop: () => running.stop(),
  };
}
