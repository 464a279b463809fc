import { QUERY_TYPES } from '../../../common/domain/segment-rules.ts';
import type { presentListedContact } from '../../present/contacts.ts';
import type { presentSegmentRecipient } from '../../present/segment-recipients.ts';
import type { presentSegment } from '../../present/segments.ts';
import { entries } from '../entry.ts';
import {
  boolean,
  count,
  id,
  like,
  list,
  nullable,
  object,
  oneOf,
  record,
  text,
  timestamp,
} from '../shapes.ts';
import { listedContact } from './contacts.ts';

const segment = record<ReturnType<typeof presentSegment>>('Segment', {
  id: id(),
  user_id: id(),
  contact_type_id: id(),
  segment_name: text(),
  select_field: list(text(), 'The name of a field for each condition.'),
  select_operator: list(text(), 'The operator of the condition at the same position.'),
  value: list(text(), 'The operands of all conditions in order: none, one or two for each condition.'),
  query_type: nullable(oneOf(QUERY_TYPES, '`or`: one condition must hold; otherwise all must hold.')),
  deleted_at: nullable(timestamp()),
  created_at: timestamp(),
  updated_at: timestamp(),
  segment_emails_count: count('The number of its recipients.'),
  refreshing: boolean('Whether contacts are still compared with a new rule; recipients may be missing.'),
  refresh_failed: nullable(
    text(
      'Why the update of its recipients fails repeatedly. The service tries again later, and at once when a rule is stored. Sends find their ' +
        'audience by the rule itself.',
    ),
  ),
});

const recipient = record<ReturnType<typeof presentSegmentRecipient>>('SegmentRecipient', {
  id: id(),
  user_id: id(),
  segment_id: id(),
  contact_id: nullable(id('Null for a recipient who was added by hand.')),
  first_name: text(),
  last_name: text(),
  email: text(),
  country: nullable(text('The name of the country.')),
  state: nullable(text()),
  city: nullable(text()),
  address_line1: nullable(text()),
  created_at: timestamp(),
  updated_at: timestamp(),
  fullname: text('First and last name.'),
});

const preview = object<{
  count: number;
  at_least: boolean;
  contacts: ReturnType<typeof presentListedContact>[];
  refreshing: boolean;
}>({
  count: like(count('The number of contacts that match.'), 1),
  at_least: boolean('True if the count stopped after half a second: at least `count` contacts match.'),
  contacts: list(listedContact, 'Ten of them, in order of their ids if all were counted.'),
  refreshing: boolean(
    'Whether the mail history of contacts is still collected for the rule: more contacts may match.',
  ),
});

const RULES = [
  '`select_field[i]` with `select_operator[i]` is one condition; `value` holds the operands of all of them in order: ' +
    '`city` `is` and `created_at` `is within`, with `Berlin` and `30`, are those in Berlin who came in the last 30 days.',
  'A field is a reserved or custom one, `created_at`, `updated_at`, or a time of the contact’s mail history: `last_sent_at`, ' +
    '`last_opened_at`, `last_clicked_at`.',
  'Texts: `is`, `is not`, `contains`, `does not contain`, `starts with`, `does not start with`, `ends with`, ' +
    '`does not end with`, `is blank`, `is not blank`.',
  'Numbers: `is`, `is not`, `is greater than`, `is less than`, `is equal or greater than`, `is equal or less than`, ' +
    '`is between`, `is not between`, `is blank`, `is not blank`.',
  'Dates: `is`, `is not`, `on`, `not on`, `is after`, `is at or after`, `is before`, `is at or before`, `is between`, ' +
    '`is not between`, `is within` (the last so many days), `is not within`, `is blank`, `is not blank`; the operand ' +
    'is a day, `YYYY-MM-DD`, or a minute, `YYYY-MM-DDTHH:MM`.',
].join('\n\n');

export const segments = entries(
  {
    name: 'Segments',
    about:
      'Parts of a contact type: contacts that match a rule on fields and mail history, and people who were added by hand.',
  },
  {
    segmentList: { summary: 'List segments', output: segment },
    segmentStore: { summary: 'Add a segment', about: RULES },
    segmentUpdate: { summary: 'Change a segment', about: 'Write the rule as in `segment/store`.' },
    segmentDetails: { summary: 'Get one segment', output: segment },
    segmentPreview: {
      summary: 'Preview a rule',
      about:
        'The number of contacts that the rule matches now, and ten of them. Nothing is stored. The service counts for half a second, and longer ' +
        'only until it finds one contact. If it finds none in five seconds, the answer is 422 for `select_field`. An account can run two previews' +
        ' at the same time, and a few more wait; after that the answer is 429.',
      output: preview,
    },
    segmentDelete: { summary: 'Delete a segment', about: '`errors` has the success text.' },
    segmentRecipientList: { summary: 'List the recipients of a segment', output: recipient },
    segmentRecipientStore: { summary: 'Add a recipient to a segment by hand' },
    segmentRecipientDelete: {
      summary: 'Remove a recipient from a segment',
      about: 'A contact that matches the rule stays out of the segment until its address is added by hand.',
    },
  },
);
