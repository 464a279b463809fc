import type { Socket } from 'node:net';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { readSmtpUrl } from '../../../../common/config/smtp-url.ts';
import type { Fault } from '../outcome.ts';
import { faultOf, type NodemailerError, reasonOfFault } from './faults.ts';

export interface OpenConnection {
  readonly socket: Socket;
  readonly offers: Offers;
}

export interface Offers {
  readonly pipelining: boolean;
  readonly smtpUtf8: boolean;
  readonly eightBit: boolean;
  /** Bytes of the largest mail that the server takes; null if it announces no size or no limit (RFC 1870). */
  readonly size: number | null;
  readonly declaresSize: boolean;
}

export class OpeningFailure extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, reason: string) {
    super(reason);
    this.fault = fault;
  }
}

interface Login {
  readonly user: string;
  readonly pass: string;
  /** `PLAIN`, `LOGIN` or `CRAM-MD5`; if empty, the first one that the server offers. */
  readonly method: string;
}

/**
 * A login requires encryption (`smtp-url.ts`). The URL is nodemailer's, such as `smtps://user:password@host:port`; its `name` goes before
 * `greeting`.
 */
export function createConnector(url: string, timeoutMs: number, greeting: string | null = null) {
  const { auth, ...given } = readSmtpUrl(url);
  const options: SMTPConnectionOptions = {
    // If a server takes longer to greet, other servers should take the mails.
    connectionTimeout: Math.min(timeoutMs, 30_000),
    greetingTimeout: Math.min(timeoutMs, 30_000),
    dnsTimeout: Math.min(timeoutMs, 30_000),
    socketTimeout: timeoutMs,
    ...(greeting !== null && { name: greeting }),
    ...given,
  };
  const { authMethod } = given as { readonly authMethod?: unknown };
  const method = typeof authMethod === 'string' ? authMethod : '';
  const port = options.port ?? (options.secure ? 465 : 587);
  return {
    name: `${options.host ?? 'localhost'}:${port}`,
    /** Rejects only with {@link OpeningFailure}. */
    open: () => openLine(options, auth && { ...auth, method }),
  };
}

/**
 * nodemailer connects, encrypts and logs in, as it knows many servers' quirks. Then we write to the socket (its documented public
 * member): only the code that writes the final dot knows whether it was written. See `docs/decisions`, "We speak the mail part of
 * SMTP ourselves".
 */
function openLine(options: SMTPConnectionOptions, auth?: Login): Promise<OpenConnection> {
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection(options);
    const fail = (error: NodemailerError): void => {
      // Reject first, because closing causes another error.
      reject(new OpeningFailure(faultOf(error), reasonOfFault(error, auth !== undefined)));
      connection.close();
    };
    // Keep this listener after the hand-over too; the session then gets errors from the socket itself.
    connection.on('error', fail);
    connection.once('end', () => fail(new Error('the server closed the connection before it was ready')));
    connection.connect((error) => {
      if (error) return fail(error);
      const offers = readOffers(connection.lastServerResponse || '');
      const ready = (): void => {
        const socket = connection._socket;
        if (!socket) return fail(new Error('the server closed the connection before it was ready'));
        socket.removeAllListeners('data');
        socket.removeAllListeners('timeout');
        resolve({ socket, offers });
      };
      if (!auth?.user || !connection.allowsAuth) return ready();
      connection.login(auth, (refused) => (refused ? fail(refused) : ready()));
    });
  });
}

function readOffers(answer: string): Offers {
  const size = /^250[ -]SIZE(?:[ \t]+(\d+))?/im.exec(answer);
  return {
    pipelining: /^250[ -]PIPELINING\b/im.test(answer),
    smtpUtf8: /^250[ -]SMTPUTF8\b/im.test(answer),
    eightBit: /^250[ -]8BITMIME\b/im.test(answer),
    size: Number(size?.[1] ?? 0) || null,
    declaresSize: size !== null,
  };
}
