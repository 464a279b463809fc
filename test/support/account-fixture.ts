import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'mongodb';
import mongoose from 'mongoose';
import { type ContractRow, contract, type EndpointName } from '../../api/contract.ts';
import { MODELS } from '../../common/models/all.ts';
import { BulkChange } from '../../common/models/bulk-changes.ts';
import { type ContentOwner, ContentVersion } from '../../common/models/content-versions.ts';
import { Import } from '../../common/models/imports.ts';
import { Sender } from '../../common/models/senders.ts';
import { nextId } from '../../common/store/ids.ts';
import { rowsOfAll } from './all-rows.ts';
import type { Client } from './api.ts';
import type { Given } from './calls.ts';
import { aVersion, type Content } from './factories.ts';
import { pngOf } from './images.ts';
import { rows } from './rows.ts';
import { sentAgain } from './sent-again.ts';

/** The resources whose records belong to an account. */
export type Resource =
  | 'unsubscriber'
  | 'suppression'
  | 'group'
  | 'groupRecipient'
  | 'segment'
  | 'segmentRecipient'
  | 'contactType'
  | 'contact'
  | 'import'
  | 'bulkChange'
  | 'move'
  | 'customField'
  | 'singleSend'
  | 'message'
  | 'automation'
  | 'automationSchedule'
  | 'notificationRecipient'
  | 'sender'
  | 'sendingDomain'
  | 'webhook'
  | 'media'
  | 'ownTemplate'
  | 'reportShare'
  | 'sendVersion'
  | 'emailVersion'
  | 'templateVersion';

/** How requests name a record: by its id or its utr. */
export type Name = number | string;

/** An account with a record of every resource. Each text of these records contains a word that occurs nowhere else. */
export interface AccountFixture {
  readonly client: Client;
  readonly word: string;
  readonly names: Readonly<Record<Resource, Name>>;
  /** The name of its custom field, by which other inputs refer to it. */
  readonly field: string;
}

/** The resource that `id`, `utr` and `strIds` name, by how the names of its endpoints begin. A longer beginning counts first. */
const OF_ENDPOINTS: readonly (readonly [beginning: string, Resource])[] = [
  // The utr of the automation that its emails belong to.
  ['automationScheduleList', 'automation'],
  ['automationScheduleCreate', 'automation'],
  ['notificationRecipient', 'notificationRecipient'],
  ['automationSchedule', 'automationSchedule'],
  ['globalUnsubscribe', 'unsubscriber'],
  ['suppression', 'suppression'],
  ['unsubscribeGroup', 'group'],
  ['groupRecipient', 'groupRecipient'],
  ['contactType', 'contactType'],
  ['customField', 'customField'],
  ['singleSendShareDelete', 'reportShare'],
  ['singleSend', 'singleSend'],
  ['message', 'message'],
  ['automation', 'automation'],
  ['contact', 'contact'],
  ['import', 'import'],
  ['bulkChange', 'bulkChange'],
  ['move', 'move'],
  ['sendingDomain', 'sendingDomain'],
  ['webhook', 'webhook'],
  ['media', 'media'],
  ['ownTemplate', 'ownTemplate'],
];

const NAMED: Readonly<Record<string, Resource>> = {
  contact_type_id: 'contactType',
  contact_id: 'contact',
  segment_id: 'segment',
  in_segment_id: 'segment',
  segment_recipient_id: 'segmentRecipient',
  sender_id: 'sender',
  unsubscribe_group_id: 'group',
  unsubscribe_groups_id: 'group',
  groupId: 'group',
  opt_out_group: 'group',
  logo_media_id: 'media',
};

/** How an input names a record: alone, in a list, as an entry such as `contacts_3`, or by the name of a field. */
export type Place =
  | { readonly as: 'name' | 'list'; readonly of: Resource }
  | { readonly as: 'entry' | 'entries' | 'fields' | 'values' };

/**
 * Inputs that never name a record of an account. `after_id` is a position in an order; templates and places are the same for
 * all accounts.
 */
