import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Config } from '../common/config.ts';
import { isAscii, mailboxAddress } from '../common/domain/addresses.ts';
import type { Signer } from './dkim/signer.ts';
import { createConnector } from './transport/connect.ts';
import { normalised } from './transport/message.ts';
import type { Handover, OutgoingMail } from './transport/outcome.ts';
import { createServer } from './transport/server.ts';
import { readSmtpUrl } from './transport/smtp-url.ts';

/** A mail of the service's own, to one person. */
export interface SystemMail {
  /** An address as `parseAddress` answers it. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What comes before the @ of its Message-ID: the same for each try of one mail. */
  readonly messageKey: string;
  /** Where one click stops mails like this one (RFC 8058); those that are asked for one by one have none. */
  readonly stopUrl?: string;
}

/** Sends the service's own mails, one at a time. */
export interface Mailer {
  /** Resolves once a server took it; throws what the last server said when none did. */
  send(mail: SystemMail): Promise<void>;
  /** Milliseconds that `send` takes at most. */
  readonly patience: number;
}

/** What the service calls itself in its mails. */
const FROM_NAME = 'Mailing Service';

/**
 * A mailer over the configured servers, in their order: the first that takes a mail has it. These mails are few and
 * stand apart from the engine, whose pool may be busy with a million others, or paused.
 */
export function createMailer(config: Config, signer: Signer | null = null): Mailer {
  const { smtpTimeout, systemFrom } = config;
  const transports = config.smtpUrls.map((url) =>
    createTransport({
      ...readSmtpUrl(url),
      connectionTimeout: smtpTimeout,
      greetingTimeout: smtpTimeout,
      dnsTimeout: smtpTimeout,
      socketTimeout: smtpTimeout,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );

  /** nodemailer would send an address beyond ASCII to a server without SMTPUTF8, too: our own dialogue asks first. */
  async function sendInternational(mail: OutgoingMail): Promise<void> {
    const failures: SendFailure[] = [];
    for (const url of config.smtpUrls) {
      const { open } = createConnector(url, smtpTimeout);
      const server = createServer({ open, connections: 1, timeoutMs: smtpTimeout });
      const handover = await server.deliver(mail, AbortSignal.timeout(smtpTimeout));
      await server.close();
      const failure = failureOf(handover);
      if (!failure) return;
      failures.push(failure);
    }
    // One that passes is the better reason to try again.
    throw failures.find((failure) => (failure.responseCode ?? 0) < 500) ?? failures[0];
  }

  return {
    patience: smtpTimeout * transports.length,
    async send({ to, subject, text, html, messageKey, stopUrl }) {
      const composed = await new MailComposer({
        from: { name: FROM_NAME, address: systemFrom },
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${messageKey}@${config.messageIdDomain}>`,
        // Answering machines leave such mails alone (RFC 3834).
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(stopUrl && {
            // One line, unfolded, as in the mails of sends.
            'List-Unsubscribe': { prepared: true, value: `<${stopUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
        .compile()
        .build();
      // nodemailer ends its lines only on the wire, which is behind the signature.
      const message = normalised(composed);
      const raw = signer ? Buffer.concat([await signer.sign(message), message]) : message;
      const address = mailboxAddress(to) ?? to;
      if (!isAscii(address)) {
        return sendInternational({ from: systemFrom, to: address, raw, messageId: messageKey });
      }
      let failure: unknown;
      for (const transport of transports) {
        try {
          await transport.sendMail({
            // Of one recipient, whatever the address looks like: nodemailer reads a text as a list of addresses.
            envelope: { from: systemFrom, to: [address] },
            raw,
            signal: AbortSignal.timeout(smtpTimeout),
          });
          return;
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
  };
}

/** A mail that no server took, as nodemailer says it. */
class SendFailure extends Error {
  readonly command = 'RCPT TO';
  constructor(
    reason: string,
    readonly code: string,
    readonly responseCode: number | null,
  ) {
    super(reason);
  }
}

/** Why a server did not take a mail; null where it did. */
function failureOf(handover: Handover): SendFailure | null {
  if (handover.kind === 'in_doubt' || handover.kind === 'lost') {
    return new SendFailure(handover.reason, 'ECONNECTION', null);
  }
  const { answer } = handover;
  if (answer.kind === 'accepted') return null;
  const again = answer.kind === 'deferred' || answer.ours;
  return new SendFailure(answer.reply, 'EENVELOPE', again ? 450 : 553);
}

/** What can be logged of a failure: servers repeat addresses in their replies. */
export function describeFailure(error: unknown): { code: string; reply: number | null; refused: boolean } {
  const failure = error as { code?: string; command?: string; responseCode?: number | null };
  const reply = failure.responseCode ?? null;
  // Before RCPT it is us, or our configuration, that the server does not want: that can be mended.
  const refused = reply !== null && reply >= 500 && ['RCPT TO', 'DATA'].includes(failure.command ?? '');
  return { code: failure.code ?? 'unknown', reply, refused };
}
