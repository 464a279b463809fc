export const SMTP_SCHEMES = ['smtp', 'smtps'] as const;
/** All schemes with a transport: providers have APIs of their own. */
export const MAIL_SCHEMES = [...SMTP_SCHEMES, 'ses', 'postmark', 'resend'] as const;
export type MailScheme = (typeof MAIL_SCHEMES)[number];

/** Whether a URL of `SMTP_URL` is one of an SMTP server; the others have their own transports. */
export const isSmtpUrl = (url: string): boolean =>
  SMTP_SCHEMES.some((scheme) => url.startsWith(`${scheme}:`));
