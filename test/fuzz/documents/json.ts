import * as fc from 'fast-check';
import { oddText, upTo } from './texts.ts';

/** A body exactly as it is sent. Some are not JSON, and none is the plain output of JSON.stringify. */
export interface JsonBody {
  readonly path: string;
  readonly body: string;
}

/** Calls with a body, each with valid inputs. They use an account that no other case needs. */
const CALLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/contacts/add': {
    contact_type_id: 1,
    email: 'a@x.example',
    country: 1,
    first_name: 'A',
    custom_field: {},
  },
  '/contacts/update': { contact_id: 1, contact_type_id: 1, email: 'a@x.example', country: 1 },
  '/contacts-type/add': { name: 'Type' },
  '/custom-fields/save': { field_name: 'note', field_type: 'text' },
  '/global-unsubscribes/save': { email_address: 'a@x.example, b@x.example' },
  '/global-unsubscribes/bulk-delete': { strIds: [1, 2] },
  '/unsubscribes-groups/save': { group_name: 'G', description: 'G', is_display: 1 },
  '/unsubscribes-groups/manually-add': { unsubscribe_groups_id: 1, email_address: 'a@x.example' },
  '/segment/email/store': { segment_id: 1, first_name: 'A', last_name: 'B', email: 'a@x.example' },
  '/single/send/create': {
    template_id: 1,
    sender_id: 1,
    unsubscribe_group_id: 1,
    single_send_name: 'S',
    subject: 'S',
    preheader: 'S',
    recipient_id: ['contacts_1'],
    schedule_type: 0,
  },
  '/automations/create': { automation_name: 'A', automation_type: 1, unsubscribe_group_id: 1 },
  '/sender/save': {
    from_name: 'A',
    from_email: 'a@x.example',
    reply_to_email: 'a@x.example',
    country_id: 1,
    company_address: 'x',
    nickname: 'x',
  },
  '/notification-recipient/save': { email_address: 'a@x.example', email_owner: 'A' },
  '/contacts/bulk-delete': { strIds: [1] },
};

const deep = fc
  .tuple(fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"__proto__":', '}]']), upTo(100_000), fc.boolean())
  .map(([[open, close], depth, closed]) => `${open.repeat(depth)}1${closed ? close.repeat(depth) : ''}`);

const wide = fc
  .tuple(fc.constantFrom('1', '"x"', '{}', '[]', 'null', '"\\u0301"', '-0', '1e999'), upTo(50_000))
  .map(([one, times]) => `[${Array.from({ length: times }, () => one).join(',')}]`);

const keys = fc
  .tuple(oddText(30), upTo(20_000))
  .map(
    ([name, times]) =>
      `{${Array.from({ length: times }, (_, at) => `${JSON.stringify(`${name}${at % 1000}`)}:${at}`).join(',')}}`,
  );

const value = fc.oneof(
  { arbitrary: oddText(20_000).map((text) => JSON.stringify(text)), weight: 4 },
  { arbitrary: fc.json(), weight: 3 },
  { arbitrary: deep, weight: 2 },
  { arbitrary: wide, weight: 2 },
  { arbitrary: keys, weight: 1 },
  { arbitrary: upTo(50_000).map((digits) => `1${'0'.repeat(digits)}`), weight: 1 },
  {
    arbitrary: fc.constantFrom(
      '"\\uD800"',
      '"\\',
      'tru',
      '1.',
      '"\t"',
      "{'a':1}",
      '{"$ne":1}',
      '{"a":1,"a":2}',
    ),
    weight: 1,
  },
);

export const jsonBody: fc.Arbitrary<JsonBody> = fc.constantFrom(...Object.keys(CALLS)).chain((path) => {
  const inputs = CALLS[path]!;
  const names = Object.keys(inputs);
  const changes = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), oddText(20)), value), {
    minLength: 1,
    maxLength: 3,
  });
  const whole = changes.map((changed) => {
    const kept = Object.entries(inputs).map(
      ([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`,
    );
    return `{${[...kept, ...changed.map(([name, one]) => `${JSON.stringify(name)}:${one}`)].join(',')}}`;
  });
  return fc
    .oneof({ arbitrary: whole, weight: 6 }, { arbitrary: value, weight: 1 })
    .map((body) => ({ path, body }));
});
