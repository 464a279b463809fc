/**
 * The published contract: what it says about every endpoint, typed by hand from its tables. Nothing here is derived from
 * `api/contract.ts`; `openapi.test.ts` compares the two.
 */
export interface Fact {
  readonly methods: readonly ('GET' | 'POST' | 'DELETE')[];
  readonly path: string;
  /** Names with `*` where the published contract stars them. */
  readonly query: readonly string[];
  readonly body: readonly string[];
  /** `message.<key>`, `message: <text>`, `errors: <text>`, or null where the published contract does not show it. */
  readonly success: string | null;
  /** The text that the table gives; null for "auth only", "validation" and "not shown". */
  readonly failure: string | null;
  /** The keys of "validation: …". */
  readonly validation: readonly string[];
}

interface Rest {
  query?: string;
  body?: string;
  failure?: string;
  validation?: string;
}

const words = (text = ''): string[] => text.split(' ').filter((word) => word !== '');

const fact = (
  head: string,
  success: string | null,
  { query, body, failure, validation }: Rest = {},
): Fact => {
  const [methods = '', path = ''] = head.split(' ');
  return {
    methods: methods.split(',') as Fact['methods'][number][],
    path,
    query: words(query),
    body: words(body),
    success,
    failure: failure ?? null,
    validation: words(validation),
  };
};

const NOT_FOUND = 'Record Not Found';
const not_found = 'Record not found';

const CONTACT =
  'contact_type_id* email* country* first_name last_name state city address_line1 address_line2 ' +
  'state_province_region postal_code';
const SEND =
  'template_id* template_json template_html sender_id* unsubscribe_group_id* single_send_name* subject* preheader* ' +
  'recipient_id* exclude_specific_recipient_id schedule_type* schedule_date schedule_time';
const SEND_KEYS =
  'single_send_name sender_id subject preheader unsubscribe_group_id schedule_type recipient_id';
const SENDER =
  'from_name* from_email* reply_to_email* country_id* state_id city_id zip_code company_address* company_address2 ' +
  'nickname*';

