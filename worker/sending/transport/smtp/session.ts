import { failpoint } from '../../../../common/config/failpoints.ts';
import type { Verdict } from '../../../../common/domain/reply-classes.ts';
import { type Answer, aborted, type Fault, type OutgoingMail } from '../outcome.ts';
import { deferralBy, type Trouble } from '../trouble.ts';
import type { OpenLine } from './connect.ts';
import { finalDot } from './message.ts';
import { answerOf, createReplyReader, flatten, type Reply } from './reply-lines.ts';
import {
  begin,
  groupOf,
  type LostOnConnection,
  prepare,
  type SessionResult,
  type Step,
  type Transaction,
} from './transaction.ts';

/** One connection to a server, which carries mails one after another. */
export interface Session {
  /**
   * Hands one mail over. Must not be called while `load` is 2 or after the connection has ended (`gone`). Does not reject. `oneByOne`: no
   * command is written before the last one is answered, so that a lost line shows where it was lost.
   */
  deliver(mail: OutgoingMail, oneByOne?: boolean): Promise<SessionResult>;
  /** Aborts the mails under way, if any, and closes the connection. */
  abort(): void;
  /** Milliseconds for which the server has left the commands of a mail unanswered; 0 where no mail waits for that. */
  silentMs(): number;
  /** Hands back, as a bystander, a mail that has not begun because it waits for the one before. */
  takeBack(): void;
  /** Ends the connection at a mail whose commands the server leaves unanswered. */
  giveUp(): void;
  /** Sends QUIT when no mail is under way. */
  quit(): void;
  /** Number of mails under way: the one in the dialogue, and the one that follows it. */
  readonly load: 0 | 1 | 2;
  readonly gone: boolean;
}

/** Bytes written to the socket at a time, so that for a long mail it is known whether its final dot was written. */
const SLICE = 64 * 1024;
/** A server that answers with a few bytes now and then may delay a mail by at most this many timeouts. */
const PATIENCE = 3;

/**
 * Speaks the mail part of SMTP (RFC 5321, 3.3; PIPELINING: RFC 2920) on an open connection. The commands of the next mail
 * are sent in the same packet as the dot of the mail before (RFC 2920, 3.1 allows the data to begin a group): a mail then
 * costs one write and one read, 20 µs less. The server may be silent for `timeoutMs`, and for twice that after the dot,
 * because giving up there may cause a second copy (RFC 5321, 4.5.3.2: 5 and 10 minutes). An idle connection is closed
 * after `timeoutMs`. `server` is its `host:port`. `onGone` is called once, when the connection has ended.
 */
