import { ConfigurationError } from '../../../common/config/configuration-error.ts';
import type { MailScheme } from '../../../common/config/mail-schemes.ts';
import { openPostmark } from './http/postmark.ts';
import { openResend } from './http/resend.ts';
import { openSes } from './http/ses.ts';
import type { OpenMailServer } from './mail-server.ts';
import { createConnector } from './smtp/connect.ts';
import { ConnectionPool } from './smtp/connection-pool.ts';

const openSmtpServer: OpenMailServer = (url, { connections, timeoutMs, greeting }) =>
  new ConnectionPool({ ...createConnector(url, timeoutMs, greeting), connections, timeoutMs });

const SCHEMES: Readonly<Record<string, OpenMailServer | undefined>> = Object.freeze({
  smtp: openSmtpServer,
  smtps: openSmtpServer,
  ses: openSes,
  postmark: openPostmark,
  resend: openResend,
} satisfies Record<MailScheme, OpenMailServer>);

/** Throws a {@link ConfigurationError} if no transport has the scheme. */
export const openMailServer: OpenMailServer = (url, options) => {
  const scheme = url.slice(0, url.indexOf(':'));
  const open = SCHEMES[scheme];
  if (!open)
    throw new ConfigurationError([
      `SMTP_URL: unknown scheme ${scheme}; use ${Object.keys(SCHEMES).join(', ')}`,
    ]);
  return open(url, options);
};
