import { ACTORS, AUDIT_OUTCOMES } from '../../../common/models/audit-entries.ts';
import type { presentAuditEntry } from '../../present/audit.ts';
import { entries } from '../entry.ts';
import { id, integer, like, nullable, oneOf, record, text, timestamp } from '../shapes.ts';

const entry = record<ReturnType<typeof presentAuditEntry>>('AuditEntry', {
  id: id(),
  by: oneOf(ACTORS, 'A person who was signed in, a pair of keys, or an operator of the service.'),
  key: nullable(like(text('The beginning of the public key.'), 'pk_8Hq2vXyT')),
  key_name: nullable(like(text('What the pair was called; an @ is shown as “at”.'), 'The shop')),
  device: nullable(like(text('What the browser or program says that it is.'), 'Firefox on Linux')),
  network: nullable(
    like(
      text("The client's network: the /24 of its IPv4 address, the /48 of its IPv6 address."),
      '192.0.2.0/24',
    ),
  ),
  act: like(text('The call, or an act on the account itself such as `password_changed`.'), 'singleSendPause'),
  record_id: nullable(integer('The id of the record that it was about, or that it made.')),
  utr: nullable(text('The utr of that record.')),
  subject: nullable(
    like(text('The beginning of the public key of a pair of keys that was acted on.'), 'pk_8Hq2vXyT'),
  ),
  records: nullable(integer('How many records the call named.')),
  outcome: oneOf(
    AUDIT_OUTCOMES,
    '`refused`: nothing was changed. `begun`: it is under way, or failed so that it may have been done.',
  ),
  created_at: timestamp(),
});

export const audit = entries(
  {
    name: 'Account',
    about: 'What was done in the account, and everything that it has as a file.',
  },
  {
    auditList: {
      summary: 'List the audit log',
      about:
        'The oldest first. `last` gives the newest; for those before, take the smallest `id` as `before_id`.',
      output: entry,
    },
    accountExport: {
      summary: 'Download everything',
      about:
        'A ZIP file with all lists of the account as JSON Lines, an item a line as the API shows it, and the images of the media library. It has no ' +
        'secrets. It is written while it is downloaded, a page at a time; one that broke off has no directory at its end, and is downloaded again.',
    },
  },
);
