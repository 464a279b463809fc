import Joi from 'joi';
import { listed } from './checks.ts';
import { checked, section, whole } from './setting.ts';

const imapUrl = Joi.string().custom((text: string, helpers) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const complete = url && /^imaps?:$/.test(url.protocol) && url.hostname && url.username && url.password;
  // This text contains the password, so no message may repeat it.
  return complete
    ? text
    : helpers.message({ custom: '{#label} must have the form imaps://user:password@host/mailbox' });
});

/** `arn:<partition>:sns:<region>:<account>:<name>`. */
export const TOPIC = /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z0-9-]{5,32}):(\d{12}):([\w-]{1,256})$/;

const topics = Joi.string().custom((text: string, helpers) => {
  const all = listed(text);
  return all.every((one) => TOPIC.test(one))
    ? all
    : helpers.message({ custom: '{#label} must have the form arn:aws:sns:region:account:name' });
});

const login = Joi.string().custom((text: string, helpers) =>
  /^[^:]+:.{16,}$/.test(text)
    ? text
    : helpers.message({
        custom: '{#label} must have the form user:password, with a password of at least 16 characters',
      }),
);

/** Base64 of a DER document (SubjectPublicKeyInfo), as SendGrid shows it. */
const publicKey = Joi.string().base64();

/** `whsec_` and base64, as Svix issues it. */
const svixSecret = Joi.string().pattern(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'whsec_…');

export const inbound = section({
  title: 'Receivers',
  about:
    'Read by `npm run inbound`, which takes bounces, complaints and unsubscribes (docs/inbound.md). Each receiver is off until it is ' +
    'configured.',
  settings: {
    INBOUND_SMTP_PORT: checked<number | undefined>(Joi.number().port(), {
      type: 'port',
      reason:
        'The port of the SMTP listener to which the MX of BOUNCE_DOMAIN leads: 25, or one that is forwarded to. Unset: it is off.',
    }),
    INBOUND_SMTP_HOST: checked<string | undefined>(Joi.string(), {
      type: 'address of this machine',
      otherwise: '127.0.0.1, or all addresses with NODE_ENV=production',
      reason: 'The address that the SMTP listener listens on.',
    }),
    INBOUND_SMTP_CONNECTIONS: whole({
      most: 1000,
      standard: 50,
      unit: 'connections',
      reason: 'Connections to the SMTP listener at once. Each may hold a mail of 1 MB in memory.',
    }),
    INBOUND_SMTP_CONNECTIONS_EACH: whole({
      most: 1000,
      standard: 10,
      unit: 'connections',
      reason: 'Connections to the SMTP listener from one IP address (IPv6: one /64) at once.',
    }),
    INBOUND_TLS_CERT: checked<string | undefined>(Joi.string(), {
      type: 'path',
      reason:
        'A PEM file with the certificate, and those between it and its root, for STARTTLS at the SMTP listener. Read again each hour. ' +
        'Unset: no STARTTLS.',
    }),
    INBOUND_TLS_KEY: checked<string | undefined>(Joi.string(), {
      type: 'path',
      reason: 'The PEM file with the private key of INBOUND_TLS_CERT.',
    }),
    INBOUND_IMAP_URL: checked<string | undefined>(imapUrl, {
      type: 'URL',
      reason:
        'A mailbox that gets bounces or abuse reports, such as imaps://user:password@host/INBOX. ' +
        'imap:// needs STARTTLS, except at a loopback address. Unset: no mailbox is read.',
    }),
    INBOUND_IMAP_SECONDS: whole({
      least: 5,
      most: 3600,
      standard: 60,
      unit: 'seconds',
      reason:
        'The time between two checks of the mailbox. A server that has IDLE announces new mails sooner.',
    }),
    INBOUND_IMAP_MOVE_TO: checked<string | undefined>(Joi.string(), {
      type: 'name of a folder',
      reason: 'Where mails are moved that were read. Unset: they stay, and are marked as seen.',
    }),
    INBOUND_IMAP_DELETE: checked<boolean>(Joi.boolean().default(false), {
      type: 'true or false',
      standard: 'false',
      reason: 'Whether mails that were read are deleted.',
    }),
    INBOUND_PORT: checked<number>(Joi.number().port().default(3001), {
      type: 'port',
      standard: '3001',
      reason:
        'The port for the events of providers (POST /hooks/…). It is opened when one of the next five is set.',
    }),
    INBOUND_HOST: checked<string | undefined>(Joi.string(), {
      type: 'address of this machine',
      otherwise: '127.0.0.1, or all addresses with NODE_ENV=production',
      reason: 'The address that INBOUND_PORT is opened on. TRUST_PROXY holds for it too.',
    }),
    HOOK_SES_TOPICS: checked<readonly string[] | undefined>(topics, {
      type: 'ARNs, comma-separated',
      reason:
        'Topics of Amazon SNS whose messages are taken at /hooks/ses. Subscriptions to them are confirmed, and to no others.',
    }),
    HOOK_SENDGRID_KEY: checked<string | undefined>(publicKey, {
      type: 'base64',
      reason: "The verification key of SendGrid's signed event webhook, for /hooks/sendgrid.",
    }),
    HOOK_MAILGUN_KEY: checked<string | undefined>(Joi.string().min(16), {
      type: 'text',
      reason: "Mailgun's HTTP webhook signing key, for /hooks/mailgun.",
    }),
    HOOK_POSTMARK_LOGIN: checked<string | undefined>(login, {
      type: 'user:password',
      reason: "The login in the URL of Postmark's webhook, for /hooks/postmark.",
    }),
    HOOK_RESEND_SECRET: checked<string | undefined>(svixSecret, {
      type: 'text',
      reason: "The signing secret of Resend's webhook (whsec_…), for /hooks/resend.",
    }),
    RATE_HOOKS: whole({
      least: 0,
      standard: 6000,
      unit: 'requests a minute',
      reason: 'Events of providers, for each IP address, counted before their bodies are read. 0: no rate.',
    }),
  },
});
