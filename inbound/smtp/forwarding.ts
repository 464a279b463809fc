import { createHash } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import { isSmtpUrl } from '../../common/config/mail-schemes.ts';
import { smtpOptions } from '../../common/config/smtp-url.ts';
import type { Config } from '../../common/config.ts';
import type { Limiter } from '../../common/rates/limiter.ts';
import type { Receiver } from '../receiver.ts';

/** Forwards a mail to the operator. Resolves once a mail server has it, or if it is of a kind that no person wrote. */
export type Forward = (raw: Buffer, sender: string) => Promise<'forwarded' | 'dropped'>;

/** Mails an hour that are forwarded, by all processes. Others are refused for now. */
export const FORWARDS_EACH_HOUR = 60;
/** Mails that a process forwards at once: a late mail server must not hold all connections. */
const AT_ONCE = 3;

/** The listener closes a connection after a minute of silence, so the answer of the mail servers must come before. */
const PATIENCE_MS = 45_000;

const MARK = 'X-Mailing-Forwarded';
/**
 * Fields of mails that programs sent, our own among them: to forward one could go on without an end (RFC 3834). Fields of mailing
 * lists are none: a complaint may come through the address of a group.
 */
const OF_PROGRAMS = new RegExp(
  `^(?:${MARK}:|x-loop:|auto-submitted:(?![ \\t]*no\\b)|precedence:[ \\t]*(?:bulk|junk|auto))`,
  'im',
);
/** A NUL byte, or a line that is too long: mail servers refuse these (RFC 5321, 4.5.3.1.6: 1000 bytes with CRLF). */
const NOT_OF_SMTP = /\0|[^\r\n]{999}/;

export class TooManyForwards extends Error {}

interface RelayFailure {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** Its message has no reply of a server, which may have addresses. */
export class ForwardingError extends Error {
  readonly code: string;
  readonly replyCode: number | null;
  /** All mail servers refuse the mail itself for good. Before RCPT they refuse us or our set-up, which the operator can fix. */
  readonly refused: boolean;

  constructor(failures: readonly RelayFailure[]) {
    super('no mail server took the mail');
    const last = failures.at(-1);
    this.code = last?.code ?? 'unknown';
    this.replyCode = last?.responseCode ?? null;
    this.refused = failures.every(
      ({ command = '', responseCode = 0 }) => responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command),
    );
  }
}

/** Null: mails that are no reports are only counted. */
export async function createForward(
  config: Config,
  limiter: Limiter,
  receiver: Pick<Receiver, 'knows'>,
): Promise<Forward | null> {
  const to = config.inbound.forwardTo;
  if (to === null) return null;
  const { createTransport } = await import('nodemailer');
  const urls = config.smtpUrls.filter(isSmtpUrl);
  const eachMs = Math.floor(PATIENCE_MS / urls.length);
  const transports = urls.map((url) => createTransport(smtpOptions(url, config.smtpName, eachMs)));
  let underWay = 0;

  async function send(mail: SendMailOptions): Promise<void> {
    if ((await limiter.take('all')) > 0) throw new TooManyForwards();
    const failures: RelayFailure[] = [];
    for (const transport of transports) {
      try {
        await transport.sendMail({ ...mail, signal: AbortSignal.timeout(eachMs) });
        return;
      } catch (error) {
        failures.push(error as RelayFailure);
      }
    }
    if (failures.every(({ responseCode }) => !responseCode)) await limiter.giveBack('all');
    throw new ForwardingError(failures);
  }

  return async (raw, sender) => {
    if (sender === '' || sender === config.systemFrom.toLowerCase() || receiver.knows(sender))
      return 'dropped';
    if (OF_PROGRAMS.test(headOf(raw))) return 'dropped';
    if (underWay >= AT_ONCE) throw new TooManyForwards();
    underWay += 1;
    try {
      await send({ to, ...forwarded(raw, config) });
      return 'forwarded';
    } finally {
      underWay -= 1;
    }
  };
}

/** With each field in one line. */
const headOf = (raw: Buffer): string => {
  const text = raw.toString('latin1');
  const end = text.search(/\r?\n\r?\n/);
  return (end < 0 ? text : text.slice(0, end)).replaceAll(/\r?\n[ \t]+/g, ' ');
};

/** The mail is attached as it came: sent on by itself it would fail SPF and DMARC. A repeated one has the same Message-ID. */
const forwarded = (raw: Buffer, { systemFrom, bounceDomain, messageIdDomain }: Config) => ({
  from: systemFrom,
  subject: `Mail to postmaster or abuse at ${bounceDomain}`,
  text: 'The attached mail is no report about a mail of this service. Of large mails the first 256 kB are attached.\n',
  messageId: `<forwarded-${createHash('sha256').update(raw).digest('hex').slice(0, 32)}@${messageIdDomain}>`,
  headers: { 'Auto-Submitted': 'auto-generated', [MARK]: 'yes' },
  attachments: [
    {
      content: raw,
      // A part of type message/rfc822 may not be in base64 (RFC 2046, 5.2.1).
      contentType: NOT_OF_SMTP.test(raw.toString('latin1')) ? 'application/octet-stream' : 'message/rfc822',
      filename: 'mail.eml',
    },
  ],
});
