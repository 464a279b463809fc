import { failpoint } from '../../common/failpoints.ts';
import type { OpenLine } from './connect.ts';
import { finalDot } from './message.ts';
import { type Answer, aborted, type Fault, type Handover, type OutgoingMail } from './outcome.ts';
import { answerOf, createReplyReader, flatten, type Reply } from './replies.ts';
import { begin, groupOf, prepare, type Transaction } from './transaction.ts';

/** One line to a server, on which mails go one after another. */
export interface Session {
  /** Hands one mail over; never while `load` is 2, and never once `gone`. Does not reject. */
  deliver(mail: OutgoingMail): Promise<Handover>;
  /** Breaks off the mails on their way, if any; the line ends with them. */
  abort(): void;
  /** Says goodbye when no mail is on its way. */
  quit(): void;
  /** Mails on their way: the one in the dialogue, and the one that follows it. */
  readonly load: 0 | 1 | 2;
  readonly gone: boolean;
}

/** Bytes given to the socket at a time, so that it is known of a long mail whether its dot is out. */
const SLICE = 64 * 1024;
/** A server that keeps a mail waiting with a few bytes now and then gets this many timeouts' time for it. */
const PATIENCE = 3;

/**
 * Speaks the mail part of SMTP (RFC 5321, 3.3; PIPELINING: RFC 2920) on an open line. The next mail's commands go out
 * with the dot of the one before, in the same packet (RFC 2920, 3.1 allows the data to begin a group): a mail then costs
 * one write and one read, 20 µs less. `timeoutMs` is how long the server may be silent, and twice that after the dot, for a
 * line that is given up there may cost a second copy (RFC 5321, 4.5.3.2: 5 and 10 minutes); an idle line is closed after
 * `timeoutMs`. `onGone` is called once, when the line has ended.
 */
