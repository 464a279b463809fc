import type { Socket } from 'node:net';
import { failpoint } from '../../../../common/config/failpoints.ts';
import type { Verdict } from '../../../../common/domain/reply-classes.ts';
import type { Fault, MailAnswer, OutgoingMail } from '../outcome.ts';
import type { Trouble } from '../trouble.ts';
import type { Offers, OpenConnection } from './connect.ts';
import { lossOfCurrent, lossOfNext } from './loss.ts';
import { finalDot } from './message.ts';
import { answerOf, createReplyReader, flatten, type Reply, type Stage } from './reply-lines.ts';
import { beginTransaction, groupOf, prepare, type SessionResult, type Transaction } from './transaction.ts';

/** Bytes written to the socket at a time, so that for a long mail it is known whether its final dot was written. */
const SLICE = 64 * 1024;

/**
 * The mail part of SMTP (RFC 5321, 3.3; PIPELINING: RFC 2920). The next mail's commands go in the same packet as the dot of the
 * mail before (RFC 2920, 3.1 allows the data to begin a group): one write and one read a mail, 20 µs less.
 */
export class Session {
  readonly #socket: Socket;
  readonly #offers: Offers;
  readonly #server: string;
  readonly #onGone: () => void;
  readonly #replies = createReplyReader();
  #current: Transaction | null = null;
  #next: Transaction | null = null;
  #gone = false;
  #mails = 0;
  /** A refused mail leaves its transaction open; then RSET is sent before the next mail. */
  #needsReset = false;

  /** `server` is its `host:port`. `onGone` is called once, when the connection has ended. */
  constructor({ socket, offers }: OpenConnection, server: string, onGone: () => void) {
    this.#socket = socket;
    this.#offers = offers;
    this.#server = server;
    this.#onGone = onGone;
  }

  get gone(): boolean {
    return this.#gone;
  }

  get current(): Transaction | null {
    return this.#current;
  }

  /** Number of mails under way: the one in the dialogue, and the one that follows it. */
  get load(): 0 | 1 | 2 {
    return this.#next ? 2 : this.#current ? 1 : 0;
  }

  /** Milliseconds for which the server has left the commands of a mail unanswered; 0 if no mail waits for that. */
  silentMs(): number {
    return this.#current && this.#current.step !== 'dot' ? Date.now() - this.#current.startedAt : 0;
  }