const PLAIN = new Set(
  `limit encoding after_id email_address group_name description is_display name segment_name select_operator value query_type
  email alt_email first_name last_name country state city address_line1 address_line2 state_province_region postal_code
  file field_name field_type template_id template_json template_html template_text preview_img single_send_name subject preheader
  schedule_type schedule_date schedule_time type automation_name exit_criteria waiting_period waiting_type email_owner
  from_name from_email reply_to_email country_id state_id city_id zip_code company_address company_address2
  nickname all ids decision search domain class classes tracking attachments by from to data send_at messages
  url events batch draft before_id did map statuses dry_run days last action if_version undo_seconds keep_version template_name
  metadata reply_to reason for date_order tool html mjml leave_out link_host return_path_host new_fields new_field_names existing sheet files status order after only_ids link kind key position colours heading_font text_font tag has_tag tags providers bodies`.split(
    /\s+/,
  ),
);

/** The record that an input of an endpoint refers to; null when there is none. Throws for an input that is not listed above. */
export function placeOf(endpoint: EndpointName, input: string): Place | null {
  if (PLAIN.has(input)) return null;
  const named = input === 'version' ? versionOf(endpoint) : NAMED[input];
  if (named) return { as: 'name', of: named };
  if (input === 'recipient_id' || input === 'exclude_specific_recipient_id') return { as: 'entries' };
  if (input === 'contact_ids') return { as: 'list', of: 'contact' };
  if (input === 'automation_for') return { as: 'entry' };
  if (input === 'select_field') return { as: 'fields' };
  if (input === 'custom_field') return { as: 'values' };
  const record = OF_ENDPOINTS.find(([beginning]) => endpoint.startsWith(beginning))?.[1];
  if (record && (input === 'id' || input === 'utr')) return { as: 'name', of: record };
  if (record && input === 'strIds') return { as: 'list', of: record };
  throw new Error(
    `test/support/account-fixture.ts must say whose record ${input} of ${endpoint} names, if any`,
  );
}

/** The kind of version that an endpoint restores or shows. */
const versionOf = (endpoint: EndpointName): Resource =>
  endpoint.startsWith('singleSend')
    ? 'sendVersion'
    : endpoint.startsWith('automationSchedule')
      ? 'emailVersion'
      : 'templateVersion';

let unique = 0;

/** Valid values for every input except `file`, `id`, `utr` and `strIds`; values that must be unique are. */
function valuesFor({ names, field, word }: AccountFixture): Given {
  unique += 1;
  const address = `${word}-${unique}@example.com`;
  return {
    ...Object.fromEntries(Object.entries(NAMED).map(([input, resource]) => [input, names[resource]])),
    email_address: address,
    group_name: `${word} news`,
    description: `${word} about`,
    is_display: 1,
    name: `${word} people`,
    segment_name: `${word} segment`,
    select_field: ['city', field],
    select_operator: ['is', 'is not blank'],
    value: [word],
    query_type: 'or',
    email: address,
    country: 1,
    first_name: word,
    last_name: word,
    city: word,
    custom_field: { [field]: word },
    tags: [word],
    field_name: `${word}_${unique}`,
    field_type: 'text',
    template_id: 1,
    template_name: `${word} template`,
    template_html: `<p>${word}</p>`,
    tool: 'mailchimp',
    status: 'mailable',
    html: `<p>${word} *|FNAME|*</p>`,
    template_text: `${word} text`,
    preview_img: 'blank.png',
    single_send_name: `${word} campaign`,
    subject: `${word} subject`,
    preheader: `${word} preheader`,
    recipient_id: [`contacts_${names.contactType}`, `segments_${names.segment}`],
    exclude_specific_recipient_id: [`segments_${names.segment}`],
    schedule_type: 1,
    schedule_date: '2099-01-01',
    schedule_time: '10:00:00',
    type: 'custom',
    automation_for: `contacts_${names.contactType}`,
    automation_name: `${word} automation`,
    exit_criteria: 1,
    waiting_period: 2,
    waiting_type: 'days',
    email_owner: `${word} owner`,
    from_name: `${word} sender`,
    from_email: `${word}@sender.example`,
    reply_to_email: `${word}@reply.example`,
    country_id: 1,
    zip_code: '12345',
    company_address: `${word} street`,
    company_address2: `${word} floor`,
    nickname: `${word} nick`,
    domain: `${word}-${unique}.example`,
    all: 1,
    action: 'unsubscribe',
    decision: 'delivered',
    by: 'day',
    days: 7,
    url: `https://${word}.example/webhooks`,
    events: ['delivery.bounced'],
    data: { first_name: word },
    metadata: { order: word },
    reply_to: `${word}@reply.example`,
    messages: [{ email: address }],
  };
}

