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
    MESSAGE_ID_DOMAIN: checked<string | undefined>(Joi.string().domain({ tlds: false }), {
      type: 'domain',
      otherwise: '<host of PUBLIC_URL>',
      reason: 'The domain of Message-IDs.',
    }),
    BOUNCE_DOMAIN: optionalText(
      'domain',
      'Mails go out with return paths b-<token>@<this domain>, so that a bounce names its mail, and people can unsubscribe by a mail to ' +
        'u-<token>@<this domain>. Its MX must lead to the receiver (`npm run inbound`). Unset: the return path is the sender.',
      Joi.string().domain({ tlds: false }),
    ),
    SMTP_CONNECTIONS: whole({
      most: 1000,
      standard: 10,
      unit: 'connections',
      reason: 'Connections of a worker to each mail server, or requests at a time to a provider.',
    }),
    SMTP_RATE: decimal({
      least: 0,
      standard: 0,
      unit: 'mails a second',
      reason:
        'The rate at which all workers together give mails to each mail server. 0: as fast as it takes them; for a provider by HTTP, what its ' +
        'accounts may send at first (docs/transports.md).',
    }),
    PACE_FILE: checked<string | undefined>(Joi.string(), {
      type: 'path',
      otherwise: 'the limits of big providers',
      reason:
        'A JSON file with limits by mail server, account, sending domain and recipient domain, weights of servers and warm-ups (docs/pace.md). ' +
        'Only workers read it, at their start.',
    }),
    SMTP_TIMEOUT_MS: whole({
      least: 1000,
      standard: 60_000,
      unit: 'milliseconds',
      reason:
        'How long a mail server may be silent. Twice that after the final dot, where giving up may cause a second copy; ' +
        'a sixth while mails wait and silent recipients hold half of the connections. RFC 5321, 4.5.3.2, asks for 300000.',
    }),
    REPLY_RULES_FILE: optionalText(
      'path of a JSON file',
      "An operator's rules for replies of servers (docs/replies.md).",
    ),
    DKIM_DOMAIN: optionalText(
      'domain, or one for each selector, comma-separated',
      'The domain of the keys of the service, which sign in addition to the key of the sending domain, or alone where a sender has none ' +
        '(docs/dkim.md).',
      Joi.any(),
    ),
    DKIM_SELECTOR: optionalText('selectors, comma-separated', 'One for each key.', Joi.any()),
    DKIM_KEY_FILE: optionalText(
      'paths, comma-separated',
      'PEM files of the private keys (RSA or Ed25519), in the order of the selectors. Only workers read them.',
      Joi.any(),
    ),
    DKIM_KEY: optionalText(
      'PEM text',
      'The keys themselves, in place of DKIM_KEY_FILE, with line breaks as \\n.',
      Joi.any(),
    ),
    DNS_SERVERS: checked<readonly string[] | undefined>(dnsServers, {
      type: 'IP addresses, comma-separated, each with or without :port',
      otherwise: "the system's",
      reason: 'Recursive DNS servers that the API asks for the records of sending domains.',
    }),
    SPAM_CHECK_URL: checked<string | undefined>(spamCheckUrl, {
      type: 'http:// or https:// URL',
      otherwise: 'no score',
      reason:
        'The controller or worker of an rspamd that `single-send/check` asks for a score, such as http://:password@127.0.0.1:11334.',
    }),
    IN_DOUBT: choice(['resend', 'hold'], {
      standard: 'resend',
      reason:
        'A mail whose connection was lost before the server said whether it took it (RFC 1047): send it again, or ' +
        'hold it until a person decides.',
    }),
    MESSAGES_IN_DOUBT: choice(['hold', 'resend'], {
      standard: 'hold',
      reason: 'The same for single messages, such as receipts and codes to sign in.',
    }),
    GIVE_UP_HOURS: positive({
      standard: 72,
      unit: 'hours',
      reason: 'How long a deferred mail is retried.',
    }),
  },
});
