import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { chanceOf, createRandom } from './random.ts';

export type DomainFault =
  | '421 at RCPT'
  | '421 at the dot'
  | 'a late dot'
  | '450 at RCPT'
  | 'a lost line at RCPT'
  | 'nonsense at RCPT'
  | 'silence at RCPT'
  | 'a reply without end at RCPT'
  | 'a refused RSET'
  | 'two replies at DATA'
  | 'a lost line after the dot';

/** More bytes than a client keeps of a reply. */
const ENDLESS = '250-and more\r\n'.repeat(90_000);

/** Milliseconds of a late dot. */
const LATE_MS = 5000;

/** How a sink answers. Shares are of all mails, from 0 to 1; the rest is accepted. */
export interface SinkOptions {
  /** With 0 or without it, a free port is used. */
  readonly port?: number;
  /**
   * The file that gets a line `milliseconds connection Message-ID recipient reply` for every answer to a final dot. The reply is
   * `lost` when the connection was cut instead, and `deferred` or `refused` when RCPT was answered that way.
   */
  readonly book?: string;
  /** Milliseconds between the final dot and the reply, as a real server or network would take. */
  readonly delayMs?: number;
  /** Whether PIPELINING is offered; by default it is. */
  readonly pipelining?: boolean;
  /** TLS from the start (`smtps:`), with a certificate that no client trusts by default. */
  readonly tls?: boolean;
  /** The seed of the random numbers: the same seed gives the same numbers. */
  readonly seed?: number;
  readonly faults?: {
    /** RCPT is answered 451 4.2.0. */
    readonly deferred?: number;
    /** RCPT is answered 550 5.1.1, always for the same share of all addresses. */
    readonly refused?: number;
    /** The connection is cut at RCPT. */
    readonly lostBefore?: number;
    /** The mail is taken, and the connection is cut before the reply. */
    readonly lostAfter?: number;
    /** RCPT is never answered. */
    readonly hang?: number;
    /** How mails to these domains are answered. After 421 the connection ends, and a late dot is one after 5 s. */
    readonly domains?: Readonly<Record<string, DomainFault>>;
  };
}

export interface SinkCounts {
  /** Number of final dots; each is one mail that the sink holds. */
  readonly mails: number;
  readonly bytes: number;
  readonly connections: number;
  /** Negative answers to RCPT. */
  readonly deferred: number;
  readonly refused: number;
}

export interface SinkServer {
  readonly port: number;
  counts(): SinkCounts;
  /** Writes the lines that are held back to the book. */
  flush(): void;
  close(): void;
}

const end = Buffer.from('\r\n.\r\n');
const messageId = /^message-id:\s*(\S+)/im;

/**
 * A mail server that accepts everything and keeps nothing. It costs far less than the sender: one pass over the bytes, one
 * write for all replies to a packet, and the book written in groups.
 */