/** A change of many contacts that needs a segment. It refuses what it does not need. */
const CHANGE = { action: 'segment_add', tag: undefined } as const;

/** Valid values for the inputs of one endpoint. */
export function givenTo(
  endpoint: EndpointName,
  inputs: readonly { name: string }[],
  fixture: AccountFixture,
): Given {
  const values = valuesFor(fixture);
  return Object.fromEntries(
    inputs.map(({ name }) => {
      // A list without `email` is the whole list; with it, it is a search.
      if (name === 'email' && 'list' in contract[endpoint].done) return [name, undefined];
      if (name === 'email' && 'key' in contract[endpoint].done) return [name, erasedPerson(fixture)];
      if (name === 'file')
        return [name, (contract[endpoint] as ContractRow).image ? banner(fixture) : table(fixture)];
      // The activity has no days by which it is summed; its words for who acted are tested with it.
      if (name === 'by' && endpoint === 'auditList') return [name, undefined];
      if (name === 'reason' && endpoint === 'accountRelease') return [name, fixture.word];
      if (name === 'template_json' && endpoint.startsWith('ownTemplate')) return [name, designOf(fixture)];
      if (endpoint === 'bulkChangeSave' && name in CHANGE) return [name, CHANGE[name as keyof typeof CHANGE]];
      const place = placeOf(endpoint, name);
      if (place && 'of' in place && !(name in values)) {
        const own = fixture.names[place.of];
        return [name, place.as === 'list' ? [own] : own];
      }
      return [name, values[name]];
    }),
  );
}

/** A table of one person. */
const table = ({ word }: Pick<AccountFixture, 'word'>): File =>
  new File([`email,first_name\nx@example.com,${word}\n`], `${word}.csv`, { type: 'text/csv' });

/** An image. */
const banner = ({ word }: Pick<AccountFixture, 'word'>): File =>
  new File([new Uint8Array(pngOf(6, 4))], `${word}.png`, { type: 'image/png' });

/** A design. A record has either HTML or a design. */
const designOf = ({ word }: Pick<AccountFixture, 'word'>): string =>
  JSON.stringify({
    mjml: `<mjml><mj-body><mj-section><mj-column><mj-text>${word}</mj-text></mj-column></mj-section></mj-body></mjml>`,
  });

/** The address of a person who was erased from the account. */
const erasedPerson = ({ word }: Pick<AccountFixture, 'word'>): string => `erased-${word}@example.com`;

/** How requests name a new record. */
interface Made {
  readonly id: number;
  readonly utr?: string;
}

/** The account so far, and how a factory adds a record to it. */
interface Making extends AccountFixture {
  /** The ids of its records, also of those that requests name by their utr. */
  readonly ids: Readonly<Record<Resource, number>>;
  post(path: string, more?: Given): Promise<Made>;
  upload(path: string, fields: Readonly<Record<string, string | File>>): Promise<Made>;
}

const saved = (path: string) => (making: Making) => making.post(path);

