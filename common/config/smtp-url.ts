import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { isLoopback } from '../domain/network.ts';

type ParsedUrl = ReturnType<typeof parseConnectionUrl>;

/** The URL parameter that allows a login without TLS, for a relay in a network that is trusted as a whole. */
const ALLOWED = 'allow-plain-login';

/** A URL with a login requires STARTTLS: otherwise a network that removes STARTTLS from the answer could read the password. */
export function readSmtpUrl(url: string): ParsedUrl & Pick<SMTPConnectionOptions, 'requireTLS'> {
  const { [ALLOWED]: allowed, ...options } = parseConnectionUrl(url) as ParsedUrl & { [ALLOWED]?: unknown };
  const demanded =
    options.auth && !options.secure && !isLoopback(options.host ?? 'localhost') && !isYes(allowed);
  // In nodemailer `requireTLS` overrides `ignoreTLS` and `opportunisticTLS`, whatever the URL says about those.
  return demanded ? { ...options, requireTLS: true } : options;
}

/** Options of nodemailer's transports. `greeting`: the name in EHLO; null: the machine's. `timeoutMs` bounds each step, not the whole. */
export const smtpOptions = (url: string, greeting: string | null, timeoutMs: number) => ({
  ...(greeting !== null && { name: greeting }),
  ...readSmtpUrl(url),
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  dnsTimeout: timeoutMs,
  socketTimeout: timeoutMs,
  disableFileAccess: true,
  disableUrlAccess: true,
});

const isYes = (value: unknown): boolean => value === 1 || value === true;

export const NO_TLS_FOR_LOGIN =
  'the server does not offer STARTTLS, and SMTP_URL has a login, which is not sent in plain text ' +
  `(smtps:// and its port, or ?${ALLOWED}=1 where the network is trusted)`;
