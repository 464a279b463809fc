import { REPLY_CLASSES } from '../../../common/domain/reply-classes.ts';
import { LEFT_REASONS } from '../../../common/models/enrollments.ts';
import { STATUSES } from '../../../shared/statuses/statuses.ts';
import type { presentErasure } from '../../present/erasures.ts';
import type { presentPerson } from '../../present/person.ts';
import { entries } from '../entry.ts';
import { boolean, id, integer, list, nullable, oneOf, record, text, timestamp } from '../shapes.ts';
import { contactFields } from './contacts.ts';
import { deliveryFields } from './deliveries.ts';

type PersonAnswer = ReturnType<typeof presentPerson>;
type ImportedChangeAnswer = PersonAnswer['imported_changes'][number];

const erasure = record<ReturnType<typeof presentErasure>>('Erasure', {
  requested_at: timestamp('When it was requested the last time.'),
  erased_at: nullable(timestamp('When the address was removed from all stored data; null until then.')),
  done_at: nullable(
    timestamp('When all work under way at the request had ended and was searched again; null until then.'),
  ),
});

const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained', 'manual'] as const;

const person = record<PersonAnswer>('Person', {
  email: text('The address of the request.'),
  other_addresses: list(text(), 'Addresses that these contacts had while they were in an automation.'),
  contacts: list(
    record<PersonAnswer['contacts'][number]>('PersonContact', {
      ...contactFields,
      contact_type: text('The name of the contact type.'),
      import_id: nullable(id('The last import that changed it.')),
      last_sent_at: nullable(timestamp('Stored only if a segment uses it.')),
      last_opened_at: nullable(timestamp('Stored only if a segment uses it.')),
      last_clicked_at: nullable(timestamp('Stored only if a segment uses it.')),
    }),
    'Also deleted contacts, until they are purged.',
  ),
  segments: list(
    record<PersonAnswer['segments'][number]>('PersonSegment', {
      segment_id: id(),
      segment_name: text(),
      contact_id: nullable(id('Null if the person was added to the segment by hand.')),
      first_name: nullable(text('Only of a person who was added by hand.')),
      last_name: nullable(text('Only of a person who was added by hand.')),
      created_at: timestamp('When the person joined the segment.'),
    }),
  ),
  opt_outs: list(
    record<PersonAnswer['opt_outs'][number]>('PersonOptOut', {
      email: text(),
      reason: oneOf(SUPPRESSION_REASONS),
      unsubscribe_groups_id: nullable(id('The unsubscribe group; null for all mail of the account.')),
      group_name: nullable(text()),
      class: nullable(oneOf(REPLY_CLASSES)),
      reply: nullable(text('The reply of a mail server, or the report.')),
      utr: nullable(text('The utr of the single send or automation email that caused it.')),
      state: oneOf(['active', 'suspected']),
      created_at: timestamp(),
    }),
    'Why the address gets no mail at all, or no mail of a group.',
  ),
  deliveries: list(
    record<PersonAnswer['deliveries'][number]>('PersonDelivery', {
      utr: nullable(text('The utr of the single send or automation email; null if it was deleted.')),
      subject: nullable(text('Its subject.')),
      ...deliveryFields,
    }),
    'Mails with their openings and clicks, newest first: at most 10,000 within the storage time of mails.',
  ),
  more_deliveries: boolean('Whether older deliveries exist.'),
  automations: list(
    record<PersonAnswer['automations'][number]>('PersonAutomation', {
      utr: nullable(text()),
      automation_name: nullable(text()),
      email: text('The person’s address in the automation.'),
      state: oneOf(['waiting', 'done', 'left']),
      reason: nullable(oneOf(LEFT_REASONS, 'Why the person left.')),
      entered_at: timestamp(),
    }),
  ),
  refused_rows: list(
    record<PersonAnswer['refused_rows'][number]>('RefusedRow', {
      import_id: id(),
      file_name: text(),
      line: integer('The line of the file; the header is line 1.'),
      reason: text(),
      cells: list(text()),
    }),
    'Rows of files that contain the address and could not be imported; at most 1,000.',
  ),
  moved_rows: list(
    record<PersonAnswer['moved_rows'][number]>('MovedRow', {
      import_id: id(),
      file_name: text(),
      line: integer('The line of the file; the header is line 1.'),
      status: oneOf(STATUSES, 'The status that the row stated.'),
    }),
    'Rows of moved files with the address; at most 1,000.',
  ),
  imported_changes: list(
    record<ImportedChangeAnswer>('ImportedChange', {
      import_id: id(),
      file_name: text(),
      contact_id: id(),
      cells: list(
        record<ImportedChangeAnswer['cells'][number]>('ImportedCell', {
          field: text('The field of the contact; a country is an id.'),
          before: nullable(text('The value before the import.')),
          after: text('The value that the import stored.'),
        }),
      ),
    }),
    'Changes of these contacts by imports that can still be undone; at most from 1,000 batches.',
  ),
  erasure: nullable(erasure),
});

export const privacy = entries(
  {
    name: 'Privacy',
    about: 'What a person may request: all stored data about them, and its erasure.',
  },
  {
    contactExport: {
      summary: 'Export all data about one person',
      about:
        'The input is the address, in any spelling. The answer is 404 if the account has no data about it.',
      output: person,
    },
    contactErase: {
      summary: 'Erase a person',
      about:
        'From now on the address gets no mail. Within a minute it is removed from contacts, segments, and files and reports of imports. Data that' +
        ' must stay has a keyed hash instead, such as `3f9a…@erased.invalid`, so figures do not change. The address stays unsubscribed forever, ' +
        'also if it is added again. Links in sent mails say that it was erased. The call also succeeds if it is repeated, or if the address is ' +
        'unknown.',
    },
    contactErasure: {
      summary: 'Get the progress of an erasure',
      about: 'The answer is 404 if no erasure was requested.',
      output: erasure,
    },
  },
);