/** A factory of every resource, ordered so that each finds the records that it names. */
const FACTORIES: Readonly<Record<Resource, (making: Making) => Promise<Made>>> = {
  customField: ({ post, field }) => post('/custom-fields/save', { field_name: field }),
  contactType: saved('/contacts-type/add'),
  contact: saved('/contacts/add'),
  segment: saved('/segment/store'),
  segmentRecipient: saved('/segment/email/store'),
  unsubscriber: saved('/global-unsubscribes/save'),
  suppression: saved('/suppressions/save'),
  group: saved('/unsubscribes-groups/save'),
  groupRecipient: saved('/unsubscribes-groups/manually-add'),
  sender: saved('/sender/save'),
  sendingDomain: saved('/sending-domains/save'),
  webhook: saved('/webhooks/save'),
  notificationRecipient: saved('/notification-recipient/save'),
  singleSend: saved('/single/send/create'),
  reportShare: ({ post, names }) => post('/single-send/share', { utr: names.singleSend }),
  message: async ({ post, ids }) => {
    await rows(Sender).updateOne({ _id: ids.sender }, { $set: { is_verified: 1 } });
    return post('/messages/send');
  },
  automation: saved('/automations/create'),
  automationSchedule: ({ post, names }) => post('/automations/schedule/create', { utr: names.automation }),
  bulkChange: async ({ post }) => {
    const made = await post('/contacts/bulk/save', CHANGE);
    // It is ready here, since no worker counts it.
    await rows(BulkChange).updateOne({ _id: made.id }, { $set: { state: 'ready' } });
    return made;
  },
  move: async (making) => {
    const made = await making.upload('/moves', { file: table(making) });
    // Its files are read here, since no worker reads them.
    await rows(Import).updateMany(
      { user_id: making.client.user_id, move_id: made.id },
      { $set: { state: 'completed', finished_at: new Date() } },
    );
    return made;
  },
  media: (making) => making.upload('/media/upload', { file: banner(making) }),
  ownTemplate: (making) => making.post('/templates/save', { template_json: designOf(making) }),
  sendVersion: (making) => keepVersion(making, 'send', making.ids.singleSend),
  emailVersion: (making) => keepVersion(making, 'email', making.ids.automationSchedule),
  templateVersion: (making) =>
    keepVersion(making, 'template', making.ids.ownTemplate, { template_json: designOf(making) }),
  import: async (making) => {
    const fields = { contact_type_id: String(making.names.contactType), file: table(making) };
    const made = await making.upload('/contacts/upload-csv', fields);
    // The import is completed here, since no worker runs it and it would hold sends back.
    await rows(Import).updateOne({ _id: made.id }, { $set: { state: 'completed' } });
    return made;
  },
};

/** Resources whose records are named by their utr. */
const BY_UTR = new Set<Resource>(['singleSend', 'message', 'automation', 'automationSchedule']);

/** Makes a record of every resource, through the API. */
export async function addFixtures(client: Client, word: string): Promise<AccountFixture> {
  const fixture = { client, word, names: {} as Record<Resource, Name>, field: `${word}_field` };
  const ids = {} as Record<Resource, number>;
  const ask = async (path: string, body: Given | FormData): Promise<Made> => {
    const { status, body: told } = await sentAgain(() => client.post(path, body));
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(told)}`);
    return { ...told, id: told.id ?? told.ids?.[0] ?? told.message.share?.id };
  };
  const post = (path: string, more: Given = {}) => ask(path, { ...valuesFor(fixture), ...more });
  const upload: Making['upload'] = (path, fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return ask(path, form);
  };
  for (const [name, make] of Object.entries(FACTORIES)) {
    const resource = name as Resource;
    const { id, utr } = await make({ ...fixture, ids, post, upload });
    ids[resource] = id;
    fixture.names[resource] = BY_UTR.has(resource) ? utr! : id;
  }
  await post('/contacts/erase', { email: erasedPerson(fixture) });
  return fixture;
}

/** Keeps an earlier content of a record. */
async function keepVersion(
  { client: { user_id }, word }: Making,
  owner: ContentOwner,
  owner_id: number,
  content: Content = { template_html: `<p>${word} before</p>` },
): Promise<Made> {
  const id = await nextId('content_versions');
  await rows(ContentVersion).insertOne(aVersion({ _id: id, user_id, owner, owner_id }, content));
  return { id };
}

/** All stored documents of an account, by model. */
export async function belongings(userId: number): Promise<Record<string, unknown[]>> {
  // The time of a key's last use is written after the answer.
  const stages = [{ $match: { user_id: userId } }, { $sort: { _id: 1 } }, { $unset: 'last_used_at' }];
  const rows = await rowsOfAll(
    mongoose.connection.db!,
    MODELS.map(({ name }) => name),
    stages,
  );
  const owned = new Map<string, unknown[]>(MODELS.map(({ name }) => [name, []]));
  for (const { collection, row } of rows) owned.get(collection)!.push(row);
  return Object.fromEntries(MODELS.map(({ name, modelName }) => [modelName, owned.get(name)!]));
}

/**
 * Restores the documents of an account as `belongings` found them. This takes less time than a new account with all records. Deleted
 * files are not restored.
 */
export async function putBack(userId: number, kept: Record<string, unknown[]>): Promise<void> {
  const found = await belongings(userId);
  for (const { name, modelName } of MODELS) {
    if (isDeepStrictEqual(found[modelName], kept[modelName])) continue;
    const collection = mongoose.connection.db!.collection(name);
    await collection.deleteMany({ user_id: userId });
    const rows = kept[modelName] as Document[];
    if (rows.length > 0) await collection.insertMany(rows);
  }
}
