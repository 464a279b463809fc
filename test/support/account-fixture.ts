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
import { pngOf } from './images.ts';
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
  ['sendingDomain', 'sendingDomain'],
  ['webhook', 'webhook'],
  ['media', 'media'],
  ['ownTemplate', 'ownTemplate'],
];

const NAMED: Readonly<Record<string, Resource>> = {
  contact_type_id: 'contactType',
  contact_id: 'contact',
  segment_id: 'segment',
  segment_recipient_id: 'segmentRecipient',
  sender_id: 'sender',
  unsubscribe_group_id: 'group',
  unsubscribe_groups_id: 'group',
  groupId: 'group',
  opt_out_group: 'group',
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
  file field_name field_type template_id template_json template_html preview_img single_send_name subject preheader
  schedule_type schedule_date schedule_time type automation_name exit_criteria waiting_period waiting_type email_owner
  from_name from_email reply_to_email country_id state_id city_id zip_code company_address company_address2
  nickname all ids decision search domain class classes tracking attachments by from to data send_at
  url events batch draft before_id did map statuses dry_run days last action if_version undo_seconds keep_version template_name`.split(
    /\s+/,
  ),
);

/** What an input of an endpoint refers to; null when it refers to no record. Throws for an input that is not listed above. */
export function placeOf(endpoint: EndpointName, input: string): Place | null {
  if (PLAIN.has(input)) return null;
  const named = input === 'version' ? versionOf(endpoint) : NAMED[input];
  if (named) return { as: 'name', of: named };
  if (input === 'recipient_id' || input === 'exclude_specific_recipient_id') return { as: 'entries' };
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

/** Whose earlier content an endpoint restores. */
const versionOf = (endpoint: EndpointName): Resource =>
  endpoint === 'singleSendRestore'
    ? 'sendVersion'
    : endpoint === 'automationScheduleRestore'
      ? 'emailVersion'
      : 'templateVersion';

let unique = 0;

/** Valid values for every input except `id`, `utr` and `strIds`; values that must be unique are. */
export function valuesFor({ names, field, word }: AccountFixture): Given {
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
    file: new File([`email,first_name\nx@example.com,${word}\n`], `${word}.csv`, { type: 'text/csv' }),
    field_name: `${word}_${unique}`,
    field_type: 'text',
    template_id: 1,
    template_name: `${word} template`,
    template_html: `<p>${word}</p>`,
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
  };
}

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
      if (name === 'file' && (contract[endpoint] as ContractRow).image) return [name, banner(fixture)];
      if (name === 'template_json' && endpoint.startsWith('ownTemplate')) return [name, designOf(fixture)];
      const place = placeOf(endpoint, name);
      if (place && 'of' in place && !(name in values)) {
        const own = fixture.names[place.of];
        return [name, place.as === 'list' ? [own] : own];
      }
      return [name, values[name]];
    }),
  );
}

/** An image. */
const banner = ({ word }: Pick<AccountFixture, 'word'>): File =>
  new File([new Uint8Array(pngOf(6, 4))], `${word}.png`, { type: 'image/png' });

/** A design. Other records have HTML, beside which there is none. */
const designOf = ({ word }: Pick<AccountFixture, 'word'>): string =>
  JSON.stringify({
    mjml: `<mjml><mj-body><mj-section><mj-column><mj-text>${word}</mj-text></mj-column></mj-section></mj-body></mjml>`,
  });

/** The address of a person whom the account had erased. */
const erasedPerson = ({ word }: Pick<AccountFixture, 'word'>): string => `erased-${word}@example.com`;

/** Makes a record of every resource, through the API. */
export async function addFixtures(client: Client, word: string): Promise<AccountFixture> {
  const names = {} as Record<Resource, Name>;
  const field = `${word}_field`;
  const fixture: AccountFixture = { client, word, names, field };
  const ask = async (path: string, body: Given | FormData): Promise<{ id: number; utr: string }> => {
    const { status, body: told } = await sentAgain(() => client.post(path, body));
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(told)}`);
    return { ...told, id: told.id ?? told.ids?.[0] ?? told.message.share?.id };
  };
  const post = (path: string, more: Given = {}) => {
    const { file: _, ...values } = valuesFor(fixture);
    return ask(path, { ...values, ...more });
  };
  const upload = (path: string, fields: Readonly<Record<string, string | File>>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return ask(path, form);
  };

  names.customField = (await post('/custom-fields/save', { field_name: field })).id;
  names.contactType = (await post('/contacts-type/add')).id;
  names.contact = (await post('/contacts/add')).id;
  names.segment = (await post('/segment/store')).id;
  names.segmentRecipient = (await post('/segment/email/store')).id;
  names.unsubscriber = (await post('/global-unsubscribes/save')).id;
  names.suppression = (await post('/suppressions/save')).id;
  names.group = (await post('/unsubscribes-groups/save')).id;
  await post('/contacts/erase', { email: erasedPerson(fixture) });
  names.groupRecipient = (await post('/unsubscribes-groups/manually-add')).id;
  names.sender = (await post('/sender/save')).id;
  names.sendingDomain = (await post('/sending-domains/save')).id;
  names.webhook = (await post('/webhooks/save')).id;
  names.notificationRecipient = (await post('/notification-recipient/save')).id;
  const send = await post('/single/send/create');
  names.singleSend = send.utr;
  names.reportShare = (await post('/single-send/share', { utr: send.utr })).id;
  await Sender.updateOne({ _id: names.sender }, { $set: { is_verified: 1 } });
  names.message = (await post('/messages/send')).utr;
  names.automation = (await post('/automations/create')).utr;
  const email = await post('/automations/schedule/create', { utr: names.automation });
  names.automationSchedule = email.utr;
  names.bulkChange = (await post('/contacts/bulk/save')).id;
  // It is ready here, since no worker counts it.
  await BulkChange.updateOne({ _id: names.bulkChange }, { $set: { state: 'ready' } });
  names.media = (await upload('/media/upload', { file: banner(fixture) })).id;
  const template = await post('/templates/save', { template_json: designOf(fixture) });
  names.ownTemplate = template.id;
  names.sendVersion = await keepVersion(client, 'send', word, send.id);
  names.emailVersion = await keepVersion(client, 'email', word, email.id);
  names.templateVersion = await keepVersion(client, 'template', word, template.id, designOf(fixture));
  const file = valuesFor(fixture)['file'] as File;
  const fields = { contact_type_id: String(names.contactType), file };
  names.import = (await upload('/contacts/upload-csv', fields)).id;
  // The import is completed here, since no worker runs it and it would hold sends back.
  await Import.updateOne({ _id: names.import }, { $set: { state: 'completed' } });
  return fixture;
}

/** Keeps an earlier content of a record; answers its id. */
async function keepVersion(
  { user_id }: Client,
  owner: ContentOwner,
  word: string,
  owner_id: number,
  template_json: string | null = null,
): Promise<number> {
  const _id = await nextId('content_versions');
  await ContentVersion.insertOne({
    _id,
    user_id,
    owner,
    owner_id,
    template_id: 1,
    template_json,
    template_html: template_json === null ? `<p>${word} before</p>` : null,
    design_bytes: 20,
    by: 'key',
    saved_at: new Date(),
  });
  return _id;
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
