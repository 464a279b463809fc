import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { isAscii } from '../../../common/domain/addresses.ts';
import { classify } from '../../../common/replies/classify.ts';
import type { MailServer } from '../mail-server.ts';
import { aborted, type Fault, type Handover, type OutgoingMail, whileRead } from '../outcome.ts';
import { SMTP_TRAITS } from '../traits.ts';
import { faultOf, reasonOf } from './faults.ts';
import { answerOf, enhancedCode, flatten, type Stage, type Whereabouts } from './replies.ts';
import { readSmtpUrl } from './smtp-url.ts';

interface NodemailerServerOptions {
  readonly name: string;
  readonly url: string;
  readonly connections: number;
  readonly timeoutMs: number;
  /**
   * The same server by our own SMTP code. It takes mails whose addresses are not ASCII, which nodemailer would send to servers without
   * SMTPUTF8, too; and mails that nodemailer lost, because nodemailer does not report the command that the line was lost at.
   */
  readonly own: MailServer;
}

/** nodemailer's error for a mail that it could not send. */
interface SendError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/**
 * One mail server through nodemailer's own pool (`SMTP_CLIENT=nodemailer`), for servers that do not work with our own SMTP
 * code. It costs about 180 µs more a mail, and more mails are in doubt: once nodemailer has read the whole mail, its final
 * dot may have been sent.
 */
export function createNodemailerServer({
  name,
  url,
  connections,
  timeoutMs,
  own,
}: NodemailerServerOptions): MailServer {
  const options = readSmtpUrl(url);
  const pool = createTransport({
    ...options,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    // The ledger decides whether a mail is sent again; it knows the result better than the pool.
    maxRequeues: 0,
    connectionTimeout: Math.min(timeoutMs, 30_000),
    greetingTimeout: Math.min(timeoutMs, 30_000),
    dnsTimeout: Math.min(timeoutMs, 30_000),
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  pool.on('error', () => {});
  // nodemailer's composer would read a raw mail before the dialogue. The mail must be read only when it is sent.
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
        answer: { kind: 'accepted', reply: flatten(response ?? ''), bytesFree: true },
        slowDown: false,
      };
    } catch (error) {
      return handoverOf(error as SendError, source.isRead(), options.auth !== undefined, {
        to,
        server: name,
      });
    }
  };

  let inFlight = 0;
  let idle: (() => void) | null = null;

  return {
    name,
    traits: SMTP_TRAITS,
    atOnce: connections,
    async deliver(mail, signal) {
      if (signal?.aborted) return aborted();
      if (!isAscii(mail.to) || !isAscii(mail.from || mail.to)) return own.deliver(mail, signal);
      inFlight += 1;
      try {
        // A mail in the pool can't be taken back, so wait for its result.
        const handover = await send(mail);
        return isUnclear(handover) ? whileRead(await own.deliver(mail, signal)) : handover;
      } finally {
        inFlight -= 1;
        if (inFlight === 0) idle?.();
      }
    },
    // The pool does not give access to its queue; each mail in it fails by itself.
    giveBack: () => {},
    async close() {
      if (inFlight > 0) await new Promise<void>((resolve) => (idle = resolve));
      pool.close();
      await own.close();
    },
  };
}

/** nodemailer calls an answer to any command that it can not read a wrong greeting. */
const isUnclear = (handover: Handover): boolean =>
  handover.kind === 'lost' && (handover.fault === 'connection' || handover.fault === 'greeting');

/** A mail as a stream that records whether it was read to its end. */
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

function handoverOf(error: SendError, wasRead: boolean, hasLogin: boolean, where: Whereabouts): Handover {
  const { code, command = '', response = '', responseCode } = error;
  const aboutMail = code === 'EENVELOPE' || code === 'EMESSAGE' || command === 'DATA';
  // 421 says nothing about the mail: the server closes the connection, as a reply to any command (RFC 5321, 3.8).
  const closing = responseCode === 421 && !wasRead;
  if (responseCode !== undefined && aboutMail && !closing) {
    const reply = { code: responseCode, text: response };
    const stage = wasRead ? 'dot' : (STAGES[command] ?? 'MAIL');
    const answer = answerOf(reply, stage, where);
    // nodemailer also says DATA where the server refused a mail before it had read all of it.
    const bytesFree = stage !== 'DATA';
    if (answer) {
      const atMail = stage === 'MAIL';
      return {
        kind: 'answered',
        answer: { ...answer, bytesFree },
        slowDown: responseCode === 421,
        atMail,
      };
    }
    if (wasRead) {
      return {
        kind: 'in_doubt',
        reason: `an answer that is none: ${flatten(response)} ${enhancedCode(reply) ?? ''}`,
        bytesFree: false,
      };
    }
    return { kind: 'lost', fault: 'connection', reason: reasonOf(error, hasLogin), opening: false };
  }
  if (wasRead) return { kind: 'in_doubt', reason: flatten(error.message), bytesFree: false };
  if (closing) {
    const lost = { kind: 'lost', fault: 'slow_down', reason: flatten(response), opening: false } as const;
    if (command !== 'RCPT TO' && command !== 'DATA') return lost;
    const { class: name, rule } = classify({
      stage: 'RCPT',
      code: 421,
      enhanced: enhancedCode({ code: 421, text: response }),
      text: flatten(response),
    });
    return { ...lost, aboutDomain: { class: name, rule } };
  }
  if (code === 'EENVELOPE' && response === '') {
    const reply = flatten(error.message);
    return {
      kind: 'answered',
      answer: {
        kind: 'refused',
        reply,
        code: null,
        class: 'unknown',
        rule: 'own-recipient',
        bytesFree: true,
      },
      slowDown: false,
    };
  }
  const fault: Fault = faultOf(error);
  return { kind: 'lost', fault, reason: reasonOf(error, hasLogin), opening: true };
}
