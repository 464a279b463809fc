import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { isSmtpUrl, readSmtpUrl } from '../../common/config/smtp-url.ts';
import type { Config } from '../../common/config.ts';
import type { Limiter } from '../../common/rates/limiter.ts';
import type { Receiver } from '../receiver.ts';

/** Forwards a mail to the operator. Resolves once a mail server has it, or if it is of a kind that no person wrote. */
export type Forward = (raw: Buffer, sender: string) => Promise<void>;

/** Mails an hour that are forwarded, by all processes. Others are refused for now. */
export const FORWARDS_EACH_HOUR = 60;

/** The listener closes a connection after a minute of silence, so the answer of the mail servers must come before. */
const PATIENCE_MS = 45_000;

const MARK = 'X-Mailing-Forwarded';
/** Fields of mails that programs sent, our own among them: to forward one could go on without an end (RFC 3834). */
const OF_PROGRAMS = new RegExp(
  `^(?:${MARK}:|x-loop:|list-id:|auto-submitted:(?![ \\t]*no\\b)|precedence:[ \\t]*(?:bulk|junk|list|auto))`,
  'im',
);

export class TooManyForwards extends Error {}

/** Null: mails that are no reports are only counted. */
export function createForward(
  config: Config,
  limiter: Limiter,
  receiver: Pick<Receiver, 'knows'>,
): Forward | null {
  const to = config.inbound.forwardTo;
  if (to === null) return null;
  const urls = config.smtpUrls.filter(isSmtpUrl);
  const eachMs = Math.floor(PATIENCE_MS / urls.length);
  const transports = urls.map((url) => transportTo(url, config, eachMs));

  return async (raw, sender) => {
    if (sender === '' || sender === config.systemFrom.toLowerCase() || receiver.knows(sender)) return;
    if (OF_PROGRAMS.test(headOf(raw))) return;
    if ((await limiter.take('all')) > 0) throw new TooManyForwards();
    let code = 'none';
    for (const transport of transports) {
      try {
        await transport.sendMail({ to, ...forwarded(raw, config), signal: AbortSignal.timeout(eachMs) });
        return;
      } catch (error) {
        code = (error as { code?: string }).code ?? code;
      }
    }
    await limiter.giveBack('all');
    // Replies of servers may have addresses.
    throw new Error(`no mail server took the mail for INBOUND_FORWARD_TO: ${code}`);
  };
}

const transportTo = (url: string, { smtpName }: Config, timeoutMs: number) =>
  createTransport({
    ...(smtpName !== null && { name: smtpName }),
    ...readSmtpUrl(url),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

const headOf = (raw: Buffer): string => {
  const text = raw.toString('latin1');
  const end = text.search(/\r?\n\r?\n/);
  return end < 0 ? text : text.slice(0, end);
};

/** The mail is attached as it came: sent on by itself it would fail SPF and DMARC. A repeated one has the same Message-ID. */
const forwarded = (raw: Buffer, { systemFrom, bounceDomain, messageIdDomain }: Config) => ({
  from: systemFrom,
  subject: `Mail to postmaster or abuse at ${bounceDomain}`,
  text: 'The attached mail is no report about a mail of this service. Of large mails the first 256 kB are attached.\n',
  messageId: `<forwarded-${createHash('sha256').update(raw).digest('hex').slice(0, 32)}@${messageIdDomain}>`,
  headers: { 'Auto-Submitted': 'auto-generated', [MARK]: 'yes' },
  attachments: [{ content: raw, contentType: 'message/rfc822', filename: 'mail.eml' }],
});
