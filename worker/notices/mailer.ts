import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { isSmtpUrl } from '../../common/config/mail-schemes.ts';
import { smtpOptions } from '../../common/config/smtp-url.ts';
import type { Config } from '../../common/config.ts';
import { isAscii, mailboxAddress } from '../../common/domain/addresses.ts';
import { OURS } from '../../common/domain/reply-classes.ts';
import { domainOfAddress } from '../../common/domain/sending-domains.ts';
import { platformKeysFor } from '../sending/signing/choose-keys.ts';
import type { DkimKey } from '../sending/signing/keys.ts';
import { createSigner } from '../sending/signing/signer.ts';
import type { Handover, OutgoingMail } from '../sending/transport/outcome.ts';
import { openMailServer } from '../sending/transport/schemes.ts';
import { normalised } from '../sending/transport/signed-mail.ts';

export interface SystemMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The part of its Message-ID before the @, the same for each try. */
  readonly messageKey: string;
  /** The address for one-click unsubscribing (RFC 8058). Mails that a user requested have none. */
  readonly stopUrl?: string;
}

export type Mailer = ReturnType<typeof createMailer>;

const FROM_NAME = 'Mailing Service';

type Sender = (mail: OutgoingMail) => Promise<unknown>;

/** Not by the delivery engine: its connections may be busy with a million other mails, or paused. */
export function createMailer(config: Config, platform: readonly DkimKey[] = []) {
  const { smtpUrls, smtpTimeout, smtpName, systemFrom } = config;
  const signer = createSigner();
  const keys = platformKeysFor(domainOfAddress(systemFrom), platform);
  const own = smtpUrls.map((url) => byTransport(url, smtpTimeout, smtpName));
  const usual = smtpUrls.map((url, at) =>
    isSmtpUrl(url) ? byNodemailer(url, smtpTimeout, smtpName) : own[at]!,
  );
  return {
    patience: smtpTimeout * smtpUrls.length,
    /** Resolves when a server has accepted the mail; otherwise throws an error of a server. */
    async send(given: SystemMail): Promise<void> {
      const message = await compose(given, config);
      const raw = Buffer.concat([await signer.sign(message, await keys), message]);
      const to = mailboxAddress(given.to) ?? given.to;
      const mail = { from: systemFrom, to, raw, unsigned: message, messageId: given.messageKey };
      // nodemailer would send an address beyond ASCII to a server without SMTPUTF8; our own SMTP code asks first.
      if (isAscii(to)) await sendBy(usual, mail, (failures) => failures.at(-1));
      else await sendBy(own, mail, temporaryOf);
    },
  };
}

async function sendBy(
  senders: readonly Sender[],
  mail: OutgoingMail,
  choose: (failures: readonly unknown[]) => unknown,
): Promise<void> {
  const failures: unknown[] = [];
  for (const send of senders) {
    try {
      await send(mail);
      return;
    } catch (error) {
      failures.push(error);
    }
  }
  throw choose(failures);
}

/** A temporary failure is preferred, as it is a reason to retry. */
const temporaryOf = (failures: readonly unknown[]): unknown =>
  failures.find((one) => !(one instanceof SendFailure) || (one.responseCode ?? 0) < 500) ?? failures[0];

const byTransport =
  (url: string, timeoutMs: number, greeting: string | null): Sender =>
  async (mail) => {
    const server = openMailServer(url, { connections: 1, timeoutMs, greeting, workers: () => 1 });
    const handover = await server.deliver(mail, AbortSignal.timeout(timeoutMs));
    await server.close();
    const failure = failureOf(handover);
    if (failure) throw failure;
  };

function byNodemailer(url: string, timeoutMs: number, greeting: string | null): Sender {
  const transport = createTransport(smtpOptions(url, greeting, timeoutMs));
  // An object for the envelope, because nodemailer reads a text as a list of addresses.
  return ({ from, to, raw }) =>
    transport.sendMail({ envelope: { from, to: [to] }, raw, signal: AbortSignal.timeout(timeoutMs) });
}

/** The message with the line ends of the wire: nodemailer changes them only after the signing. */
async function compose(mail: SystemMail, config: Config): Promise<Buffer> {
  const { to, subject, text, html, messageKey, stopUrl } = mail;
  const composer = new MailComposer({
    from: { name: FROM_NAME, address: config.systemFrom },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${messageKey}@${config.messageIdDomain}>`,
    // Automatic responders do not answer such mails (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(stopUrl && {
        // In one line, without folding, as in mails of sends.
        'List-Unsubscribe': { prepared: true, value: `<${stopUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return normalised(await composer.compile().build());
}

/** An error with the fields of nodemailer's errors. */
class SendFailure extends Error {
  readonly command = 'RCPT TO';
  readonly code: string;
  readonly responseCode: number | null;

  constructor(reason: string, code: string, responseCode: number | null) {
    super(reason);
    this.code = code;
    this.responseCode = responseCode;
  }
}

function failureOf(handover: Handover): SendFailure | null {
  if (handover.kind === 'in_doubt' || handover.kind === 'lost') {
    return new SendFailure(handover.reason, 'ECONNECTION', null);
  }
  const { answer } = handover;
  if (answer.kind === 'accepted') return null;
  const again = answer.kind === 'deferred' || OURS.has(answer.class);
  return new SendFailure(answer.reply, 'EENVELOPE', again ? 450 : 553);
}

/** The part of a failure that may be logged: replies of servers may contain addresses. */
export function describeFailure(error: unknown): { code: string; reply: number | null; refused: boolean } {
  const failure = error as { code?: string; command?: string; responseCode?: number | null };
  const reply = failure.responseCode ?? null;
  // Before RCPT the server refuses us or our configuration, which an operator can fix, not the recipient.
  const refused = reply !== null && reply >= 500 && ['RCPT TO', 'DATA'].includes(failure.command ?? '');
  return { code: failure.code ?? 'unknown', reply, refused };
}