  /** Not while `load` is 2 or after `gone`. Does not reject. `oneByOne`: a lost line then shows where it was lost. */
  deliver(mail: OutgoingMail, oneByOne = false): Promise<SessionResult> {
    const prepared = prepare(mail, this.#offers);
    if ('kind' in prepared) return Promise.resolve(prepared);
    return new Promise((resolve) => {
      this.#mails += 1;
      if (this.#gone) {
        const reason = 'the connection was closed';
        return resolve({ kind: 'lost', fault: 'connection', reason, unclear: true, opening: false });
      }
      const transaction = beginTransaction(prepared, this.#offers.pipelining && !oneByOne, resolve);
      if (!this.#current) return this.#start(transaction);
      this.#next = transaction;
      if (!transaction.grouped || !this.#current.dotOut) return;
      transaction.begun = true;
      this.#socket.write(groupOf(transaction), 'utf8');
    });
  }

  takeBack(): void {
    const next = this.#next;
    if (!next || next.begun) return;
    this.#next = null;
    const reason = 'the mail before it was not answered';
    next.resolve({ kind: 'lost', fault: 'connection', reason, bystander: true, opening: false });
  }

  quit(): void {
    if (this.#gone) return;
    if (!this.#socket.destroyed) this.#socket.end('QUIT\r\n');
    this.#gone = true;
    this.#socket.setTimeout(2000, () => this.#socket.destroy());
    this.#onGone();
  }

  /** `trouble`: how the server failed; null: it answered, or the caller aborts. `aboutDomain`: closed because of the recipient. */
  end(
    reason: string,
    trouble: Trouble | null,
    fault: Fault = 'connection',
    aboutDomain: Verdict | null = null,
  ): void {
    if (this.#gone) return;
    this.#gone = true;
    const [current, next] = [this.#current, this.#next];
    this.#current = null;
    this.#next = null;
    this.#socket.destroy();
    const ending = { reason, trouble, fault, aboutDomain };
    current?.resolve(lossOfCurrent(current, ending, this.#mails > 1));
    next?.resolve(lossOfNext(next, ending));
    this.#onGone();
  }

  receive(chunk: Buffer): void {
    this.#replies.feed(chunk);
    while (!this.#gone && this.#current) {
      const reply = this.#replies.next();
      if (!reply) return;
      this.#take(this.#current, reply);
    }
    if (!this.#gone && !this.#replies.empty()) this.end('the server sent an unexpected reply', 'nonsense');
  }

  #start(transaction: Transaction): void {
    this.#current = transaction;
    if (this.#next === transaction) this.#next = null;
    transaction.startedAt = Date.now();
    if (transaction.begun) return;
    if (this.#needsReset) transaction.step = 'RSET';
    const reset = this.#needsReset ? 'RSET\r\n' : '';
    this.#needsReset = false;
    if (transaction.grouped) this.#socket.write(`${reset}${groupOf(transaction)}`, 'utf8');
    else this.#socket.write(reset === '' ? transaction.commands.MAIL : reset, 'utf8');
  }

  #settle(transaction: Transaction, answer: MailAnswer): void {
    this.#current = null;
    const next = this.#next;
    // These bytes answer none of our commands, so it is unknown which command the next reply answers.
    if (!next?.begun && !this.#replies.empty())
      this.end('the server sent more replies than commands', 'nonsense');
    else if (next) this.#start(next);
    // A server may answer before it has read the whole mail.
    const isRead = this.#socket.writableLength === 0;
    transaction.resolve({
      kind: 'answered',
      answer: isRead ? answer : { ...answer, bytesFree: false },
      slowDown: false,
      atMail: transaction.refusal?.step === 'MAIL',
    });
  }

  #take(transaction: Transaction, reply: Reply): void {
    if (reply.code === 421) return this.#takeClosing(transaction, reply);
    switch (transaction.step) {
      case 'RSET':
        if (!isGood(reply)) return this.#endAt('RSET', reply);
        return this.#advance(transaction, 'MAIL');
      case 'MAIL':
      case 'RCPT':
        return this.#takeAddressReply(transaction, transaction.step, reply);
      case 'DATA':
        return this.#takeDataReply(transaction, reply);
      case 'empty':
        return transaction.refusal
          ? this.#settle(transaction, transaction.refusal.answer)
          : this.end('the server replied without a command', 'nonsense');
      case 'dot':
        return this.#takeFinalReply(transaction, reply);
    }
  }

  #takeAddressReply(transaction: Transaction, step: 'MAIL' | 'RCPT', reply: Reply): void {
    if (!isGood(reply) && !transaction.refusal) {
      const answer = this.#answer(transaction, reply, step);
      if (!answer) return this.#endAt(step, reply);
      transaction.refusal = { answer, step };
      this.#needsReset = true;
      if (!transaction.grouped) return this.#settle(transaction, answer);
    }
    if (step === 'RCPT') failpoint('after-rcpt', transaction.mail.messageId);
    this.#advance(transaction, step === 'MAIL' ? 'RCPT' : 'DATA');
  }

  #takeDataReply(transaction: Transaction, reply: Reply): void {
    const { refusal } = transaction;
    if (reply.code < 300 || reply.code >= 400) {
      this.#needsReset = true;
      const answer = refusal?.answer ?? this.#answer(transaction, reply, 'DATA');
      return answer ? this.#settle(transaction, answer) : this.#endAt('DATA', reply);
    }
    // An extra reply would be taken as the answer to the dot.
    if (!this.#replies.empty()) return this.end('the server sent more replies than commands', 'nonsense');
    if (refusal?.step === 'RCPT') {
      // RFC 2920, 3.1: the server accepted DATA without a valid recipient, so an empty message ends it.
      transaction.step = 'empty';
      this.#socket.write('.\r\n');
    } else if (refusal) {
      // This server refused the sender and still asks for the data. It must not get even an empty message.
      this.end('the server accepted DATA after it had refused MAIL', 'nonsense');
    } else if (this.#next || !transaction.grouped) {
      this.#sendBody(transaction);
    } else {
      // The caller is about to pass the next mail, as the reply came in one packet: both are written together.
      setImmediate(() => transaction.step === 'DATA' && this.#sendBody(transaction));
    }
  }

  #takeFinalReply(transaction: Transaction, reply: Reply): void {
    const text = flatten(reply.text);
    const answer: MailAnswer | null = isGood(reply)
      ? { kind: 'accepted', reply: text, bytesFree: true }
      : this.#answer(transaction, reply, 'dot');
    if (transaction.dotOut && answer) return this.#settle(transaction, answer);
    if (transaction.dotOut || answer?.kind === 'accepted' || !answer) return this.#endAt('the data', reply);
    // The server refused before it had the whole mail. The connection is in the middle of the data and cannot be used again.
    this.#current = null;
    this.end(text, null);
    transaction.resolve({ kind: 'answered', answer: { ...answer, bytesFree: false }, slowDown: false });
  }

  /** 421: the server closes the connection, as a reply to any command (RFC 5321, 3.8). */
  #takeClosing(transaction: Transaction, reply: Reply): void {
    const said = flatten(reply.text);
    const { step, dotOut } = transaction;
    if (!dotOut) {
      const early = step === 'RSET' || step === 'MAIL';
      // After the recipient is named, other domains may be welcome.
      const aboutDomain = early ? null : verdictOf(this.#answer(transaction, reply, 'RCPT'));
      return this.end(said, null, 'slow_down', aboutDomain);
    }
    // The reply answers the dot, and the mail, which may be the cause, is not accepted. So this counts as an attempt.
    const answer = this.#answer(transaction, reply, 'dot')!;
    this.#current = null;
    this.end(said, null, 'slow_down', verdictOf(answer));
    transaction.resolve({ kind: 'answered', answer: { ...answer, bytesFree: false }, slowDown: true });
  }

  /** Sends the next command; those of a group have been sent already. */
  #advance(transaction: Transaction, step: 'MAIL' | 'RCPT' | 'DATA'): void {
    transaction.step = step;
    if (!transaction.grouped) this.#socket.write(transaction.commands[step], 'utf8');
  }

  #sendBody(transaction: Transaction, from = 0): void {
    if (this.#current !== transaction) return;
    transaction.step = 'dot';
    const socket = this.#socket;
    const { body } = transaction;
    for (; body.length - from > SLICE; from += SLICE) {
      if (socket.write(body.subarray(from, from + SLICE))) continue;
      const rest = from + SLICE;
      return void socket.once('drain', () => this.#sendBody(transaction, rest));
    }
    transaction.dotOut = true;
    const next = this.#next?.grouped ? this.#next : null;
    if (next) next.begun = true;
    socket.cork();
    socket.write(from === 0 ? body : body.subarray(from));
    socket.write(Buffer.from(next ? `${finalDot(body)}${groupOf(next)}` : finalDot(body)));
    socket.uncork();
    failpoint('after-dot', transaction.mail.messageId);
  }

  #endAt(step: string, reply: Reply): void {
    this.end(`${step} was answered ${flatten(reply.text)}`, 'nonsense');
  }

  #answer({ mail }: Transaction, reply: Reply, stage: Stage): MailAnswer | null {
    return answerOf(reply, stage, mail.to, this.#server);
  }
}

const verdictOf = (answer: MailAnswer | null): Verdict =>
  answer && answer.kind !== 'accepted'
    ? { class: answer.class, rule: answer.rule }
    : { class: 'slow', rule: 'own-closed' };

const isGood = (reply: Reply): boolean => reply.code >= 200 && reply.code < 300;
