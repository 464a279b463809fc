import Joi from 'joi';
import { listOf, textLike } from './checks.ts';
import { checked, listenerAddress, optionalText, section, whole } from './setting.ts';

/** The URL contains the password, so no message may repeat it. */
const imapUrl = textLike((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return /^imaps?:$/.test(protocol) && hostname !== '' && username !== '' && password !== '';
}, 'must have the form imaps://user:password@host/mailbox');

/** `arn:<partition>:sns:<region>:<account>:<name>`. */
export const TOPIC = /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z0-9-]{5,32}):(\d{12}):([\w-]{1,256})$/;

const topics = listOf((one) => TOPIC.test(one), 'must have the form arn:aws:sns:region:account:name');

const login = textLike(
  (text) => /^[^:]+:.{16,}$/.test(text),
  'must have the form user:password, with a password of at least 16 characters',
);

/** Base64 of a DER document (SubjectPublicKeyInfo), as SendGrid shows it. */
const publicKey = Joi.string().base64();

/** `whsec_` and base64, as Svix issues it. */
const svixSecret = textLike(
  (text) => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text),
  'must be whsec_ and at least 32 characters of base64',
);

export const inbound = section({
  title: 'Receivers',
  about: 'Read by `npm run inbound` (docs/inbound.md). Each receiver is off until it is configured.',
  settings: {
    INBOUND_SMTP_PORT: checked<number | undefined>(Joi.number().port(), {
      type: 'port',
      reason: 'The port of the SMTP listener: 25, or one to which 25 is forwarded.',
    }),
    INBOUND_SMTP_HOST: listenerAddress('The address of the SMTP listener.'),
    INBOUND_SMTP_CONNECTIONS: whole({
      most: 1000,
      standard: 50,
      unit: 'connections',
      reason: 'Concurrent connections to the SMTP listener. Each may hold a mail of 1 MB in memory.',
    }),
    INBOUND_SMTP_CONNECTIONS_EACH: whole({
      most: 1000,
      standard: 10,
      unit: 'connections',
      reason: 'The same from one IP address (IPv6: one /64).',
    }),
    INBOUND_TLS_CERT: optionalText(
      'path',
      'A PEM file with the certificate chain for STARTTLS, read again each hour.',
    ),
    INBOUND_TLS_KEY: optionalText('path', 'Its private key.'),
    INBOUND_FORWARD_TO: optionalText(
      'e-mail address',
      'Gets mails to postmaster and abuse at the SMTP listener that are no reports.',
      Joi.string().email({ tlds: false }),
    ),
    INBOUND_IMAP_URL: optionalText(
      'URL',
      'A mailbox for bounces or abuse reports, such as imaps://user:password@host/INBOX. imap:// needs STARTTLS, except at the loopback address.',
      imapUrl,
    ),
    INBOUND_IMAP_SECONDS: whole({
      least: 5,
      most: 3600,
      standard: 60,
      unit: 'seconds',
      reason: 'Time between checks of a mailbox without IDLE.',
    }),
    INBOUND_IMAP_MOVE_TO: optionalText(
      'name of a folder',
      'Where read mails go. Unset: they stay, marked as seen.',
    ),
    INBOUND_IMAP_DELETE: checked<boolean>(Joi.boolean().default(false), {
      type: 'true or false',
      standard: 'false',
      reason: 'Whether read mails are deleted.',
    }),
    INBOUND_PORT: checked<number>(Joi.number().port().default(3001), {
      type: 'port',
      standard: '3001',
      reason:
        'The port for events of providers (POST /hooks/…), opened when one of the next HOOK settings is set.',
    }),
    INBOUND_HOST: listenerAddress('The address of INBOUND_PORT. TRUST_PROXY applies.'),
    HOOK_SES_TOPICS: checked<readonly string[] | undefined>(topics, {
      type: 'ARNs, comma-separated',
      reason: 'Topics of Amazon SNS to subscribe to.',
    }),
    HOOK_SENDGRID_KEY: optionalText(
      'base64',
      "The verification key of SendGrid's signed event webhook.",
      publicKey,
    ),
    HOOK_MAILGUN_KEY: optionalText('text', "Mailgun's HTTP webhook signing key.", Joi.string().min(16)),
    HOOK_POSTMARK_LOGIN: optionalText('user:password', "The login in the URL of Postmark's webhook.", login),
    HOOK_RESEND_SECRET: optionalText('text', "The signing secret of Resend's webhook (whsec_…).", svixSecret),
    RATE_HOOKS: whole({
      least: 0,
      standard: 6000,
      unit: 'requests a minute',
      reason: 'Events of providers by IP address. 0: no limit.',
    }),
  },
});
