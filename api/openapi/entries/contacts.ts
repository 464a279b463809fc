import { eachField, fieldOf } from '../../../shared/contact-field-names.ts';
import type { ContactFieldName } from '../../../shared/contact-fields.ts';
import type { presentActivity } from '../../present/contact-activity.ts';
import type { presentContact, presentListedContact } from '../../present/contacts.ts';
import { ACTIVITY_KINDS } from '../../services/queries/contact-activity.ts';
import { entries } from '../entry.ts';
import {
  id,
  like,
  list,
  mapping,
  nullable,
  object,
  oneOf,
  record,
  type Shape,
  type ShapeFields,
  text,
  timestamp,
} from '../shapes.ts';
import { contactType } from './contact-types.ts';

type Contact = ReturnType<typeof presentContact>;

/** Shapes of the table's fields; `country` is that of a country. */
const valueShapes = (country: Shape<string>) =>
  eachField((name) => {
    const { type, required } = fieldOf(name);
    if (type === 'country') return country;
    return type === 'email' && !required ? nullable(text()) : text();
  }) as ShapeFields<Pick<Contact, ContactFieldName>>;

const activity = record<ReturnType<typeof presentActivity>>('Activity', {
  at: timestamp(),
  kind: oneOf(
    ACTIVITY_KINDS,
    '`opened` and `clicked`: by a person, for the first time. `machine_opened` and `machine_clicked`: by a scanner or prefetching proxy, as far as ' +
      'that is kept. `unsubscribed`, `complained`: by a mail. `resubscribed`: by a link of a mail. `opted_out`: the address was put into a ' +
      'list of opt-outs. `suppressed`: mails to it bounced, or it complained.',
  ),
  utr: nullable(text('The single send or automation email.')),
  subject: nullable(text('Its subject.')),
  detail: nullable(text('What the mail server said, or the name of the unsubscribe group.')),
});

export const contactFields: ShapeFields<Contact> = {
  id: id(),
  user_id: id(),
  contact_type_id: id(),
  ...valueShapes(text('The id of the country, as text.')),
  custom_field: nullable(
    mapping(
      object<NonNullable<Contact['custom_field']>[string]>({
        field_name: like(text('The label: the name with blanks for underscores.'), 'Company name'),
        field_value: nullable(text()),
      }),
      'By the names of the custom fields; null for a contact without any value.',
    ),
  ),
  deleted_at: nullable(timestamp()),
  created_at: timestamp(),
  updated_at: timestamp(),
  fullname: text('First and last name.'),
};

const contact = record<Contact>('Contact', contactFields);

export const listedContact = record<ReturnType<typeof presentListedContact>>('ListedContact', {
  ...contactFields,
  ...valueShapes(text('The name of the country.')),
  contact_type: contactType,
});

export const contacts = entries(
  {
    name: 'Contacts',
    about: 'People with an address. An address is unique within its contact type, whatever its case.',
  },
  {
    contactList: { summary: 'List contacts', output: listedContact },
    contactDownload: {
      summary: 'Download contacts as CSV',
      about:
        'All contacts, those of a contact type, of a segment, or those that a search finds. The columns are those of an import: the file can be imported again. ' +
        'A cell that a spreadsheet would run as a formula begins with an apostrophe, which an import takes away.',
    },
    contactAdd: { summary: 'Add a contact' },
    contactDetails: { summary: 'Get one contact', output: contact },
    contactActivity: {
      summary: 'List what one contact was sent and did',
      about: 'Newest first, at most a thousand entries.',
      output: list(activity),
    },
    contactUpdate: {
      summary: 'Change a contact',
      about: 'An optional input that is absent keeps its value; one given blank, or null, clears it.',
    },
    contactDelete: { summary: 'Delete a contact' },
    contactBulkDelete: {
      summary: 'Delete several contacts',
      about: 'Succeeds if at least one of the ids was there; the others are ignored.',
    },
  },
);