export async function startSinkServer(options: SinkOptions): Promise<SinkServer> {
  const { delayMs = 0, pipelining = true, faults = {}, seed = Date.now() } = options;
  const random = createRandom(seed);
  const book = options.book === undefined ? null : openSync(options.book, 'a');
  const counts = { mails: 0, bytes: 0, connections: 0, deferred: 0, refused: 0 };
  const sockets = new Set<Socket>();
  let lines: string[] = [];

  const flush = (): void => {
    if (book !== null && lines.length > 0) writeSync(book, lines.join(''));
    lines = [];
  };
  const note = (connection: number, id: string, recipient: string, reply: string): void => {
    if (book !== null) lines.push(`${Date.now()} ${connection} ${id} ${recipient} ${reply}\n`);
  };
  const flushing = setInterval(flush, 50);

  const greetings = `250-sink\r\n${pipelining ? '250-PIPELINING\r\n' : ''}250-8BITMIME\r\n250-SMTPUTF8\r\n250 AUTH PLAIN LOGIN\r\n`;

  function serve(socket: Socket): void {
    const connection = ++counts.connections;
    sockets.add(socket);
    socket.setNoDelay(true);
    let held: Buffer | null = null;
    /** The reply to a final dot is delayed; further input waits for it. */
    let pausing = false;
    let inData = false;
    let loseReply = false;
    let recipient = '';
    /** The connection ends with the reply that was just made. */
    let isLast = false;

    /** The fault of the recipient's domain; null: the same answers as for all other domains. */
    let domainFault: DomainFault | null = null;

    /** Answers one command. Null cuts the connection; an empty text means that the server never answers again. */
    function answer(line: string): string | null {
      const verb = line.slice(0, 4).toUpperCase();
      switch (verb) {
        case 'EHLO':
          return greetings;
        case 'RSET':
          return domainFault === 'a refused RSET' ? '500 5.5.1 what\r\n' : '250 2.0.0 ok\r\n';
        case 'AUTH':
          return '235 2.7.0 in\r\n';
        case 'MAIL':
          recipient = '';
          return '250 2.1.0 ok\r\n';
        case 'RCPT':
          return answerRecipient(line);
        case 'DATA':
          if (recipient === '') return '503 5.5.1 no recipient\r\n';
          inData = true;
          return domainFault === 'two replies at DATA'
            ? '354 go\r\n250 2.0.0 taken already\r\n'
            : '354 go\r\n';
        case 'QUIT':
          return '221 2.0.0 bye\r\n';
        default:
          return '250 2.0.0 ok\r\n';
      }
    }

    function answerRecipient(line: string): string | null {
      const address = line.slice(line.indexOf('<') + 1, line.lastIndexOf('>'));
      const { deferred = 0, refused = 0, lostBefore = 0, lostAfter = 0, hang = 0, domains = {} } = faults;
      // A mailbox that does not exist does not exist at the second attempt either.
      domainFault = domains[address.slice(address.indexOf('@') + 1)] ?? null;
      if (domainFault === '421 at RCPT') return closing();
      if (domainFault === '450 at RCPT' || domainFault === 'a refused RSET') return '450 4.2.0 later\r\n';
      if (domainFault === 'a reply without end at RCPT') return ENDLESS;
      if (domainFault === 'a lost line at RCPT') return null;
      if (domainFault === 'nonsense at RCPT') return 'xyz what\r\n';
      if (domainFault === 'silence at RCPT') return '';
      if (refused > 0 && chanceOf(address, seed) < refused) {
        counts.refused += 1;
        note(connection, '-', address, 'refused');
        return '550 5.1.1 nobody of this name\r\n';
      }
      let draw = random.share();
      if ((draw -= deferred) < 0) {
        counts.deferred += 1;
        note(connection, '-', address, 'deferred');
        return '451 4.2.0 later\r\n';
      }
      if ((draw -= lostBefore) < 0) return null;
      if ((draw -= hang) < 0) return '';
      loseReply = draw - lostAfter < 0 || domainFault === 'a lost line after the dot';
      recipient = address;
      return '250 2.1.5 ok\r\n';
    }

    /** Nothing after this reply is read. */
    function closing(): string {
      isLast = true;
      return '421 4.7.0 too many mails of yours\r\n';
    }

    function endWith(replies: string): void {
      socket.removeAllListeners('data').resume().end(replies, 'latin1');
    }

    function takeMail(mail: Buffer): string | null {
      inData = false;
      if (domainFault === '421 at the dot') return closing();
      counts.mails += 1;
      counts.bytes += mail.length;
      const id = book === null ? '' : (messageId.exec(mail.toString('latin1', 0, 4096))?.[1] ?? '-');
      note(connection, id, recipient, loseReply ? 'lost' : '250');
      return loseReply ? null : '250 2.0.0 taken\r\n';
    }

    /** Replies to all input in one write, until a pause or the end of the connection. */
    function work(bytes: Buffer): void {
      let replies = '';
      for (;;) {
        const at = bytes.indexOf(inData ? end : '\n');
        if (at === -1) break;
        const wasData = inData;
        const reply = wasData
          ? takeMail(bytes.subarray(0, at))
          : answer(bytes.toString('latin1', 0, at).trimEnd());
        bytes = bytes.subarray(at + (wasData ? end.length : 1));
        // Earlier replies are still sent, because the cut concerns only this mail.
        if (reply === null) return endWith(replies);
        if (reply === '') {
          if (replies !== '') socket.write(replies, 'latin1');
          socket.removeAllListeners('data').resume();
          return;
        }
        const ms = domainFault === 'a late dot' ? LATE_MS : delayMs;
        if (wasData && ms > 0) {
          if (replies !== '') socket.write(replies, 'latin1');
          held = bytes;
          pausing = true;
          setTimeout(() => {
            pausing = false;
            if (isLast) return endWith(reply);
            socket.write(reply, 'latin1');
            const waiting = held ?? Buffer.alloc(0);
            held = null;
            work(waiting);
          }, ms);
          return;
        }
        replies += reply;
        if (isLast) return endWith(replies);
      }
      if (bytes.length > 0) held = bytes;
      if (replies !== '') socket.write(replies, 'latin1');
    }

    socket.on('data', (chunk: Buffer) => {
      const bytes = held === null ? chunk : Buffer.concat([held, chunk]);
      held = null;
      if (pausing) held = bytes;
      else work(bytes);
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.write('220 sink\r\n');
  }

  const pem = options.tls
    ? readFileSync(new URL('../../test/fixtures/localhost-self-signed.pem', import.meta.url))
    : '';
  const server = options.tls ? createTlsServer({ key: pem, cert: pem }, serve) : createServer(serve);
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });

  return {
    port,
    counts: () => ({ ...counts }),
    flush,
    close() {
      clearInterval(flushing);
      server.close();
      for (const socket of sockets) socket.destroy();
      flush();
      if (book !== null) closeSync(book);
    },
  };
}
