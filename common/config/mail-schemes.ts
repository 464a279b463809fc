export const SMTP_SCHEMES = ['smtp', 'smtps'] as const;
/** All schemes with a transport: providers have APIs of their own. */
export const MAIL_SCHEMES = [...SMTP_SCHEMES, 'ses', 'postmark', 'resend'] as const;
export type MailScheme = (typeof MAIL_SCHEMES)[number];
