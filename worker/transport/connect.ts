import type { Socket } from 'node:net';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { faultOf, type NodemailerError, reasonOf } from './faults.ts';
import type { Fault } from './outcome.ts';
import { readSmtpUrl } from './smtp-url.ts';

/** A server that is greeted, encrypted and logged in to: ready for MAIL. */
export interface OpenLine {
  readonly socket: Socket;
  readonly offers: Offers;
}

/** The extensions that matter to a mail (EHLO's answer). */
export interface Offers {
  readonly pipelining: boolean;
  readonly smtpUtf8: boolean;
  readonly eightBit: boolean;
  /** Bytes of the largest mail it takes; null where it doesn't say, or announces no limit (RFC 1870). */
  readonly size: number | null;
  /** Whether SIZE is known at all. */
  readonly declaresSize: boolean;
}

/** A line could not be opened, and why. */
export class OpeningFailed extends Error {
  constructor(
    readonly fault: Fault,
    reason: string,
  ) {
    super(reason);
  }
}

export interface Connector {
  /** Host and port, fit for logs. */
  readonly name: string;
  /** Rejects with {@link OpeningFailed} alone. */
  readonly open: () => Promise<OpenLine>;
}

interface Login {
  readonly user: string;
  readonly pass: string;
  /** `PLAIN`, `LOGIN` or `CRAM-MD5`; empty: the first that the server offers. */
  readonly method: string;
}

/**
 * Opens lines to the server of a nodemailer URL (`smtps://user:password@host:port?tls.rejectUnauthorized=false`). With a
 * login in it they are encrypted (`smtp-url.ts`).
 */
export function createConnector(url: string, timeoutMs: number): Connector {
  const { auth, ...given } = readSmtpUrl(url);
  const options: SMTPConnectionOptions = {
    // A server that lets one wait for its greeting longer than this is no help while others are well.
    connectionTimeout: Math.min(timeoutMs, 30_000),
    greetingTimeout: Math.min(timeoutMs, 30_000),
    dnsTimeout: Math.min(timeoutMs, 30_000),
    socketTimeout: timeoutMs,
    ...given,
  };
  const { authMethod } = given as { readonly authMethod?: unknown };
  const method = typeof authMethod === 'string' ? authMethod : '';
  const port = options.port ?? (options.secure ? 465 : 587);
  return {
    name: `${options.host ?? 'localhost'}:${port}`,
    open: () => openLine(options, auth && { ...auth, method }),
  };
}

/**
 * nodemailer connects, encrypts and logs in; what it knows of servers' ways there is worth having. Then the socket
 * (its documented public member) is ours: whether the final dot was written is exactly known only to who writes it.
 * See `docs/decisions`, "We speak the mail part of SMTP ourselves".
 */
function openLine(options: SMTPConnectionOptions, auth?: Login): Promise<OpenLine> {
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection(options);
    const fail = (error: NodemailerError): void => {
      // Before closing, which is an error in its turn.
      reject(new OpeningFailed(faultOf(error), reasonOf(error, auth !== undefined)));
      connection.close();
    };
    // Also for errors after the hand-over, which the session hears from the socket itself.
    connection.on('error', fail);
    connection.once('end', () => fail(new Error('the server closed the line before it was ready')));
    connection.connect((error) => {
      if (error) return fail(error);
      const offers = readOffers(connection.lastServerResponse || '');
      const ready = (): void => {
        const socket = connection._socket;
        if (!socket) return fail(new Error('the server closed the line before it was ready'));
        socket.removeAllListeners('data');
        socket.removeAllListeners('timeout');
        resolve({ socket, offers });
      };
      if (!auth?.user || !connection.allowsAuth) return ready();
      connection.login(auth, (refused) => (refused ? fail(refused) : ready()));
    });
  });
}

/** Reads EHLO's answer (RFC 5321, 4.1.1.1). */
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
