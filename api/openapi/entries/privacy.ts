import { REPLY_CLASSES } from '../../../common/domain/reply-classes.ts';
import { LEFT_REASONS } from '../../../common/models/enrollments.ts';
import type { presentErasure } from '../../present/erasures.ts';
import type { presentPerson } from '../../present/person.ts';
import { entries } from '../entry.ts';
import { boolean, id, integer, list, nullable, oneOf, record, text, timestamp } from '../shapes.ts';
import { contactFields } from './contacts.ts';
import { deliveryFields } from './deliveries.ts';

type PersonAnswer = ReturnType<typeof presentPerson>;
type ImportedChangeAnswer = PersonAnswer['imported_changes'][number];

const erasure = record<ReturnType<typeof presentErasure>>('Erasure', {
  requested_at: timestamp('When it was last asked for.'),
  erased_at: nullable(timestamp('When the address was gone from everything; null until then.')),
  done_at: nullable(
    timestamp(
      'When what was under way at the request had ended, and was looked through once more; null until then.',
    ),
  ),
});

const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained', 'manual'] as const;

const person = record<PersonAnswer>('Person', {
  email: text('The address that was asked about.'),
  other_addresses: list(text(), 'Addresses that these contacts had while they went through an automation.'),
  contacts: list(
    record<PersonAnswer['contacts'][number]>('PersonContact', {
      ...contactFields,
      contact_type: text('The name of the contact type.'),
      import_id: nullable(id('The import that last wrote it.')),
      last_sent_at: nullable(timestamp('Where a segment asks for it.')),
      last_opened_at: nullable(timestamp('Where a segment asks for it.')),
      last_clicked_at: nullable(timestamp('Where a segment asks for it.')),
    }),
    'Deleted ones, too, until they are purged.',
  ),
  segments: list(
    record<PersonAnswer['segments'][number]>('PersonSegment', {
      segment_id: id(),
      segment_name: text(),
      contact_id: nullable(id('Null if the person was added to the segment by hand.')),
      first_name: nullable(text('Of a person who was added by hand.')),
      last_name: nullable(text('Of a person who was added by hand.')),
      created_at: timestamp('Since when.'),
    }),
  ),
  opt_outs: list(
    record<PersonAnswer['opt_outs'][number]>('PersonOptOut', {
      email: text(),
      reason: oneOf(SUPPRESSION_REASONS),
      unsubscribe_groups_id: nullable(id('Null: all mail of the account.')),
      group_name: nullable(text()),
      class: nullable(oneOf(REPLY_CLASSES)),
      reply: nullable(text('What a mail server said, or the report.')),
      utr: nullable(text('The single send or automation email that it came from.')),
      state: oneOf(['active', 'suspected']),
      created_at: timestamp(),
    }),
    'Why the address gets no mail, or not of a group.',
  ),
  deliveries: list(
    record<PersonAnswer['deliveries'][number]>('PersonDelivery', {
      utr: nullable(text('The single send or automation email; null if it was deleted.')),
      subject: nullable(text('Its subject.')),
      ...deliveryFields,
    }),
    'Mails, and what was opened and clicked, newest first: at most 10,000, of the time for which mails are stored.',
  ),
  more_deliveries: boolean('There are older ones.'),
  automations: list(
    record<PersonAnswer['automations'][number]>('PersonAutomation', {
      utr: nullable(text()),
      automation_name: nullable(text()),
      email: text('The address that went through it.'),
      state: oneOf(['waiting', 'done', 'left']),
      reason: nullable(oneOf(LEFT_REASONS, 'Why it left.')),
      entered_at: timestamp(),
    }),
  ),
  refused_rows: list(
    record<PersonAnswer['refused_rows'][number]>('RefusedRow', {
      import_id: id(),
      file_name: text(),
      line: integer('The header is 1.'),
      reason: text(),
      cells: list(text()),
    }),
    'Rows of files that name the address and could not be imported; at most 1,000.',
  ),
  imported_changes: list(
    record<ImportedChangeAnswer>('ImportedChange', {
      import_id: id(),
      file_name: text(),
      contact_id: id(),
      cells: list(
        record<ImportedChangeAnswer['cells'][number]>('ImportedCell', {
          field: text('The field of the contact; countries are ids.'),
          before: nullable(text('What it had before.')),
          after: text('What the import wrote.'),
        }),
      ),
    }),
    'What imports changed in these contacts, for as long as they can be undone: at most of 1,000 batches.',
  ),
  erasure: nullable(erasure),
});

export const privacy = entries(
  {
    name: 'Privacy',
    about: 'What a person may ask for: all that an account has of them, and that it is removed.',
  },
  {
    contactExport: {
      summary: 'Export everything about one person',
      about: 'By the address, in any spelling. 404 if the account has nothing.',
      output: person,
    },
    contactErase: {
      summary: 'Erase a person',
      about:
        'The address gets no mail from now on. Within a minute it is removed from contacts, segments, files and reports of imports, and what ' +
        'has to be kept has a keyed hash instead, such as `3f9a…@erased.invalid`: figures stay. It stays unsubscribed for ever, also if it is ' +
        'added again. Links in mails that are out say so. Asked for again, or of an address that is not there, it succeeds, too.',
    },
    contactErasure: {
      summary: 'See how far an erasure is',
      about: '404 if it was never asked for.',
      output: erasure,
    },
  },
);
