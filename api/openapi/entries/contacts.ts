import { eachField, fieldOf } from '../../../shared/contact-field-names.ts';
import type { ContactFieldName } from '../../../shared/contact-fields.ts';
import type { presentActivity } from '../../present/contact-activity.ts';
import type { presentContact, presentListedContact } from '../../present/contacts.ts';
import type { presentPlaces } from '../../present/person-places.ts';
import type { FoundContacts } from '../../resources/contact-finds.ts';
import { ACTIVITY_KINDS } from '../../services/queries/contact-activity.ts';
import { entries } from '../entry.ts';
import {
  boolean,
  count,
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

/** `country`: the shape of a country, an id or a name. */
const valueShapes = (country: Shape<string>) =>
  eachField((name) => {
    const { type, required } = fieldOf(name);
    if (type === 'country') return country;
    return type === 'email' && !required ? nullable(text()) : text();
  }) as ShapeFields<Pick<Contact, ContactFieldName>>;

type PersonPlaces = ReturnType<typeof presentPlaces>;

const places = record<PersonPlaces>('Places', {
  segments: list(
    record<PersonPlaces['segments'][number]>('PlaceSegment', { segment_id: id(), segment_name: text() }),
  ),
  contacts: list(
    record<PersonPlaces['contacts'][number]>('PlaceContact', {
      contact_id: id(),
      contact_type: text('The name of the contact type.'),
    }),
  ),
  automations: list(
    record<PersonPlaces['automations'][number]>('PlaceAutomation', {
      utr: text(),
      automation_name: text(),
      email: text('The person’s address in the automation.'),
      state: oneOf(['waiting', 'done', 'left']),
      entered_at: timestamp(),
    }),
  ),
});

const activity = record<ReturnType<typeof presentActivity>>('Activity', {
  at: timestamp(),
  kind: oneOf(
    ACTIVITY_KINDS,
    '`opened` and `clicked`: by a person, for the first time. `machine_opened` and `machine_clicked`: by a scanner or prefetching proxy, as ' +
      'far as this is stored. `unsubscribed`, `complained`: through a mail. `resubscribed`: by a link of a mail. `opted_out`: the address was ' +
      'added to a list of opt-outs. `opt_out_removed`: a call or a person of the account took it from such a list. `suppressed`: mails to it ' +
      'bounced, or it complained.',
  ),
  utr: nullable(text('The utr of the single send or automation email.')),
  subject: nullable(text('Its subject.')),
  detail: nullable(text('The reply of the mail server, or the name of the unsubscribe group.')),
});

export const contactFields: ShapeFields<Contact> = {
  id: id(),
  user_id: id(),
  contact_type_id: id(),
  ...valueShapes(text('The id of the country, as text.')),
  custom_field: nullable(
    mapping(
      object<NonNullable<Contact['custom_field']>[string]>({
        field_name: like(text('The label: the name with spaces instead of underscores.'), 'Company name'),
        field_value: nullable(text()),
      }),
      'The values, by the name of the custom field; null for a contact without values.',
    ),
  ),
  tags: list(like(text('In small letters.'), 'vip')),
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

const found = object<{
  contacts: FoundContacts;
  ids: number[];
  count: number | null;
  at_least: boolean;
  next: string | null;
  refreshing: boolean;
}>({
  contacts: list(
    record<FoundContacts[number]>('FoundContact', {
      ...contactFields,
      ...valueShapes(text('The name of the country.')),
      contact_type: contactType,
      contact_status: like(
        text('`mailable`, `opted_out`, `bounced`, `complained` or `unconfirmed`.'),
        'opted_out',
      ),
      status_at: like(
        text('When the address got the status; empty for `mailable`.'),
        '2030-05-01T09:30:00.000000Z',
      ),
      opted_out_groups: like(text('The unsubscribe groups that the person left.'), 'Monthly news'),
    }),
  ),
  ids: list(id('Empty without `only_ids`.')),
  count: nullable(count('All contacts that match; null after the first page.')),
  at_least: boolean('True if the count stopped after 200 ms: at least `count` contacts match.'),
  next: like(nullable(text('For `after` of the next page; null at the end.')), null),
  refreshing: boolean('Whether the mail history of contacts is still collected: more contacts may match.'),
});

export const contacts = entries(
  {
    name: 'Contacts',
    about: 'People with an e-mail address. An address is unique in its contact type; case is ignored.',
  },
  {
    contactList: { summary: 'List contacts', output: listedContact },
    contactFind: {
      summary: 'Find contacts by status, segment and conditions',
      about:
        'All given inputs must hold. Each contact has its status. The service counts for half a second. An answer that takes longer than five ' +
        'seconds is a 422.',
      output: found,
    },
    contactDownload: {
      summary: 'Download contacts as CSV',
      about:
        'All contacts, the contacts of a contact type, of a segment, or the contacts that a search finds. The columns are those of an import, so ' +
        'the file can be imported again, `tags` included; then `id`, `contact_type`, `contact_status` (`mailable`, `opted_out`, `bounced`, `complained` or ' +
        '`unconfirmed`), `status_at`, `opted_out_groups`, `created_at` and `updated_at`. An import applies `contact_status`. A cell that a spreadsheet would run as a formula begins with an apostrophe; an import removes it.',
    },
    contactAdd: {
      summary: 'Add a contact',
      about:
        '`warnings` say what is doubtful about the address: a typing error in a large domain, a role such as `abuse@`, a disposable domain, or that ' +
        'mail to it bounced for good. The contact is added all the same.',
    },
    contactDetails: { summary: 'Get one contact', output: contact },
    contactActivity: {
      summary: 'List the mails to one contact and its actions',
      about: 'Newest first, at most 1,000 entries.',
      output: list(activity),
    },
    contactPlaces: {
      summary: 'List where the person of a contact is',
      about:
        'The segments and automations of the person, and the contacts with the same address in other contact types. Deleted ones are omitted.',
      output: places,
    },
    contactTagList: {
      summary: 'List the tags of contacts',
      about: 'By alphabet, at most the first 500. A tag is listed as long as a contact has it.',
      output: list(like(text(), 'vip')),
    },
    contactUpdate: {
      summary: 'Change a contact',
      about: 'An absent optional input keeps its value. A blank or null one clears it.',
    },
    contactDelete: { summary: 'Delete a contact' },
    contactBulkDelete: {
      summary: 'Delete several contacts',
      about: 'Succeeds if at least one of the ids exists; the others are ignored.',
    },
  },
);
