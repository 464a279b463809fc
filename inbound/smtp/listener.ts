import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { StartRefused } from '../../common/config/start-refusal.ts';
import type { Config } from '../../common/config.ts';
import { network } from '../../common/domain/network.ts';
import type { Logger } from '../../common/log.ts';
import { mongodbAway } from '../../common/store/outages.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import { countRefused } from '../metrics.ts';
import type { Receiver } from '../receiver.ts';
import { readTlsFiles } from './tls.ts';
import { createVisits } from './visits.ts';

/** What smtp-server answers to a command: it writes the code before the text. */
const reply = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

export interface Listener {
  readonly port: number;
  /** Takes no more connections, and gives those that there are so many milliseconds. */
  close(milliseconds: number): Promise<void>;
}

/** Bytes of a mail. Servers return the header of a mail, or a few kilobytes of it. */
export const MAIL_BYTES = 2 ** 20;
/** Bytes after which a connection is cut that sends on and on. */
const CUT_BYTES = 4 * MAIL_BYTES;
/** Recipients of one mail: a returned mail has one. */
const RECIPIENTS = 5;
/** Milliseconds that a connection may be silent (RFC 5321, 4.5.3.2.7, has five minutes for a server that waits for a command). */
const SILENCE_MS = 60_000;
/** Milliseconds between two looks for a new certificate. */
const CERTIFICATE_MS = 3_600_000;

type Done = (error?: Error | null, message?: string) => void;

/**
 * An SMTP server for what comes back. It takes mails for valid tokens at BOUNCE_DOMAIN and refuses all other recipients, so it relays
 * nothing and forwards nothing. A mail is answered 250 once what it says is stored, and 451 while a store is away.
 */
export async function startListener(config: Config, receiver: Receiver, log: Logger): Promise<Listener> {
  const { smtp } = config.inbound;
  const tls = readTlsFiles(smtp);
  const visits = createVisits(smtp.connectionsEach);
  /** Connections by network and port; null: it is refused. */
  const sockets = new Map<string, Socket | null>();
  const keyOf = (address: string | undefined, port: number | undefined): string =>
    `${network(address ?? '')} ${port}`;

  async function meet({ remoteAddress, remotePort }: SMTPServerSession): Promise<Error | null> {
    const refused = sockets.get(keyOf(remoteAddress, remotePort)) === null;
    if (!refused && !visits.isBarred(remoteAddress)) return null;
    countRefused('smtp', 'rate');
    return reply(421, 'Too many connections or unknown recipients from your network; try again later');
  }

  async function judge(recipient: string, session: SMTPServerSession): Promise<Error | null> {
    if (receiver.knows(recipient)) return null;
    countRefused('smtp', 'recipient');
    const late = visits.wrong(session.remoteAddress);
    if (late === null) {
      const socket = sockets.get(keyOf(session.remoteAddress, session.remotePort));
      // After the reply.
      setTimeout(() => socket?.destroySoon(), 100).unref();
      return reply(421, 'Too many unknown recipients');
    }
    await delay(late, undefined, { ref: false });
    return reply(550, 'No such mailbox here');
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Error | null> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (!stream.sizeExceeded) chunks.push(chunk);
      else {
        chunks.length = 0;
        if (stream.byteLength > CUT_BYTES)
          sockets.get(keyOf(session.remoteAddress, session.remotePort))?.destroy();
      }
    }
    if (stream.sizeExceeded) {
      countRefused('smtp', 'size');
      return reply(552, 'The mail is too large');
    }
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    try {
      await receiver.mail('smtp', Buffer.concat(chunks), recipients);
      return null;
    } catch (error) {
      if (isStoreAway(error)) mongodbAway(error, log);
      else log.error({ err: error }, 'a mail that came back could not be taken');
      return reply(451, 'It can not be stored now; try again later');
    }
  }

  /** smtp-server wants callbacks. */
  async function answer(judged: Promise<Error | null>, done: Done): Promise<void> {
    let refusal: Error | null;
    try {
      refusal = await judged;
    } catch (error) {
      log.error({ err: error }, 'an SMTP command could not be answered');
      refusal = reply(451, 'Local error');
    }
    try {
      done(refusal, 'Noted');
    } catch (error) {
      // Such as a connection that has gone meanwhile.
      log.warn({ err: error }, 'an SMTP command could not be answered');
    }
  }

  const server = new SMTPServer({
    name: config.bounceDomain ?? undefined,
    // Our own address, and no version.
    banner: 'returned mail only',
    size: MAIL_BYTES,
    rejectOversized: true,
    maxClients: smtp.connections,
    maxRecipients: RECIPIENTS,
    maxCommandLength: 2048,
    socketTimeout: SILENCE_MS,
    authOptional: true,
    disabledCommands: ['AUTH', ...(tls ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    logger: false,
    ...tls,
    onConnect: (session, done) => void answer(meet(session), done),
    onRcptTo: ({ address }, session, done) => void answer(judge(address, session), done),
    onData: (stream, session, done) => void answer(take(stream, session), done),
  });
  server.on('error', (error) => log.debug({ err: error }, 'an SMTP connection failed'));
  server.server.prependListener('connection', (socket: Socket) => {
    const key = keyOf(socket.remoteAddress, socket.remotePort);
    sockets.set(key, visits.enter(socket) ? socket : null);
    socket.once('close', () => sockets.delete(key));
  });

  const renewal = setInterval(() => {
    try {
      const renewed = readTlsFiles(smtp);
      if (renewed) server.updateSecureContext(renewed);
    } catch (error) {
      log.warn({ err: error }, 'the certificate of the SMTP listener can not be read again');
    }
  }, CERTIFICATE_MS);
  renewal.unref();

  const listening = once(server.server, 'listening');
  server.listen({ port: smtp.port ?? 0, ...(smtp.host !== null && { host: smtp.host }) });
  await listening.catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`INBOUND_SMTP_PORT ${smtp.port} can not be listened on: ${error.message}`);
  });
  const { port } = server.server.address() as AddressInfo;
  log.info({ port, starttls: tls !== null }, 'the SMTP listener listens');

  return {
    port,
    async close(milliseconds) {
      clearInterval(renewal);
      server.options.closeTimeout = milliseconds;
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
