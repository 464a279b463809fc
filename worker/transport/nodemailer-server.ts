import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { isAscii } from '../../common/domain/addresses.ts';
import { faultOf, reasonOf } from './faults.ts';
import { aborted, type Fault, type Handover, type OutgoingMail } from './outcome.ts';
import { answerOf, enhancedCode, flatten, type Stage } from './replies.ts';
import type { Server } from './server.ts';
import { readSmtpUrl } from './smtp-url.ts';

interface NodemailerServerOptions {
  readonly url: string;
  readonly connections: number;
  readonly timeoutMs: number;
  /** Takes mails whose addresses are not ASCII: nodemailer would send those to servers without SMTPUTF8, too. */
  readonly international: Server;
}

/** What nodemailer says of a mail that it could not send. */
interface SendError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/**
 * One mail server by nodemailer's own pool (`SMTP_CLIENT=nodemailer`): for servers that our dialogue does not get on
 * with. It costs some 180 µs a mail more, and doubts sooner: once nodemailer has read the whole mail, its final dot
 * may be out.
 */
export function createNodemailerServer({
  url,
  connections,
  timeoutMs,
  international,
}: NodemailerServerOptions): Server {
  const options = readSmtpUrl(url);
  const pool = createTransport({
    ...options,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    // What became of a mail decides whether it is sent again, and the ledger knows that better than a pool.
    maxRequeues: 0,
    connectionTimeout: Math.min(timeoutMs, 30_000),
    greetingTimeout: Math.min(timeoutMs, 30_000),
    dnsTimeout: Math.min(timeoutMs, 30_000),
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  pool.on('error', () => {});
  // The composer would read a raw mail ahead of the dialogue; the wire is to read it from its source.
  pool.use('stream', (mail, done) => {
    const { source } = mail.data as { source: Readable };
    mail.message.createReadStream = () => source;
    done();
  });

  const send = async ({ from, to, raw }: OutgoingMail): Promise<Handover> => {
    const source = watched(raw);
    try {
      const { response } = (await pool.sendMail({
        envelope: { from, to: [to] },
        raw: '',
        source: source.stream,
      } as Parameters<typeof pool.sendMail>[0])) as { response?: string };
      return {
        kind: 'answered',
        answer: { kind: 'accepted', reply: flatten(response ?? '') },
        slowDown: false,
      };
    } catch (error) {
      return handoverOf(error as SendError, source.isRead(), options.auth !== undefined);
    }
  };

  let inFlight = 0;
  let idle: (() => void) | null = null;

  return {
    async deliver(mail, signal) {
      if (signal?.aborted) return aborted();
      if (!isAscii(mail.to) || !isAscii(mail.from || mail.to)) return international.deliver(mail, signal);
      inFlight += 1;
      try {
        // A mail that is in the pool can not be called back: what becomes of it is waited for.
        return await send(mail);
      } finally {
        inFlight -= 1;
        if (inFlight === 0) idle?.();
      }
    },
    // The pool keeps its queue to itself; each mail in it fails by itself.
    giveBack: () => {},
    async close() {
      if (inFlight > 0) await new Promise<void>((resolve) => (idle = resolve));
      pool.close();
      await international.close();
    },
  };
}

/** A mail as a stream that knows whether it was read to its end. */
function watched(raw: Buffer): { stream: Readable; isRead: () => boolean } {
  let given = false;
  let read = false;
  const stream = new Readable({
    read() {
      if (given) read = true;
      this.push(given ? null : raw);
      given = true;
    },
  });
  return { stream, isRead: () => read };
}

const STAGES: Readonly<Record<string, Stage>> = { 'MAIL FROM': 'MAIL', 'RCPT TO': 'RCPT', DATA: 'DATA' };

function handoverOf(error: SendError, wasRead: boolean, hasLogin: boolean): Handover {
  const { code, command = '', response = '', responseCode } = error;
  const aboutMail = code === 'EENVELOPE' || code === 'EMESSAGE' || command === 'DATA';
  // 421 says nothing of the mail: the server closes, whatever it was asked (RFC 5321, 3.8).
  const closing = responseCode === 421 && !wasRead;
  if (responseCode !== undefined && aboutMail && !closing) {
    const reply = { code: responseCode, text: response };
    const answer = answerOf(reply, wasRead ? 'dot' : (STAGES[command] ?? 'MAIL'));
    if (answer) return { kind: 'answered', answer, slowDown: responseCode === 421 };
    return {
      kind: 'in_doubt',
      reason: `an answer that is none: ${flatten(response)} ${enhancedCode(reply) ?? ''}`,
    };
  }
  if (wasRead) return { kind: 'in_doubt', reason: flatten(error.message) };
  if (closing)
    return { kind: 'lost', fault: 'slow_down', reason: flatten(response), stale: false, opening: false };
  if (code === 'EENVELOPE' && response === '') {
    const reply = flatten(error.message);
    return {
      kind: 'answered',
      answer: { kind: 'refused', reply, code: null, recipientGone: false, ours: false },
      slowDown: false,
    };
  }
  const fault: Fault = faultOf(error);
  return { kind: 'lost', fault, reason: reasonOf(error, hasLogin), stale: false, opening: true };
}