export const FACTS: readonly Fact[] = [
  // Global unsubscribes
  fact('GET global-unsubscribes', 'message.unSubscribers'),
  fact('POST global-unsubscribes/save', 'message: Added Successfully', {
    body: 'email_address*',
    validation: 'email_address',
  }),
  fact('DELETE global-unsubscribes/delete', 'message: Deleted Successfully', {
    query: 'id*',
    failure: NOT_FOUND,
  }),
  fact('POST global-unsubscribes/bulk-delete', 'message: Deleted Successfully', {
    body: 'strIds*',
    failure: NOT_FOUND,
  }),

  // Unsubscribe groups
  fact('GET unsubscribes-groups', 'message.unsubscribesGroups'),
  fact('POST unsubscribes-groups/save', 'message: Saved Successfully', {
    body: 'group_name* description* is_display*',
    validation: 'group_name description',
  }),
  fact('GET unsubscribes-groups/details', 'message.unsubscribesGroup', { query: 'id*', failure: NOT_FOUND }),
  fact('POST unsubscribes-groups/update', 'message: Updated Successfully', {
    query: 'id*',
    body: 'group_name* description* is_display*',
    validation: 'group_name description',
  }),
  fact('POST unsubscribes-groups/manually-add', 'message: Added Successfully', {
    body: 'unsubscribe_groups_id* email_address*',
    validation: 'email_address',
  }),
  fact('GET unsubscribes-groups/recipients-list', 'message.recipients', {
    query: 'groupId*',
    failure: NOT_FOUND,
  }),
  fact('DELETE unsubscribes-groups/recipients-delete', 'message: Deleted Successfully', {
    query: 'id*',
    failure: NOT_FOUND,
  }),
  fact('POST unsubscribes-groups/recipients-bulk-delete', 'message: Deleted Successfully', {
    body: 'strIds*',
    failure: NOT_FOUND,
  }),

  // Segments
  fact('GET segment/list', 'message.segments'),
  fact('GET segment/email/list', 'message.contactEmails', { query: 'segment_id*', failure: not_found }),
  fact('POST segment/email/store', 'message: Added Successfully', {
    body: 'segment_id* first_name* last_name* email*',
    validation: 'first_name last_name email',
  }),
  fact('DELETE segment/email/delete', 'message: Deleted Successfully', {
    query: 'segment_recipient_id*',
    failure: NOT_FOUND,
  }),
  fact('DELETE segment/delete', 'errors: Deleted Successfully', { query: 'segment_id*', failure: NOT_FOUND }),

  // Contact types
  fact('GET contacts-type', 'message.contactTypes'),
  fact('POST contacts-type/add', 'message: Added Successfully', { body: 'name*', validation: 'name' }),
  fact('GET contacts-type/view', 'message.contactType', { query: 'contact_type_id*' }),
  fact('POST contacts-type/update', 'message: Updated Successfully', {
    body: 'id* name*',
    failure: NOT_FOUND,
  }),
  fact('DELETE contacts-type/delete', 'errors: Deleted Successfully', {
    query: 'contact_type_id*',
    failure: NOT_FOUND,
  }),

  // Contacts
  fact('GET contacts/list', 'message.contacts'),
  fact('POST contacts/add', 'message: Contact Added Successfully', { body: CONTACT, validation: 'email' }),
  fact('GET contacts/csv-sample/download', null, { failure: NOT_FOUND }),
  fact('POST contacts/upload-csv', 'message: Imported Successfully', {
    body: 'contact_type_id* file*',
    validation: 'contact_type_id file',
  }),
  fact('GET contacts/details', 'message.contact', { query: 'contact_id*', failure: NOT_FOUND }),
  fact('POST contacts/update', 'message: Contact Updated Successfully', {
    body: `contact_id* ${CONTACT}`,
    validation: 'email',
  }),
  fact('DELETE contacts/delete', 'message: Deleted Successfully', {
    query: 'contact_id*',
    failure: NOT_FOUND,
  }),
  fact('POST contacts/bulk-delete', 'message: Deleted Successfully', { body: 'strIds*', failure: NOT_FOUND }),

  // Fields
  fact('GET reserve-fields', 'message.reservedFields'),
  fact('GET custom-fields', 'message.customFields'),
  fact('POST custom-fields/save', 'message: Added Successfully', {
    body: 'field_name* field_type*',
    validation: 'field_name field_type',
  }),
  fact('DELETE custom-fields/delete', 'message: Deleted Successfully', { query: 'id*', failure: NOT_FOUND }),

  // Templates and dynamic content
  fact('GET get-design/template', 'message.templates', { failure: NOT_FOUND }),
  fact('GET get-dynamic/content', 'message.contents', { failure: NOT_FOUND }),

  // Single sends
  fact('GET single-send/list', 'message.singleSends'),
  fact('POST single/send/create', 'message.utr', { body: SEND, validation: SEND_KEYS }),
  fact('POST single/send/update', 'message.utr', { body: `${SEND} utr*`, validation: SEND_KEYS }),
  fact('GET single-send/details', 'message.singleSend', { query: 'utr*', failure: not_found }),
  fact('POST,GET single/send/duplicate', 'message: Duplicated Successfully', {
    query: 'utr*',
    failure: not_found,
  }),
  fact('DELETE single/send/delete', 'message: Deleted Successfully', { query: 'utr*', failure: not_found }),
  fact('POST single/send/bulk-delete', 'message: Deleted Successfully', {
    body: 'strIds*',
    failure: not_found,
  }),

  // Automations
  fact('GET automations', 'message.automations', { failure: NOT_FOUND }),
  fact('POST automations/create', 'message.utr', {
    body: 'type* automation_for automation_name unsubscribe_group_id*',
    validation: 'automation_name',
  }),
  fact('GET automations/duplicate', 'message.utr', { query: 'utr*' }),
  fact('GET automations/details', 'message.automation', { query: 'utr*', failure: NOT_FOUND }),
  fact('GET automations/pause', 'message: Automation Paused Successfully', {
    query: 'utr*',
    failure: not_found,
  }),
  fact('GET automations/set-live', 'message: Automation has been set live', {
    query: 'utr*',
    failure: 'Unsubscribe group require to live automation',
  }),
  fact('DELETE automations/delete', 'message: Deleted Successfully', { query: 'utr*', failure: not_found }),
  fact('POST automations/bulk-delete', 'message: Deleted Successfully', {
    body: 'strIds*',
    failure: not_found,
  }),
  fact('GET automations/schedule', 'message.automation_schedules', { query: 'utr*', failure: not_found }),
  fact('POST automations/schedule/create', 'message: Schedule Added', {
    body: 'utr* sender_id* subject* waiting_period* waiting_type* template_id* preview_img* template_json template_html',
    validation: 'sender_id subject waiting_type',
  }),
  fact('DELETE automations/schedule/delete', 'message: Deleted Successfully', {
    query: 'utr*',
    failure: not_found,
  }),

  // Notification recipients
  fact('GET notification-recipients', 'message.notifications'),
  fact('POST notification-recipient/save', 'message: Added Successfully', {
    body: 'email_address* email_owner*',
    validation: 'email_address email_owner',
  }),
  fact('DELETE notification-recipient/delete', 'message: Deleted Successfully', {
    query: 'id*',
    failure: NOT_FOUND,
  }),
  fact('POST notification-recipient/bulk-delete', 'message: Deleted Successfully', {
    body: 'strIds*',
    failure: NOT_FOUND,
  }),

  // Reference data and senders
  fact('GET get/country-state-city', 'message.countries,states,cities'),
  fact('GET,POST senders', 'message.senders'),
  fact('POST sender/save', 'message: Added Successfully', {
    body: SENDER,
    validation: 'from_name from_email reply_to_email country_id company_address nickname',
  }),
  fact('GET sender/details', 'message.sender', { query: 'sender_id*', failure: NOT_FOUND }),
  fact('POST sender/update', 'message: Updated Successfully', { body: `${SENDER} sender_id*` }),
  fact('DELETE sender/delete', 'errors: Deleted Successfully', { query: 'sender_id*', failure: NOT_FOUND }),
  fact('GET sender/resend-mail', 'message: Verification Mail Send', {
    query: 'sender_id*',
    failure: NOT_FOUND,
  }),
];
