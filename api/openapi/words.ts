import { findCountry } from '../../common/data/places.ts';
import { eachField, fieldOf } from '../../shared/contact-field-names.ts';
import type { ContactFieldName } from '../../shared/contact-fields.ts';

/**
 * The description and an example of an input. When its name has another meaning in one endpoint, or only one endpoint takes
 * it, the resource states them by `description()` and `example()`.
 */
export interface Word {
  readonly about: string;
  readonly example: unknown;
  /** Shown in the example of a call although it is not always required. */
  readonly shown?: true;
}

/** The words of a contact's field, which the table has. */
function contactWord(name: ContactFieldName): Word {
  const { type, label, example } = fieldOf(name);
  return type === 'country'
    ? { about: 'The id of a country.', example: findCountry(example) }
    : { about: `${label}.`, example };
}

/** The words of every input: a name of the contract has the same meaning everywhere. */
export const WORDS: Readonly<Record<string, Word>> = Object.freeze({
  id: { about: 'The id of the record.', example: 12 },
  utr: {
    about: 'The utr of the record: what names it outside.',
    example: '5f0f1c2e-6f1d-4a51-9d0a-1f6f7a3f9b11',
  },
  ids: {
    about: 'The ids of mails in doubt. Required unless `all` is 1.',
    example: [1204, 1207],
    shown: true,
  },
  all: { about: '1: all that are in doubt, without `ids`.', example: 0 },
  decision: { about: 'Whether the mail server took them, or they are to go once more.', example: 'resend' },
  strIds: { about: 'The ids of the records.', example: [12, 13] },
  limit: { about: 'How many items at most. Without `limit` and `after_id` a list is whole.', example: 1000 },
  after_id: { about: 'Goes on behind this id: the `next_after_id` of the page before.', example: 1012 },
  search: {
    about:
      'Only those whose address, first or last name begins with this, without case and marks; of contacts, or a text of a custom field.',
    example: 'ada',
  },

  name: { about: 'The name of the contact type.', example: 'Customers' },
  contact_type_id: { about: 'The id of a contact type.', example: 3 },
  contact_id: { about: 'The id of the contact.', example: 12 },
  ...eachField(contactWord),
  // Of anyone, not of contacts alone.
  email: { about: 'An e-mail address.', example: fieldOf('email').example },
  custom_field: { about: 'Values of custom fields.', example: { company_name: 'Analytical Engines' } },
  map: {
    about: 'The column of the file for each field.',
    example: { email: 'E-Mail', first_name: 'Given name' },
  },
  statuses: {
    about: 'The status of the rows with a word.',
    example: { 'Waiting list': 'unconfirmed' },
  },
  opt_out_group: { about: 'The unsubscribe group that people who opted out leave.', example: 4 },
  dry_run: { about: '1: only what would happen.', example: 1 },
  encoding: { about: 'How the file is encoded.', example: 'windows-1252' },
  file: { about: 'A CSV file, `.csv` by its name.', example: 'contacts.csv' },
  field_name: { about: 'The name of the field.', example: 'company_name' },
  field_type: { about: 'What its values are.', example: 'text' },

  segment_id: { about: 'The id of the segment.', example: 5 },
  segment_recipient_id: { about: 'The id of the recipient in its segment.', example: 41 },
  segment_name: { about: 'The name of the segment.', example: 'New in London' },
  select_field: { about: 'One condition each: the name of a field.', example: ['city', 'created_at'] },
  select_operator: {
    about: 'The operator of the condition at the same place.',
    example: ['is', 'is within'],
  },
  value: { about: 'The operands of all conditions, in order.', example: ['London', '30'], shown: true },
  query_type: { about: '`or`: any condition is enough; `and`, or none: all must hold.', example: 'and' },

  template_id: { about: 'An id of `get-design/template`; 1 brings its own design.', example: 2 },
  template_json: {
    about:
      'A JSON text with the key `mjml`. Where it is given, `template_html` must be empty. MJML that does not parse or ' +
      'validate is refused with line and reason.',
    example:
      '{"mjml":"<mjml><mj-body><mj-section><mj-column><mj-text>Hello ((first_name))</mj-text></mj-column></mj-section>' +
      '</mj-body></mjml>"}',
  },
  template_html: {
    about: 'HTML. Where it is given, `template_json` must be empty.',
    example: '<p>Dear ((first_name|reader)), it is May.</p>',
  },
  preview_img: { about: 'A `preview_image` of `get-design/template`.', example: 'newsletter.png' },
  sender_id: { about: 'The id of a sender.', example: 4 },
  unsubscribe_group_id: { about: 'The id of an unsubscribe group.', example: 6 },
  single_send_name: { about: 'What the account calls it.', example: 'Newsletter for May' },
  subject: {
    about: 'The subject line; it may hold placeholders.',
    example: '((first_name|Dear reader)), it is May',
  },
  preheader: { about: 'What mail readers show beside the subject.', example: 'Three things worth your time' },
  recipient_id: {
    about: 'Whom it goes to: `contacts_<contact_type_id>` and `segments_<segment_id>`.',
    example: ['contacts_3', 'segments_5'],
  },
  exclude_specific_recipient_id: {
    about: 'Whom it does not go to, written like `recipient_id`.',
    example: ['segments_7'],
  },
  schedule_type: { about: '0 at once, 1 at `schedule_date` and `schedule_time`.', example: 0 },
  schedule_date: {
    about: '`YYYY-MM-DD` in the time zone of the account, and to come. Required where `schedule_type` is 1.',
    example: '2030-05-01',
  },
  schedule_time: { about: '`HH:MM:SS`. Required where `schedule_type` is 1.', example: '09:30:00' },

  type: { about: 'Whom it is for: who joins from now on, or also who is there.', example: 'welcome' },
  automation_for: {
    about: '`contacts_<contact_type_id>` or `segments_<segment_id>`.',
    example: 'contacts_3',
  },
  automation_name: { about: 'What the account calls it.', example: 'Welcome series' },
  exit_criteria: { about: '1: who leaves the target leaves the automation.', example: 0 },
  waiting_period: { about: 'How many days or hours; 1 for an instant email.', example: 2 },
  waiting_type: { about: 'What is counted.', example: 'days' },

  groupId: { about: 'The id of the unsubscribe group.', example: 6 },
  unsubscribe_groups_id: { about: 'The id of the unsubscribe group.', example: 6 },
  group_name: { about: 'What recipients read.', example: 'Monthly news' },
  description: { about: 'What recipients read below the name.', example: 'What we made this month' },
  is_display: { about: '1: shown as a choice on the preferences page.', example: 1 },
  email_address: { about: 'An e-mail address.', example: 'ada@example.com' },
  email_owner: { about: 'Whose address it is.', example: 'Ada Lovelace' },

  domain: {
    about: 'A domain of From addresses, in any script.',
    example: 'example.com',
  },

  from_name: { about: 'The name that mails come from.', example: 'The Gazette' },
  from_email: { about: 'The address that mails come from.', example: 'editor@example.com' },
  reply_to_email: { about: 'Where answers go.', example: 'letters@example.com' },
  country_id: { about: 'An id of `get/country-state-city`.', example: 84 },
  state_id: { about: 'An id of `get/country-state-city`, in the country.', example: 1095 },
  city_id: { about: 'An id of `get/country-state-city`, in the state.', example: 5981 },
  zip_code: { about: 'Postal code.', example: '10115' },
  company_address: {
    about: 'Street and number: every mail shows where it comes from.',
    example: 'Invalidenstraße 43',
  },
  company_address2: { about: 'Second line of the address.', example: 'Second floor' },
  nickname: { about: 'What the account calls it; recipients never see it.', example: 'gazette' },
});
