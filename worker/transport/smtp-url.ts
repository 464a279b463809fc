import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

type Parsed = ReturnType<typeof parseConnectionUrl>;

/** 127.0.0.0/8 and ::1, which never leave the machine. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;

/** Allows a login over a line without TLS: for a relay in a network that is trusted as a whole. */
const ALLOWED = 'allow-plain-login';

/**
 * The options of a server's URL, for each of our SMTP clients. A URL with a login demands STARTTLS: without it, a network
 * that strips STARTTLS from the server's answer would read user and password.
 */
export function readSmtpUrl(url: string): Parsed & Pick<SMTPConnectionOptions, 'requireTLS'> {
  const { [ALLOWED]: allowed, ...options } = parseConnectionUrl(url) as Parsed & { [ALLOWED]?: unknown };
  const demanded =
    options.auth && !options.secure && !LOOPBACK.test(options.host ?? 'localhost') && !isYes(allowed);
  // nodemailer lets `requireTLS` win over `ignoreTLS` and `opportunisticTLS`, whatever the URL says of those.
  return demanded ? { ...options, requireTLS: true } : options;
}

const isYes = (value: unknown): boolean => value === 1 || value === true;

/** What to do about a server that a login waits for and that does not encrypt. */
export const NO_TLS_FOR_LOGIN =
  'the server does not offer STARTTLS, and SMTP_URL has a login, which is not sent in plain text ' +
  `(smtps:// and its port, or ?${ALLOWED}=1 where the network is trusted)`;
