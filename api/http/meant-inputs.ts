import { nearestName } from '../../common/domain/near-names.ts';

const CONTENT = ['template_html', 'template_text'];
const ADDRESS = ['email', 'email_address'];
const SENDER = ['sender_id', 'from_email'];
const NAME = [
  'single_send_name',
  'automation_name',
  'template_name',
  'segment_name',
  'group_name',
  'field_name',
  'from_name',
];
const TYPE = ['contact_type_id'];
const VALUES = ['data', 'custom_field'];
const TIME = ['send_at', 'schedule_date'];

/** Names that other services have for an input, with ours. An endpoint takes the first that it has. */
export const INPUT_SYNONYMS: Readonly<Record<string, readonly string[]>> = Object.freeze({
  address: ADDRESS,
  attributes: VALUES,
  audience: ['recipient_id'],
  body: CONTENT,
  callback: ['url'],
  content: CONTENT,
  custom_args: ['metadata'],
  cursor: ['after_id', 'after'],
  date: TIME,
  design: ['template_json'],
  email: ['email_address', 'from_email'],
  email_address: ['email'],
  endpoint: ['url'],
  files: ['attachments'],
  from: SENDER,
  from_email: SENDER,
  from_name: ['sender_id'],
  group: ['unsubscribe_group_id', 'unsubscribe_groups_id', 'groupId'],
  html: ['template_html'],
  id: ['utr', 'contact_id', 'segment_id'],
  ids: ['strIds'],
  list: TYPE,
  list_id: TYPE,
  merge_vars: VALUES,
  message: CONTENT,
  mjml: ['template_json'],
  name: NAME,
  page_size: ['limit'],
  per_page: ['limit'],
  plain_text: ['template_text'],
  postcode: ['postal_code', 'zip_code'],
  recipient: [...ADDRESS, 'recipient_id'],
  recipients: ['recipient_id', 'messages', ...ADDRESS],
  scheduled_at: TIME,
  sender: SENDER,
  sender_email: SENDER,
  substitutions: VALUES,
  template: ['template_id', 'template_json'],
  text: ['template_text'],
  title: ['subject', ...NAME],
  to: [...ADDRESS, 'recipient_id'],
  variables: VALUES,
});

/** The input that a call meant by a name that it does not take: by another word for it, or by a near spelling. Null: unknown. */
export function meantInput(given: string, names: ReadonlySet<string>): string | null {
  const word = given.toLowerCase();
  const others = Object.hasOwn(INPUT_SYNONYMS, word) ? INPUT_SYNONYMS[word]! : [];
  return others.find((name) => names.has(name)) ?? nearestName(given, names);
}
