import { findCountry } from '../../common/data/places.ts';
import { eachField, fieldOf } from '../../shared/contact-field-names.ts';
import type { ContactFieldName } from '../../shared/contact-fields.ts';

/**
 * The description and an example of an input. Where a name has another meaning, or only one endpoint has it, the resource
 * gives them by `description()` and `example()`.
 */
export interface Word {
  readonly about: string;
  readonly example: unknown;
  /** The example of a call shows it although it is not always required. */
  readonly shown?: true;
}

function contactWord(name: ContactFieldName): Word {
  const { type, label, example } = fieldOf(name);
  return type === 'country'
    ? { about: 'The id of a country.', example: findCountry(example) }
    : { about: `${label}.`, example };
}

/** A name of the contract has the same meaning everywhere. */
export const WORDS: Readonly<Record<string, Word>> = Object.freeze({
  id: { about: 'The id of the record.', example: 12 },
  utr: {
    about: 'The utr of the record, its public identifier.',
    example: '5f0f1c2e-6f1d-4a51-9d0a-1f6f7a3f9b11',
  },
  ids: {
    about: 'The ids of mails in doubt. Required unless `all` is 1.',
    example: [1204, 1207],
    shown: true,
  },
  all: { about: '1: the decision applies to all mails in doubt, and `ids` is absent.', example: 0 },
  decision: {
    about: '`delivered`: the mail server has the mails. `resend`: send them again.',
    example: 'resend',
  },
  strIds: { about: 'The ids of the records.', example: [12, 13] },
  limit: {
    about: 'The most items to return. Without `limit` and `after_id` the list is complete.',
    example: 1000,
  },
  after_id: { about: 'Return items after this id: the `next_after_id` of the previous page.', example: 1012 },
  search: {
    about:
      'Only people whose address, first name or last name begins with this text. Case and accents are ignored. Of contacts, a first and a' +
      ' last name are found together, and the texts of custom fields are searched, too.',
    example: 'ada',
  },

  name: { about: 'The name of the contact type.', example: 'Customers' },
  contact_type_id: { about: 'The id of a contact type.', example: 3 },
  contact_id: { about: 'The id of the contact.', example: 12 },
  ...eachField(contactWord),
  // Any person's address, not only a contact's.
  email: { about: 'An e-mail address.', example: fieldOf('email').example },
  custom_field: { about: 'Values of custom fields.', example: { company_name: 'Analytical Engines' } },
  map: {
    about: 'The column of the file for each field.',
    example: { email: 'E-Mail', first_name: 'Given name' },
  },
  statuses: {
    about: 'The status of the rows with each word.',
    example: { 'Waiting list': 'unconfirmed' },
  },
  opt_out_group: {
    about: 'The unsubscribe group that people with the status `opted_out` leave.',
    example: 4,
  },
  new_fields: { about: 'Custom fields to make, by heading.', example: {} },
  new_field_names: { about: 'Names of new custom fields, by heading.', example: {} },
  existing: { about: 'What happens to contacts that are stored already.', example: 'update' },
  sheet: { about: 'A sheet of a workbook.', example: '' },
  date_order: { about: 'The order of day and month in dates with slashes or hyphens.', example: 'dmy' },
  dry_run: {
    about: '1: a dry run. Nothing is imported, and the import counts what would change.',
    example: 1,
  },
  encoding: { about: 'The character encoding of the file.', example: 'windows-1252' },
  for: { about: 'The program that reads the file.', example: 'excel' },
  reason: { about: 'Why the addresses get no mail.', example: 'manual' },
  file: { about: 'A CSV file, with a name that ends in `.csv`.', example: 'contacts.csv' },
  field_name: { about: 'The name of the field.', example: 'company_name' },
  field_type: { about: 'The type of its values.', example: 'text' },

  segment_id: { about: 'The id of the segment.', example: 5 },
  segment_recipient_id: { about: 'The id of the recipient in the segment.', example: 41 },
  segment_name: { about: 'The name of the segment.', example: 'New in London' },
  select_field: { about: 'The name of a field for each condition.', example: ['city', 'created_at'] },
  select_operator: {
    about: 'The operator of the condition at the same position.',
    example: ['is', 'is within'],
  },
  value: { about: 'The operands of all conditions, in order.', example: ['London', '30'], shown: true },
  query_type: {
    about: '`or`: one condition must hold. `and`, the default: all conditions must hold.',
    example: 'and',
  },

  template_id: { about: 'An id from `get-design/template`. Use 1 for a design of your own.', example: 2 },
  template_json: {
    about:
      'A JSON text with the key `mjml`. If it is given, `template_html` must be empty. Invalid MJML is refused with the line and the reason.',
    example:
      '{"mjml":"<mjml><mj-body><mj-section><mj-column><mj-text>Hello ((first_name))</mj-text></mj-column></mj-section>' +
      '</mj-body></mjml>"}',
  },
  template_html: {
    about: 'HTML. If it is given, `template_json` must be empty.',
    example: '<p>Dear ((first_name|reader)), it is May.</p>',
  },
  template_text: {
    about:
      'The plain-text part of the mail, with placeholders. Blank: the service makes it from the HTML. If it is not given, an update keeps it.',
    example: 'Dear ((first_name|reader)), it is May.',
  },
  preview_img: { about: 'A `preview_image` from `get-design/template`.', example: 'newsletter.png' },
  sender_id: { about: 'The id of a sender.', example: 4 },
  unsubscribe_group_id: { about: 'The id of an unsubscribe group.', example: 6 },
  single_send_name: { about: 'Its name in the account.', example: 'Newsletter for May' },
  subject: {
    about: 'The subject line. It may contain placeholders.',
    example: '((first_name|Dear reader)), it is May',
  },
  preheader: {
    about: 'The text that mail readers show next to the subject.',
    example: 'Three things worth your time',
  },
  recipient_id: {
    about: 'The recipients: `contacts_<contact_type_id>` and `segments_<segment_id>`.',
    example: ['contacts_3', 'segments_5'],
  },
  exclude_specific_recipient_id: {
    about: 'The recipients to exclude, written like `recipient_id`.',
    example: ['segments_7'],
  },
  schedule_type: { about: '0: send at once. 1: send at `schedule_date` and `schedule_time`.', example: 0 },
  schedule_date: {
    about:
      'The day, `YYYY-MM-DD` in the time zone of the account; date and time must be in the future. Required if `schedule_type` is 1.',
    example: '2030-05-01',
  },
  schedule_time: {
    about: 'The time of day, `HH:MM:SS` in the time zone of the account. Required if `schedule_type` is 1.',
    example: '09:30:00',
  },

  type: {
    about:
      '`welcome`: for contacts that join the target from now on. `custom`: also for contacts that are in it already.',
    example: 'welcome',
  },
  automation_for: {
    about: 'The target: `contacts_<contact_type_id>` or `segments_<segment_id>`.',
    example: 'contacts_3',
  },
  automation_name: { about: 'Its name in the account.', example: 'Welcome series' },
  exit_criteria: { about: '1: a contact that leaves the target also leaves the automation.', example: 0 },
  waiting_period: { about: 'The number of days or hours to wait; 1 for an instant email.', example: 2 },
  waiting_type: { about: 'The unit of `waiting_period`; `instantly` for no wait.', example: 'days' },

  groupId: { about: 'The id of the unsubscribe group.', example: 6 },
  unsubscribe_groups_id: { about: 'The id of the unsubscribe group.', example: 6 },
  group_name: { about: 'The name that recipients read.', example: 'Monthly news' },
  description: { about: 'The text that recipients read below the name.', example: 'What we made this month' },
  is_display: { about: '1: the preferences page shows the group as a choice.', example: 1 },
  email_address: { about: 'An e-mail address.', example: 'ada@example.com' },
  email_owner: { about: 'The person whose address it is.', example: 'Ada Lovelace' },

  domain: {
    about: 'A domain of From addresses, in any script.',
    example: 'example.com',
  },

  from_name: { about: 'The sender’s name, in the From header of mails.', example: 'The Gazette' },
  from_email: { about: 'The sender’s address, in the From header of mails.', example: 'editor@example.com' },
  reply_to_email: { about: 'The address for replies.', example: 'letters@example.com' },
  country_id: { about: 'A country id from `get/country-state-city`.', example: 84 },
  state_id: { about: 'A state id from `get/country-state-city`, in the country.', example: 1095 },
  city_id: { about: 'A city id from `get/country-state-city`, in the state.', example: 5981 },
  zip_code: { about: 'The postal code.', example: '10115' },
  company_address: {
    about: 'Street and number. Every mail shows the postal address of its sender.',
    example: 'Invalidenstraße 43',
  },
  company_address2: { about: 'The second line of the address.', example: 'Second floor' },
  nickname: { about: 'The sender’s name in the account; recipients never see it.', example: 'gazette' },
});