export function createSession(
  { socket, offers }: OpenLine,
  { server, timeoutMs }: { readonly server: string; readonly timeoutMs: number },
  onGone: () => void,
): Session {
  const replies = createReplyReader();
  let current: Transaction | null = null;
  let next: Transaction | null = null;
  let gone = false;
  let mails = 0;
  /** A refused mail leaves its transaction open; then RSET is sent before the next mail. */
  let needsReset = false;

  /**
   * Ends the connection. Mails under way get the result that is known at this point. `trouble`: how the server failed; null: it answered,
   * or the caller aborts. `aboutDomain`: the server closed the connection because of the current mail's recipient.
   */
  function end(
    reason: string,
    trouble: Trouble | null,
    fault: Fault = 'connection',
    aboutDomain: Verdict | null = null,
  ): void {
    if (gone) return;
    gone = true;
    const [transaction, follower] = [current, next];
    current = null;
    next = null;
    socket.destroy();
    const lost = { kind: 'lost', fault, reason, opening: false } as const;
    if (transaction) {
      const own = aboutDomain ? { ...lost, aboutDomain } : judged(transaction, trouble, lost);
      transaction.resolve(brokenOff(transaction, own));
    }
    if (follower) {
      const unclear = fault !== 'slow_down';
      const bystander = aboutDomain !== null || (unclear && !follower.begun);
      follower.resolve(brokenOff(follower, { ...lost, unclear, bystander }));
    }
    onGone();
  }

  /** Tells whether a mail is still at the step that it is at now. */
  function stillAt(transaction: Transaction): () => boolean {
    const { step } = transaction;
    return () => current === transaction && transaction.step === step;
  }

  /** Decides whether the mail before, the server or the recipient has the trouble. */
  function judged(
    { step, grouped }: Transaction,
    trouble: Trouble | null,
    lost: LostOnConnection,
  ): LostOnConnection {
    // The mail before was refused, and this one has not begun.
    if (step === 'RSET') return { ...lost, bystander: true };
    if (step === 'MAIL') {
      // Some servers keep back their replies to a group, and so lose them with the line. An old connection may just have ended.
      const unclear = trouble === 'silence' ? grouped : mails > 1 || (grouped && trouble === 'lost');
      return { ...lost, unclear };
    }
    if (trouble === null) return lost;
    // If the server itself goes, no other connection can be opened: that is no attempt of the mail.
    return { ...lost, unclear: trouble === 'lost', deferral: deferralBy(trouble, PLACES[step], lost.reason) };
  }

  function brokenOff(transaction: Transaction, lost: LostOnConnection): SessionResult {
    if (transaction.refusal) {
      const { answer, step } = transaction.refusal;
      return { kind: 'answered', answer, slowDown: false, atMail: step === 'MAIL' };
    }
    if (transaction.dotOut) return { kind: 'in_doubt', reason: lost.reason, bytesFree: false };
    return lost.fault === 'aborted' ? aborted() : lost;
  }

  function settle(transaction: Transaction, answer: Answer): void {
    current = null;
    // These bytes answer none of our commands, so it is unknown which command the next reply answers.
    if (!next?.begun && !replies.empty()) end('the server said more than it was asked', 'nonsense');
    else if (next) start(next);
    // A server may answer before it has read the whole mail.
    const isRead = socket.writableLength === 0;
    transaction.resolve({
      kind: 'answered',
      answer: isRead ? answer : { ...answer, bytesFree: false },
      slowDown: false,
      atMail: transaction.refusal?.step === 'MAIL',
    });
  }

  function start(transaction: Transaction): void {
    current = transaction;
    if (next === transaction) next = null;
    transaction.startedAt = Date.now();
    if (transaction.begun) return;
    if (needsReset) transaction.step = 'RSET';
    const reset = needsReset ? 'RSET\r\n' : '';
    needsReset = false;
    if (transaction.grouped) socket.write(`${reset}${groupOf(transaction)}`, 'utf8');
    else socket.write(reset === '' ? transaction.commands.MAIL : reset, 'utf8');
  }

  function take(transaction: Transaction, reply: Reply): void {
    if (reply.code === 421) return closing(transaction, reply);
    switch (transaction.step) {
      case 'RSET':
        if (!isGood(reply)) return end(`RSET was answered ${flatten(reply.text)}`, 'nonsense');
        return advance(transaction, 'MAIL');
      case 'MAIL':
      case 'RCPT': {
        const { step } = transaction;
        if (!isGood(reply) && !transaction.refusal) {
          const answer = answerOf(reply, step, { to: transaction.mail.to, server });
          if (!answer) return end(`${step} was answered ${flatten(reply.text)}`, 'nonsense');
          transaction.refusal = { answer, step };
          needsReset = true;
          if (!transaction.grouped) return settle(transaction, answer);
        }
        if (step === 'RCPT') failpoint('after-rcpt', transaction.mail.messageId);
        return advance(transaction, step === 'MAIL' ? 'RCPT' : 'DATA');
      }
      case 'DATA':
        return takeDataReply(transaction, reply);
      case 'empty':
        return transaction.refusal
          ? settle(transaction, transaction.refusal.answer)
          : end('nothing was asked', 'nonsense');
      case 'dot':
        return takeFinalReply(transaction, reply);
    }
  }

  function takeFinalReply(transaction: Transaction, reply: Reply): void {
    const text = flatten(reply.text);
    const answer: Answer | null = isGood(reply)
      ? { kind: 'accepted', reply: text, bytesFree: true }
      : answerOf(reply, 'dot', { to: transaction.mail.to, server });
    if (transaction.dotOut && answer) return settle(transaction, answer);
    if (transaction.dotOut || answer?.kind === 'accepted' || !answer)
      return end(`the data was answered ${text}`, 'nonsense');
    // The server refused before it had the whole mail. The connection is in the middle of the data and can't be used again.
    current = null;
    end(text, null);
    transaction.resolve({ kind: 'answered', answer: { ...answer, bytesFree: false }, slowDown: false });
  }

  function takeDataReply(transaction: Transaction, reply: Reply): void {
    const { refusal } = transaction;
    if (reply.code >= 300 && reply.code < 400) {
      // An extra reply would be taken as the answer to the dot.
      if (!replies.empty()) return end('the server said more than it was asked', 'nonsense');
      if (!refusal) return next || !transaction.grouped ? sendBody(transaction) : sendBodySoon(transaction);
      // This server refused the sender and still asks for the data. It must not get even an empty message.
      if (refusal.step === 'MAIL') return end('DATA was taken after MAIL had been refused', 'nonsense');
      // RFC 2920, 3.1: the server accepted DATA without a valid recipient, so an empty message ends it.
      transaction.step = 'empty';
      socket.write('.\r\n');
      return;
    }
    needsReset = true;
    const answer = refusal?.answer ?? answerOf(reply, 'DATA', { to: transaction.mail.to, server });
    if (!answer) return end(`DATA was answered ${flatten(reply.text)}`, 'nonsense');
    settle(transaction, answer);
  }

  /** Sends the next command; those of a group have been sent already. */
  function advance(transaction: Transaction, step: 'MAIL' | 'RCPT' | 'DATA'): void {
    transaction.step = step;
    if (!transaction.grouped) socket.write(transaction.commands[step], 'utf8');
  }

  /** 421: the server closes the connection, as a reply to any command (RFC 5321, 3.8). */
  function closing(transaction: Transaction, reply: Reply): void {
    const said = flatten(reply.text);
    const whereabouts = { to: transaction.mail.to, server };
    if (!transaction.dotOut) {
      const { step } = transaction;
      const early = step === 'RSET' || step === 'MAIL';
      // After the recipient is named, other domains may be welcome.
      return end(said, null, 'slow_down', early ? null : verdictOf(answerOf(reply, 'RCPT', whereabouts)));
    }
    // The reply answers the dot and the mail is not accepted. The mail may be the cause, so this counts as an attempt.
    const answer = answerOf(reply, 'dot', whereabouts)!;
    current = null;
    end(said, null, 'slow_down', verdictOf(answer));
    transaction.resolve({ kind: 'answered', answer: { ...answer, bytesFree: false }, slowDown: true });
  }

  /**
   * The reply to the previous mail came in the same packet, and its caller is about to pass the next mail: both are written
   * together.
   */
  function sendBodySoon(transaction: Transaction): void {
    setImmediate(() => {
      if (current === transaction) sendBody(transaction);
    });
  }

  function sendBody(transaction: Transaction): void {
    transaction.step = 'dot';
    const { body } = transaction;
    let from = 0;
    const more = (): void => {
      if (current !== transaction) return;
      while (body.length - from > SLICE) {
        const slice = body.subarray(from, (from += SLICE));
        if (!socket.write(slice)) return void socket.once('drain', more);
      }
      transaction.dotOut = true;
      const follows = next !== null && next.grouped;
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
      if (!current) {
        if (!replies.empty()) end('the server said something unasked', 'nonsense');
        return;
      }
      const reply = replies.next();
      if (!reply) {
        if (Date.now() - current.startedAt > PATIENCE * timeoutMs) end('the server only trickles', 'silence');
        return;
      }
      const transaction = current;
      take(transaction, reply);
    }
  });
  socket.on('error', (error) => end(flatten(error.message), 'lost'));
  socket.on('end', () => end('the server closed the line', 'lost'));
  socket.on('close', () => end('the line was closed', 'lost'));
  socket.on('timeout', () => {
    if (!current) return quit();
    // Node may fire an idle timer that a write in the same turn has just reset (`listOnTimeout` picks it first).
    if (Date.now() - current.startedAt < timeoutMs / 2) return void socket.setTimeout(timeoutMs);
    if (current.dotOut && !current.overdue) {
      current.overdue = true;
      return void socket.setTimeout(timeoutMs);
    }
    const isUnanswered = stillAt(current);
    const silent = (): void => end(`no answer in ${timeoutMs} ms`, 'silence');
    if (current.dotOut) return silent();
    // When the process was busy, the timer comes before an answer that arrived in time.
    setImmediate(() => isUnanswered() && silent());
  });
  socket.setTimeout(timeoutMs);
  socket.resume();
  if (socket.destroyed) queueMicrotask(() => end('the line was closed', 'lost'));

  function quit(): void {
    if (gone) return;
    if (!socket.destroyed) socket.end('QUIT\r\n');
    gone = true;
    socket.setTimeout(2000, () => socket.destroy());
    onGone();
  }

  return {
    deliver(mail, oneByOne = false) {
      const prepared = prepare(mail, offers);
      if ('kind' in prepared) return Promise.resolve(prepared);
      return new Promise((resolve) => {
        mails += 1;
        if (gone)
          return resolve({
            kind: 'lost',
            fault: 'connection',
            reason: 'the line was closed',
            unclear: true,
            opening: false,
          });
        const transaction = begin(prepared, offers.pipelining && !oneByOne, resolve);
        if (!current) return start(transaction);
        next = transaction;
        if (!transaction.grouped || !current.dotOut) return;
        transaction.begun = true;
        socket.write(groupOf(transaction), 'utf8');
      });
    },
    silentMs: () => (current && current.step !== 'dot' ? Date.now() - current.startedAt : 0),
    takeBack() {
      if (!next || next.begun) return;
      const follower = next;
      next = null;
      const reason = 'the mail before it was not answered';
      follower.resolve({ kind: 'lost', fault: 'connection', reason, bystander: true, opening: false });
    },
    giveUp: () => end('no answer while others waited', 'silence'),
    abort: () => end('aborted by the sender', null, 'aborted'),
    quit,
    get load() {
      return next ? 2 : current ? 1 : 0;
    },
    get gone() {
      return gone;
    },
  };
}

/** The steps after the recipient was named, in words. */
const PLACES: Readonly<Record<Exclude<Step, 'RSET' | 'MAIL'>, string>> = {
  RCPT: 'at RCPT',
  DATA: 'at DATA',
  empty: 'at DATA',
  dot: 'in the middle of the data',
};

/** The class of an answer, for a mail that is not answered itself. */
const verdictOf = (answer: Answer | null): Verdict =>
  answer && answer.kind !== 'accepted'
    ? { class: answer.class, rule: answer.rule }
    : { class: 'slow', rule: 'own-closed' };

const isGood = (reply: Reply): boolean => reply.code >= 200 && reply.code < 300;
