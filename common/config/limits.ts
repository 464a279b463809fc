import { QUOTAS } from '../domain/quotas.ts';
import { decimal, type Setting, section, whole } from './setting.ts';

export const limits = section({
  title: 'Limits',
  about: 'A request beyond a limit is refused as a whole.',
  settings: {
    LIMIT_BODY_BYTES: whole({
      standard: 10 * 2 ** 20,
      unit: 'bytes',
      reason:
        'A request body without its files. It lowers the limits of single calls (65,536 bytes for most), and raises none.',
    }),
    LIMIT_BODIES_BYTES: whole({
      least: 16 * 2 ** 20,
      standard: 64 * 2 ** 20,
      unit: 'bytes',
      reason:
        'Request bodies in memory of an API process; memory is up to four times as much. An account has a quarter, a network without an account a sixteenth, at most half of what others leave. A body that waits for over a second is answered 429.',
    }),
    LIMIT_UPLOADS_BYTES: whole({
      least: 2 ** 20,
      standard: 2 * 2 ** 30,
      unit: 'bytes',
      reason:
        'Files of uploads in TMPDIR of an API process; an account has half of what others leave. A larger file waits until it is alone. A file that waits for over ten seconds is answered 429.',
    }),
    LIMIT_ATTACHMENTS_BYTES: whole({
      most: 25 * 2 ** 20,
      standard: 10 * 2 ** 20,
      unit: 'bytes',
      reason:
        'All attachments of a single message. Few mail servers take mails over 25 MB, and attachments grow by a third there.',
    }),
    LIMIT_IMAGE_BYTES: whole({
      most: 50 * 2 ** 20,
      standard: 10 * 2 ** 20,
      unit: 'bytes',
      reason: 'An uploaded image, before it is made smaller.',
    }),
    LIMIT_CSV_BYTES: whole({ standard: 500 * 2 ** 20, unit: 'bytes', reason: 'An uploaded CSV file.' }),
    LIMIT_ITEMS: whole({
      most: 10_000,
      standard: 10_000,
      unit: 'entries',
      reason: 'Ids or addresses in a list of a request.',
    }),
    LIMIT_TEMPLATE_BYTES: whole({ standard: 2 * 2 ** 20, unit: 'bytes', reason: 'A template.' }),
    LIMIT_CSV_RECORD_BYTES: whole({ standard: 2 ** 20, unit: 'bytes', reason: 'A record of a CSV file.' }),
    LIMIT_CSV_COLUMNS: whole({
      standard: 1000,
      unit: 'columns',
      reason: 'A CSV file. Exports of a CRM have 250 to 800.',
    }),
    LIMIT_LISTS_BYTES: whole({
      least: 2 ** 20,
      standard: 32 * 2 ** 20,
      unit: 'bytes',
      reason:
        'Rows in memory for lists in an API process; memory is about four times as much. Further lists wait.',
    }),
  },
});

export const rates = section({
  title: 'Rates',
  about:
    'Requests beyond a rate are answered 429, except while Redis is down. 0: no limit (RATE_BURST: at least 1).',
  settings: {
    RATE_CALLS: decimal({
      least: 0,
      standard: 100,
      unit: 'calls a second',
      reason: 'Calls of an account in the long run.',
    }),
    RATE_BURST: whole({
      standard: 1000,
      unit: 'calls',
      reason: 'Calls of an account at once.',
    }),
    RATE_WRONG_KEYS: whole({
      least: 0,
      standard: 100,
      unit: 'requests a minute',
      reason: 'Requests with a wrong key pair, by IP address. Right key pairs pass.',
    }),
    RATE_PAGES: whole({
      least: 0,
      standard: 50,
      unit: 'requests a second',
      reason:
        'Requests without keys, such as pages, by IP address (IPv6: /64) and API process. A file counts a quarter. Openings and clicks count by mail. One-click unsubscribes and health checks do not count.',
    }),
    RATE_FORMS: whole({
      least: 0,
      standard: 600,
      unit: 'requests a minute',
      reason: 'Forms of pages, such as sign-in, by IP address. One-click unsubscribes are never refused.',
    }),
    RATE_SIGN_INS: whole({
      least: 0,
      standard: 10,
      unit: 'failures in ten minutes',
      reason:
        'Failed sign-ins by account and IP address; three times as many by address, ten times by account. Right passwords of an account: three times as many. A browser that signed in before is counted by itself.',
    }),
    RATE_VERIFICATIONS: whole({
      least: 0,
      most: 10_000,
      standard: 3,
      unit: 'mails a day',
      reason:
        'Verification mails by account and e-mail address. Further mails wait, and resend-mail answers 429. A used link gives its places back.',
    }),
    RATE_ACCOUNT_VERIFICATIONS: whole({
      least: 0,
      most: 10_000,
      standard: 20,
      unit: 'mails an hour',
      reason: 'Verification mails of senders and confirmation mails of notification recipients, by account.',
    }),
  },
});

export const questions = section({
  title: 'Slow queries',
  about:
    "Queries of MongoDB (called questions in the names) whose cost grows with an account's data, such as previews of segments.",
  settings: {
    SLOW_QUESTION_MS: whole({
      least: 100,
      most: 60_000,
      standard: 5000,
      unit: 'milliseconds',
      reason: 'Ends a query with a 422, or with a 429 if the call has no inputs.',
    }),
    PREVIEW_COUNTING_MS: whole({
      least: 0,
      standard: 500,
      unit: 'milliseconds',
      reason: 'How long a preview counts; then it answers with the number so far.',
    }),
    SLOW_QUESTIONS: whole({
      most: 100,
      standard: 3,
      unit: 'queries',
      reason:
        'Concurrent queries of an API process, each on its own connection. QUOTA_EXPENSIVE_CALLS bounds those of an account (docs/sizing.md).',
    }),
  },
});

type QuotaSetting = Extract<(typeof QUOTAS)[keyof typeof QUOTAS]['by'], { setting: string }>['setting'];

export const quotaSettings = section({
  title: 'Quotas of each account',
  about:
    'npm run quotas changes them for one account; GET quotas and the account page show them. 0: no limit.',
  settings: Object.fromEntries(
    Object.values(QUOTAS).flatMap(({ by, unit }) => {
      if (!('setting' in by)) return [];
      const { setting, standard, reason } = by;
      return [[setting, whole({ least: 0, standard, unit, reason })]];
    }),
  ) as Readonly<Record<QuotaSetting, Setting<number>>>,
});
