import { COUNTRY_NAMES, fieldOf } from '../../shared/contact-field-names.ts';
import type { JsonSchema } from '../http/json-schema.ts';
import { RECORD_EXAMPLES } from './example-records.ts';
import { WORDS } from './words.ts';

/** Values of outputs without an input of the same name. */
const OUTPUTS: Readonly<Record<string, unknown>> = Object.freeze({
  user_id: 1,
  fullname: 'Ada Lovelace',
  deleted_at: null,
  ...Object.fromEntries(COUNTRY_NAMES.map((name) => [name, fieldOf(name).example])),
  rand_id: '4102938475',
  unsubscribe_groups_id: null,
  file_name: 'contacts.csv',
  file_bytes: 48_211,
  failure: null,
  percent: 100,
  rows_read: 1000,
  rows_added: 990,
  rows_updated: 6,
  rows_unchanged: 2,
  rows_refused: 2,
  skipped_columns: ['Shoe size'],
  field_value: 'Analytical Engines',
  template_name: 'Newsletter',
  preview_image: 'newsletter.png',
  html_code: '<!doctype html>…',
  json_code: '{"mjml":"<mjml …</mjml>\\n"}',
  template_html: null,
  is_blank: 0,
  from_sender: 'editor@example.com',
  reply_to: 'letters@example.com',
  sender_name: 'The Gazette',
  sender_address: 'Invalidenstraße 43, Second floor, Berlin, State of Berlin, 10115, Germany',
  status: 1,
  triggered: 1000,
  delivered: 996,
  tracking: 1,
  machine_opens: 187,
  machine_clicks: 36,
  unique_opens: 412,
  total_opens: 533,
  bounces: 4,
  unsubscribes: 3,
  unique_open_token: { contacts_3: 'kD0mUq2Xb1sTz7aQ' },
  hold_reason: null,
  hold_detail: null,
  paused_reason: null,
  paused_detail: null,
  refresh_failed: null,
  in_doubt: 0,
  message_id: '<AAAAAAAEtAAAAADfaTsKT2ZqFnv5CsHP_4cZ@mail.example.com>',
  attempts: 1,
  reason: 'the connection closed',
  resent_in_doubt: 0,
  complaints: 0,
  total_complaints: 0,
  pending: 0,
  skipped: 0,
  members: 1012,
  duplicates: 7,
  excluded: 0,
  unsubscribed: 4,
  bounced: 1,
  recipients: 1000,
  automation_for: 3,
  unsubscribe_group_id: '6',
  automation_id: 9,
  design_url: 'https://mail.example.com/design/9d3b7c10-4e5f-4d21-b8a6-0a1f2e3d4c5b',
  image: 'https://mail.example.com/images/newsletter.png',
  iso2: 'GB',
  iso3: 'GBR',
  numeric: '826',
  code: 'ENG',
});

const recordName = ({ $ref = '' }: JsonSchema): string => $ref.split('/').at(-1)!;

const resolve = (schema: JsonSchema, records: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  schema.$ref ? records[recordName(schema)]! : schema;

const typesOf = ({ type }: JsonSchema): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

/** Whether a value fits a schema, as far as examples need it. */
function fits(value: unknown, schema: JsonSchema): boolean {
  if (schema.enum) return schema.enum.includes(value as string);
  if (schema.pattern && typeof value === 'string' && !new RegExp(schema.pattern).test(value)) return false;
  if (typeof schema.additionalProperties === 'object' && value !== null && typeof value === 'object') {
    const { additionalProperties: inner } = schema;
    return !inner.properties && Object.values(value).every((one) => fits(one, inner));
  }
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return typesOf(schema).some((one) => one === type || (one === 'integer' && type === 'number'));
}

const TEXTS: Readonly<Record<string, string>> = Object.freeze({
  digits: '3',
  date: '2030-05-01',
  time: '09:30:00',
  timestamp: '2030-05-01T09:30:00.000000Z',
  localTime: '2030-05-01 09:30:00',
});

/** An example for a schema under a given name; `own` are values that its fields must have. */
export function exampleOf(
  given: JsonSchema,
  records: Readonly<Record<string, JsonSchema>>,
  name = '',
  own: Readonly<Record<string, unknown>> = {},
): unknown {
  const schema = resolve(given, records);
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  for (const known of [OUTPUTS[name], WORDS[name]?.example]) {
    if (known !== undefined && !schema.properties && !schema.items?.properties && fits(known, schema))
      return known;
  }
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, records, name, own);
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    const known = { ...RECORD_EXAMPLES[recordName(given)], ...own };
    // Values for a record do not apply to the records in it, but values for the envelope do.
    const inner = given.$ref ? {} : own;
    return Object.fromEntries(
      fields.map(([key, one]) => [
        key,
        Object.hasOwn(known, key) ? known[key] : exampleOf(one, records, key, inner),
      ]),
    );
  }
  if (typeof schema.additionalProperties === 'object') {
    return { company_name: exampleOf(schema.additionalProperties, records) };
  }
  if (schema.items) return [exampleOf(schema.items, records, name, own)];
  const type = typesOf(schema)[0];
  if (type === 'integer') return schema.minimum === 1 ? 12 : 0;
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  return Object.values(TEXTS).find((text) => schema.pattern && fits(text, schema)) ?? (name || 'first_name');
}
