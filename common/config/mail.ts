import Joi from 'joi';
import { dnsServers, spamCheckUrl } from './checks.ts';
import { checked, choice, decimal, optionalText, positive, section, whole } from './setting.ts';

export const mail = section({
  title: 'Mail',
  settings: {
    SYSTEM_FROM: checked<string | undefined>(Joi.string().email({ tlds: false }), {
      type: 'e-mail address',
      otherwise: 'no-reply@<host of PUBLIC_URL>',
      reason: "The sender of the service's own mails.",
    }),
    FREE_MAIL_SENDERS: choice(['warn', 'refuse', 'allow'], {
      standard: 'warn',
      reason:
        'Senders with an address of a provider of free mailboxes, such as gmail.com: mail providers refuse such mails from other servers. `refuse` also refuses domains that forbid unsigned mails (DMARC).',
    }),
    MESSAGE_ID_DOMAIN: checked<string | undefined>(Joi.string().domain({ tlds: false }), {
      type: 'domain',
      otherwise: '<host of PUBLIC_URL>',
      reason: 'The domain of Message-IDs.',
    }),
    BOUNCE_DOMAIN: optionalText(
      'domain',
      'The domain of return paths (b-<token>@…) and of addresses to unsubscribe (u-<token>@…). Its MX must lead to the receiver (`npm run inbound`). Unset: the return path is the sender.',
      Joi.string().domain({ tlds: false }),
    ),
    DKIM_CNAME_DOMAIN: optionalText(
      'domain',
      'A domain whose records the operator publishes (`mailing rotate-dkim`). CNAMEs of sending domains lead there, so that their keys change without their owners. Unset: keys do not change.',
      Joi.string().domain({ tlds: false }),
    ),
    SMTP_CONNECTIONS: whole({
      most: 1000,
      standard: 10,
      unit: 'connections',
      reason: 'Connections of a worker to each mail server, or concurrent requests to a provider.',
    }),
    SMTP_NAME: checked<string | undefined>(Joi.string().domain({ tlds: false }), {
      type: 'host name',
      otherwise: '<host of PUBLIC_URL>, unless that is a loopback address',
      reason:
        'The name with which workers greet mail servers (EHLO). It should resolve to the address that sends mails, and that address back to it: big relays refuse names without a dot.',
    }),
    SMTP_RATE: decimal({
      least: 0,
      standard: 0,
      unit: 'mails a second',
      reason:
        'The rate of all workers together to each mail server. 0: no limit; for a provider by HTTP, that of new accounts (docs/transports.md).',
    }),
    PACE_FILE: checked<string | undefined>(Joi.string(), {
      type: 'path',
      otherwise: 'the limits of big providers',
      reason: 'A JSON file with limits, weights and warm-ups (docs/pace.md). Workers read it at their start.',
    }),
    SMTP_TIMEOUT_MS: whole({
      least: 1000,
      standard: 60_000,
      unit: 'milliseconds',
      reason:
        'How long a mail server may be silent. Twice that after the final dot, where giving up may cause a second copy; a sixth while mails wait and silent recipients hold half of the connections. RFC 5321 (4.5.3.2) asks for 300000.',
    }),
    REPLY_RULES_FILE: optionalText(
      'path of a JSON file',
      "An operator's rules for replies (docs/replies.md).",
    ),
    DKIM_DOMAIN: optionalText(
      'domain, or one for each selector, comma-separated',
      'The domain of the keys of the service (docs/dkim.md).',
      Joi.any(),
    ),
    DKIM_SELECTOR: optionalText('selectors, comma-separated', 'One for each key.', Joi.any()),
    DKIM_KEY_FILE: optionalText(
      'paths, comma-separated',
      'PEM files of the private keys, in the order of the selectors, for workers.',
      Joi.any(),
    ),
    DKIM_KEY: optionalText(
      'PEM text',
      'The keys in place of DKIM_KEY_FILE, with line breaks as \\n.',
      Joi.any(),
    ),
    DNS_SERVERS: checked<readonly string[] | undefined>(dnsServers, {
      type: 'IP addresses, also with :port, comma-separated',
      otherwise: "the system's",
      reason: 'Recursive DNS servers that the API asks for records of sending domains.',
    }),
    SPAM_CHECK_URL: checked<string | undefined>(spamCheckUrl, {
      type: 'http:// or https:// URL',
      otherwise: 'no score',
      reason:
        'An rspamd (controller or worker) that `single-send/check` asks for a score, such as http://:password@127.0.0.1:11334.',
    }),
    IN_DOUBT: choice(['resend', 'hold'], {
      standard: 'resend',
      reason:
        'Whether a mail in doubt (docs/guarantees.md) is sent once more, or held until a person decides.',
    }),
    MESSAGES_IN_DOUBT: choice(['hold', 'resend'], {
      standard: 'hold',
      reason: 'The same for single messages, such as receipts and codes to sign in.',
    }),
    GIVE_UP_HOURS: positive({
      standard: 96,
      unit: 'hours',
      reason: 'How long a deferred mail is retried. RFC 5321 (4.5.4.1) asks for four to five days.',
    }),
  },
});
