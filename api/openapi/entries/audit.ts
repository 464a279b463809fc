import { ACTORS, AUDIT_OUTCOMES } from '../../../common/models/audit-entries.ts';
import type { presentAuditEntry } from '../../present/audit.ts';
import type { presentReputation } from '../../present/reputation.ts';
import { entries } from '../entry.ts';
import {
  boolean,
  count,
  id,
  integer,
  like,
  list,
  nullable,
  object,
  oneOf,
  record,
  text,
  timestamp,
} from '../shapes.ts';

const entry = record<ReturnType<typeof presentAuditEntry>>('AuditEntry', {
  id: id(),
  by: oneOf(
    ACTORS,
    '`person`: someone who was signed in. `key`: a pair of keys. `operator`: an operator of the service.',
  ),
  key: nullable(like(text('The beginning of the public key.'), 'pk_8Hq2vXyT')),
  key_name: nullable(like(text('The name of the pair; an @ is shown as “at”.'), 'The shop')),
  device: nullable(like(text('The browser or program, as it describes itself.'), 'Firefox on Linux')),
  network: nullable(
    like(
      text('The network of the client: the /24 of its IPv4 address, the /48 of its IPv6 address.'),
      '192.0.2.0/24',
    ),
  ),
  act: like(
    text(
      'The call, or an action on the account itself such as `password_changed`. `single/send/update` that is no draft is `single_send_sent` or `single_send_scheduled`.',
    ),
    'singleSendPause',
  ),
  record_id: nullable(integer('The id of the record that the call used or created.')),
  utr: nullable(text('The utr of that record.')),
  name: nullable(
    like(
      text('The present name of that campaign or automation, or the subject of that email. Null: deleted.'),
      'Newsletter for May',
    ),
  ),
  automation_utr: nullable(text('If the record is an email: the utr of its automation.')),
  subject: nullable(
    like(text('The beginning of the public key, if the call was about a pair of keys.'), 'pk_8Hq2vXyT'),
  ),
  records: nullable(integer('The number of records that the call named.')),
  outcome: oneOf(
    AUDIT_OUTCOMES,
    '`refused`: the call changed nothing. `begun`: the call is still running, or it failed and may have made the change.',
  ),
  created_at: timestamp(),
});

const rates = object<ReturnType<typeof presentReputation>['day']>({
  accepted: count('Mails that a server accepted.'),
  complaints: count('Spam reports.'),
  bounces: count('Mailboxes that do not exist.'),
});

const reputation = record<ReturnType<typeof presentReputation>>('Reputation', {
  day: rates,
  week: rates,
  warnings: list(
    object<ReturnType<typeof presentReputation>['warnings'][number]>({
      code: oneOf(['account_complaints', 'account_bounces']),
      text: text(),
    }),
    'From 0.1 % complaints or 5 % bounces of at least 1,000 accepted mails.',
  ),
  paused_reason: nullable(
    oneOf(['account_complaints', 'account_bounces'], 'Why campaigns and automation emails wait.'),
  ),
  paused_at: nullable(timestamp()),
  may_release: boolean('Whether `account/release` would end the pause.'),
});

export const audit = entries(
  {
    name: 'Account',
    about: 'The audit log of the account, its pause after complaints or bounces, and all its data as a file.',
  },
  {
    auditList: {
      summary: 'List the audit log',
      about:
        'The oldest entries first. `last` returns the newest. For older entries, use the smallest `id` as `before_id`.',
      output: entry,
    },
    accountReputation: {
      summary: 'Show complaints and bounces of all mail',
      about: 'Counts of the last 24 hours (`day`) and 7 days (`week`), since the account was last released.',
      output: reputation,
    },
    accountRelease: {
      summary: 'Resume campaigns after too many complaints or bounces',
      about:
        'Campaigns and automation emails of an account wait (`account_complaints`, `account_bounces`) after 0.3 % complaints or 10 % bounces of ' +
        'at least 1,000 mails in 24 hours or 7 days. This call resumes them, once. Later only the operator of the service can.',
    },
    accountExport: {
      summary: 'Download all data of the account',
      about:
        'A ZIP file with all lists of the account and the images of the media library. A list is JSON Lines: one item a line, in the form that ' +
        'the API shows. The file contains no secrets. The service writes it a page at a time during the download. A download that breaks off has ' +
        'no ZIP directory at its end; download it again.',
    },
  },
);