export function createSession({ socket, offers }: OpenLine, timeoutMs: number, onGone: () => void): Session {
  const replies = createReplyReader();
  let now: Transaction | null = null;
  let next: Transaction | null = null;
  let gone = false;
  let mails = 0;
  /** A refused mail leaves its transaction open; RSET goes ahead of the next one. */
  let needsReset = false;

  /** Ends the line; a mail on its way becomes what is known of it. */
  function end(reason: string, fault: Fault = 'connection', silent = false): void {
    if (gone) return;
    gone = true;
    const [transaction, follower] = [now, next];
    now = null;
    next = null;
    socket.destroy();
    if (transaction) {
      const stale = mails > 1 && !transaction.heard && !silent;
      transaction.resolve(brokenOff(transaction, { kind: 'lost', fault, reason, stale, opening: false }));
    }
    if (follower) {
      const stale = fault !== 'slow_down';
      follower.resolve(brokenOff(follower, { kind: 'lost', fault, reason, stale, opening: false }));
    }
    onGone();
  }

  function brokenOff(transaction: Transaction, lost: Handover & { kind: 'lost' }): Handover {
    if (transaction.refusal) return { kind: 'answered', answer: transaction.refusal.answer, slowDown: false };
    if (transaction.dotOut) return { kind: 'in_doubt', reason: lost.reason };
    return lost.fault === 'aborted' ? aborted() : lost;
  }

  function settle(transaction: Transaction, answer: Answer): void {
    now = null;
    // What the server still says belongs to no command of ours: whose answer the next reply is, is unknown.
    if (!next?.begun && !replies.empty()) end('the server said more than it was asked');
    else if (next) start(next);
    transaction.resolve({ kind: 'answered', answer, slowDown: false });
  }

  function start(transaction: Transaction): void {
    now = transaction;
    if (next === transaction) next = null;
    transaction.startedAt = Date.now();
    if (transaction.begun) return;
    if (needsReset) transaction.step = 'RSET';
    const reset = needsReset ? 'RSET\r\n' : '';
    needsReset = false;
    if (offers.pipelining) socket.write(`${reset}${groupOf(transaction)}`, 'utf8');
    else socket.write(reset === '' ? transaction.commands.MAIL : reset, 'utf8');
  }

  function take(transaction: Transaction, reply: Reply): void {
    if (reply.code === 421) return closing(transaction, reply);
    switch (transaction.step) {
      case 'RSET':
        if (!isGood(reply)) return end(`RSET was answered ${flatten(reply.text)}`);
        return advance(transaction, 'MAIL');
      case 'MAIL':
      case 'RCPT': {
        const { step } = transaction;
        if (!isGood(reply) && !transaction.refusal) {
          const answer = answerOf(reply, step);
          if (!answer) return end(`${step} was answered ${flatten(reply.text)}`);
          transaction.refusal = { answer, step };
          needsReset = true;
          if (!offers.pipelining) return settle(transaction, answer);
        }
        if (step === 'RCPT') failpoint('after-rcpt', transaction.mail.messageId);
        return advance(transaction, step === 'MAIL' ? 'RCPT' : 'DATA');
      }
      case 'DATA':
        return takeDataReply(transaction, reply);
      case 'empty':
        return transaction.refusal
          ? settle(transaction, transaction.refusal.answer)
          : end('nothing was asked');
      case 'dot':
        return takeFinalReply(transaction, reply);
    }
  }

  function takeFinalReply(transaction: Transaction, reply: Reply): void {
    const text = flatten(reply.text);
    const answer: Answer | null = isGood(reply) ? { kind: 'accepted', reply: text } : answerOf(reply, 'dot');
    if (transaction.dotOut && answer) return settle(transaction, answer);
    if (transaction.dotOut || answer?.kind === 'accepted' || !answer)
      return end(`the data was answered ${text}`);
    // Refused before it had it all: the line is in the midst of the mail and good for nothing else.
    now = null;
    end(text);
    transaction.resolve({ kind: 'answered', answer, slowDown: false });
  }

  function takeDataReply(transaction: Transaction, reply: Reply): void {
    const { refusal } = transaction;
    if (reply.code >= 300 && reply.code < 400) {
      // A reply too many would be taken for the answer to the dot.
      if (!replies.empty()) return end('the server said more than it was asked');
      if (!refusal) return next || !offers.pipelining ? sendBody(transaction) : sendBodySoon(transaction);
      // A server that refuses a sender and then wants the data is not to be given so much as a dot.
      if (refusal.step === 'MAIL') return end('DATA was taken after MAIL had been refused');
      // RFC 2920, 3.1: DATA was taken although nobody is to get it, so an empty message ends it.
      transaction.step = 'empty';
      socket.write('.\r\n');
      return;
    }
    needsReset = true;
    const answer = refusal?.answer ?? answerOf(reply, 'DATA');
    if (!answer) return end(`DATA was answered ${flatten(reply.text)}`);
    settle(transaction, answer);
  }

  /** The next command; with PIPELINING it is under way already. */
  function advance(transaction: Transaction, step: 'MAIL' | 'RCPT' | 'DATA'): void {
    transaction.step = step;
    if (!offers.pipelining) socket.write(transaction.commands[step], 'utf8');
  }

  /** 421: the server closes the line, whatever it was asked (RFC 5321, 3.8). */
  function closing(transaction: Transaction, reply: Reply): void {
    const said = flatten(reply.text);
    if (!transaction.dotOut) return end(said, 'slow_down');
    // It answers the dot and does not take the mail, which may be the reason: this costs the mail an attempt.
    now = null;
    end(said, 'slow_down');
    const answer = answerOf(reply, 'dot') ?? { kind: 'deferred', reply: said, code: null };
    transaction.resolve({ kind: 'answered', answer, slowDown: true });
  }

  /** The reply to the mail before came in the same packet, and its sender is about to give the next: it goes along. */
  function sendBodySoon(transaction: Transaction): void {
    setImmediate(() => {
      if (now === transaction) sendBody(transaction);
    });
  }

  function sendBody(transaction: Transaction): void {
    transaction.step = 'dot';
    const { body } = transaction;
    let from = 0;
    const more = (): void => {
      if (now !== transaction) return;
      while (body.length - from > SLICE) {
        const slice = body.subarray(from, (from += SLICE));
        if (!socket.write(slice)) return void socket.once('drain', more);
      }
      transaction.dotOut = true;
      const follows = offers.pipelining && next !== null;
      if (follows) next!.begun = true;
      socket.cork();
      socket.write(from === 0 ? body : body.subarray(from));
      socket.write(follows ? Buffer.from(`${finalDot(body)}${groupOf(next!)}`) : Buffer.from(finalDot(body)));
      socket.uncork();
      failpoint('after-dot', transaction.mail.messageId);
    };
    more();
  }

  socket.on('data', (chunk: Buffer) => {
    replies.feed(chunk);
    while (!gone) {
      if (!now) {
        if (!replies.empty()) end('the server said something unasked');
        return;
      }
      const reply = replies.next();
      if (!reply) {
        if (Date.now() - now.startedAt > PATIENCE * timeoutMs)
          end('the server only trickles', 'connection', true);
        return;
      }
      const transaction = now;
      take(transaction, reply);
      transaction.heard = true;
    }
  });
  socket.on('error', (error) => end(flatten(error.message)));
  socket.on('end', () => end('the server closed the line'));
  socket.on('close', () => end('the line was closed'));
  socket.on('timeout', () => {
    if (!now) return quit();
    // Node may fire an idle timer that a write in the same turn has just put off (`listOnTimeout` picks it first).
    if (Date.now() - now.startedAt < timeoutMs / 2) return void socket.setTimeout(timeoutMs);
    if (now.dotOut && !now.overdue) {
      now.overdue = true;
      return void socket.setTimeout(timeoutMs);
    }
    return end(`no answer in ${timeoutMs} ms`, 'connection', true);
  });
  socket.setTimeout(timeoutMs);
  socket.resume();
  if (socket.destroyed) queueMicrotask(() => end('the line was closed'));

  function quit(): void {
    if (gone) return;
    if (!socket.destroyed) socket.end('QUIT\r\n');
    gone = true;
    socket.setTimeout(2000, () => socket.destroy());
    onGone();
  }

  return {
    deliver(mail) {
      const prepared = prepare(mail, offers);
      if ('kind' in prepared) return Promise.resolve(prepared);
      return new Promise((resolve) => {
        mails += 1;
        if (gone)
          return resolve({
            kind: 'lost',
            fault: 'connection',
            reason: 'the line was closed',
            stale: true,
            opening: false,
          });
        const transaction = begin(prepared, resolve);
        if (!now) return start(transaction);
        next = transaction;
        if (!offers.pipelining || !now.dotOut) return;
        transaction.begun = true;
        socket.write(groupOf(transaction), 'utf8');
      });
    },
    abort: () => end('aborted by the sender', 'aborted'),
    quit,
    get load() {
      return next ? 2 : now ? 1 : 0;
    },
    get gone() {
      return gone;
    },
  };
}

const isGood = (reply: Reply): boolean => reply.code >= 200 && reply.code < 300;
