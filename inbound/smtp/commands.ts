import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { shownAddress } from '../../common/domain/network.ts';
import type { Logger } from '../../common/log.ts';
import { mongodbAway } from '../../common/store/outages.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import { SilentDns } from '../domain-reports/take.ts';
import { countRefused, countUnread } from '../metrics.ts';
import type { Receiver } from '../receiver.ts';
import { ReadersBusy } from '../reports/apart.ts';
import { type Forward, ForwardingError, TooManyForwards } from './forwarding.ts';
import type { Visits } from './visits.ts';

/** Bytes of a mail that are taken: qmail, Gmail and Exchange return whole mails. All but the first bytes are discarded. */
export const MAIL_BYTES = 50 * 2 ** 20;
/** Bytes after which a connection that keeps sending is closed. */
const CUT_BYTES = MAIL_BYTES + 2 ** 20;
/** Local parts that every domain with mail accepts (RFC 5321, 4.5.1; RFC 2142, 2). */
const OF_EVERY_DOMAIN = new Set(['postmaster', 'abuse']);

/** Milliseconds in which a refused connection may read its 421. */
const FAREWELL_MS = 1000;

/** The answer to a command: smtp-server writes the code before the text. Null: the command is accepted. */
type Refusal = (Error & { readonly responseCode: number }) | null;

const reply = (responseCode: number, text: string): Refusal =>
  Object.assign(new Error(text), { responseCode });

/** The listener's form of an IPv4 address differs from the socket's. */
const keyOf = (address: string | undefined, port: number | undefined): string =>
  `${shownAddress(address ?? '')} ${port}`;

export class Commands {
  readonly #receiver: Receiver;
  readonly #domain: string | null;
  readonly #visits: Visits;
  readonly #forward: Forward | null;
  readonly #log: Logger;
  readonly #sockets = new Map<string, Socket | null>();

  /** `domain`: `BOUNCE_DOMAIN`. */
  constructor(
    receiver: Receiver,
    domain: string | null,
    visits: Visits,
    forward: Forward | null,
    log: Logger,
  ) {
    this.#receiver = receiver;
    this.#domain = domain;
    this.#visits = visits;
    this.#forward = forward;
    this.#log = log;
  }

  /** For smtp-server, which needs callbacks. */
  get handlers(): Pick<SMTPServerOptions, 'onConnect' | 'onRcptTo' | 'onData'> {
    return {
      onConnect: (session, done) => void this.#answer(this.#meet(session), done),
      onRcptTo: ({ address }, session, done) => void this.#answer(this.#judge(address, session), done),
      onData: (stream, session, done) => void this.#answer(this.#takeDuring(stream, session), done),
    };
  }

  enter(socket: Socket): void {
    const key = keyOf(socket.remoteAddress, socket.remotePort);
    const isWelcome = this.#visits.enter(socket);
    this.#sockets.set(key, isWelcome ? socket : null);
    if (!isWelcome) setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
    socket.once('close', () => this.#sockets.delete(key));
  }

  #socketOf({ remoteAddress, remotePort }: SMTPServerSession): Socket | null | undefined {
    return this.#sockets.get(keyOf(remoteAddress, remotePort));
  }

  #meet(session: SMTPServerSession): Refusal {
    const isRefused = this.#socketOf(session) === null;
    if (!isRefused && !this.#visits.isBarred(session.remoteAddress)) return null;
    countRefused('smtp', 'rate');
    return reply(421, 'Too many connections or unknown recipients from your network; try again later');
  }

  async #judge(recipient: string, session: SMTPServerSession): Promise<Refusal> {
    if (this.#receiver.knows(recipient) || this.#isOfDomain(recipient)) return null;
    countRefused('smtp', 'recipient');
    const late = this.#visits.wrong(session.remoteAddress);
    if (late === null) {
      const socket = this.#socketOf(session);
      setTimeout(() => socket?.destroySoon(), 100).unref();
      return reply(421, 'Too many unknown recipients');
    }
    await delay(late, undefined, { ref: false });
    return reply(550, 'No such mailbox here');
  }

  #isOfDomain(recipient: string): boolean {
    const [local = '', domain] = recipient.toLowerCase().split('@');
    return domain === this.#domain && OF_EVERY_DOMAIN.has(local);
  }

  #takeDuring(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Refusal> {
    return this.#visits.during(this.#socketOf(session), () => this.#take(stream, session));
  }

  async #take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Refusal> {
    const chunks: Buffer[] = [];
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    let room = this.#receiver.room(recipients);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // A part of a chunk would keep the memory of all of it.
      if (room > 0) chunks.push(chunk.length > room ? Buffer.from(chunk.subarray(0, room)) : chunk);
      room -= chunk.length;
      if (stream.byteLength > CUT_BYTES) this.#socketOf(session)?.destroy();
    }
    if (stream.sizeExceeded) {
      countRefused('smtp', 'size');
      return reply(552, 'The mail is too large');
    }
    // A report to postmaster or abuse names our mail in its text, as one in a mailbox does.
    const envelope = recipients.some((one) => this.#receiver.knows(one)) ? recipients : null;
    try {
      const raw = Buffer.concat(chunks);
      await this.#receiver.mail('smtp', raw, envelope, this.#forwarding(raw, session));
      return null;
    } catch (error) {
      if (error instanceof ReadersBusy) countRefused('smtp', 'busy');
      else if (error instanceof SilentDns) countRefused('smtp', 'dns');
      else if (error instanceof TooManyForwards) countRefused('smtp', 'rate');
      else if (error instanceof ForwardingError) return this.#notForwarded(error);
      else if (isStoreAway(error)) mongodbAway(error, this.#log);
      else this.#log.error({ err: error }, 'returned mail not stored; it is answered with 451');
      return reply(451, 'The mail cannot be stored now; try again later');
    }
  }

  /** Null: the mail is not for postmaster or abuse, or these are not forwarded. */
  #forwarding(raw: Buffer, { envelope }: SMTPServerSession): (() => Promise<void>) | null {
    const forward = this.#forward;
    if (!forward || !envelope.rcptTo.some(({ address }) => this.#isOfDomain(address))) return null;
    const sender = envelope.mailFrom ? envelope.mailFrom.address.toLowerCase() : '';
    return async () => countUnread('smtp', await forward(raw, sender));
  }

  #notForwarded({ code, replyCode, refused }: ForwardingError): Refusal {
    this.#log.warn({ code, reply_code: replyCode, refused }, 'mail to postmaster or abuse not forwarded');
    if (!refused) return reply(451, 'The mail cannot be forwarded now; try again later');
    countUnread('smtp', 'refused');
    return reply(554, 'The mail cannot be forwarded');
  }

  async #answer(
    judged: Refusal | Promise<Refusal>,
    done: (refusal?: Refusal, message?: string) => void,
  ): Promise<void> {
    let refusal: Refusal;
    try {
      refusal = await judged;
    } catch (error) {
      this.#log.error({ err: error }, 'SMTP command failed; it is answered with 451');
      refusal = reply(451, 'Local error');
    }
    try {
      done(refusal, 'Noted');
    } catch (error) {
      // For example, the connection is closed already.
      this.#log.warn({ err: error }, 'SMTP answer not sent');
    }
  }
}
