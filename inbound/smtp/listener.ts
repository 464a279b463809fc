import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { listenAtStart } from '../../common/config/listen.ts';
import { readTlsFiles } from '../../common/config/tls-files.ts';
import type { Config } from '../../common/config.ts';
import type { Logger } from '../../common/log.ts';
import type { Receiver } from '../receiver.ts';
import { Commands, MAIL_BYTES } from './commands.ts';
import type { Forward } from './forwarding.ts';
import { createVisits } from './visits.ts';

export type Listener = Awaited<ReturnType<typeof startListener>>;

/** Recipients of one mail: a returned mail has one. */
const RECIPIENTS = 5;
/** Milliseconds that a connection may be silent (RFC 5321, 4.5.3.2.7 has five minutes for a server that waits for a command). */
const SILENCE_MS = 60_000;
const CERTIFICATE_MS = 3_600_000;

/** Takes only mails for valid tokens, postmaster and abuse at BOUNCE_DOMAIN. Answers 250 once the events are stored, and 451 while a store is away. */
export async function startListener(
  config: Config,
  { receiver, forward, log }: { receiver: Receiver; forward: Forward | null; log: Logger },
) {
  const { smtp } = config.inbound;
  const tls = readTlsFiles(smtp);
  const commands = new Commands(
    receiver,
    config.bounceDomain,
    createVisits({ total: smtp.connections, each: smtp.connectionsEach }),
    forward,
    log,
  );
  const server = new SMTPServer({
    name: config.bounceDomain ?? undefined,
    // Our own text without a version.
    banner: 'returned mail only',
    size: MAIL_BYTES,
    rejectOversized: true,
    maxRecipients: RECIPIENTS,
    maxCommandLength: 2048,
    socketTimeout: SILENCE_MS,
    authOptional: true,
    disabledCommands: ['AUTH', ...(tls ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    logger: false,
    ...tls,
    ...commands.handlers,
  });
  server.on('error', (error) => log.debug({ err: error }, 'SMTP connection failed'));
  server.server.prependListener('connection', (socket: Socket) => commands.enter(socket));
  const renewal = setInterval(() => renewCertificate(server, smtp, log), CERTIFICATE_MS);
  renewal.unref();

  const port = await listenAtStart(server.server, smtp.host, smtp.port ?? 0, {
    host: 'INBOUND_SMTP_HOST',
    port: 'INBOUND_SMTP_PORT',
  });
  log.info({ port, starttls: tls !== null }, 'SMTP listener started');

  return {
    port,
    async close(milliseconds: number): Promise<void> {
      clearInterval(renewal);
      server.options.closeTimeout = milliseconds;
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function renewCertificate(server: SMTPServer, smtp: Config['inbound']['smtp'], log: Logger): void {
  try {
    const renewed = readTlsFiles(smtp);
    if (renewed) server.updateSecureContext(renewed);
  } catch (error) {
    log.warn({ err: error }, 'SMTP certificate not read again; the previous one stays in use');
  }
}
