import { keepLinks } from '../../common/changes/mail-links.ts';
import { signToken, tokenKey } from '../../common/domain/tokens.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { WebhookAttempt } from '../../common/models/webhook-attempts.ts';
import { nextId } from '../../common/store/ids.ts';
import type { Client } from './api.ts';
import { createSeries, type Series } from './automations.ts';
import { createSend, type Engine, type Subject } from './engine.ts';
import { aWebhookCall, type Ground } from './factories.ts';
import { mailOf } from './mail-of.ts';
import { uploadMove } from './moves.ts';
import { rows } from './rows.ts';
import { segmentBook } from './segments.ts';

/** The address of another person, who knows the first. */
export const OTHER_ADDRESS = 'charles@friends.example';

/** Rows of the unfinished import, in addition to those of the person. */
export const WAITING_ROWS = 30;

/** A person who is everywhere in an account, and what was made for it. */
export interface KnownPerson {
  readonly contactId: number;
  /** Another person, who has the address as a second one and in a note. */
  readonly otherId: number;
  readonly byRule: number;
  readonly byHand: number;
  readonly arrived: Subject;
  readonly bounced: Subject;
  readonly series: Series;
  /** The id of the mail that arrived. */
  readonly deliveryId: number;
  readonly link: (purpose: 'unsubscribe' | 'preferences') => string;
  /** An import that is not finished. */
  readonly waiting: number;
}

const succeeded = <Answer extends { status: number; body: unknown }>(answer: Answer): Answer => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer;
};

const keyed = (client: Client, key: string, path: string, fields: object) =>
  client.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(fields),
  });

/** Uploads a file; answers the import's id. */
export async function upload(
  client: Client,
  contact_type_id: number,
  text: string | Buffer,
  name = 'list.csv',
): Promise<number> {
  const form = new FormData();
  form.set('contact_type_id', String(contact_type_id));
  form.set('file', new File([text as string], name, { type: 'text/csv' }));
  return succeeded(await client.post('/contacts/upload-csv', form)).body.id;
}

/** The address, the account that knows it, and how records are made there. */
interface Known {
  readonly engine: Engine;
  readonly ground: Ground;
  readonly address: string;
  /** The address in capitals. */
  readonly shouted: string;
  post(path: string, fields: Readonly<Record<string, unknown>>): Promise<{ id: number }>;
}

/**
 * Makes requests, and has mails sent, so that an address is in every place that may have one. `address` must be in lower case; it is given
 * in several spellings.
 */
export async function makeKnown(engine: Engine, ground: Ground, address: string): Promise<KnownPerson> {
  const post: Known['post'] = async (path, fields) => succeeded(await ground.client.post(path, fields)).body;
  const known = { engine, ground, address, shouted: address.toUpperCase(), post };
  const series = await createSeries(ground);
  await series.email();
  await series.live();
  const contacts = await layContacts(known);
  await engine.settle();
  const mails = await layMails(known);
  await upload(ground.client, ground.contact_type_id, fileOf(known.shouted, 'Nowhere'), `${address}.csv`);
  await engine.settle();
  await layMove(known);
  await layOptOuts(known, mails.link('preferences'));
  await layWebhookCall(known);
  const many = Array.from({ length: WAITING_ROWS }, (_, at) => `person${at}@example.com,Person,France`);
  const file = fileOf(known.shouted, 'France', many);
  const waiting = await upload(ground.client, ground.contact_type_id, file);
  const { contactId: contact_id } = contacts;
  await post('/single/send/test', {
    utr: mails.arrived.utr,
    email_address: 'colleague@example.com',
    contact_id,
  });
  engine.rung.length = 0;
  return { ...contacts, ...mails, series, waiting };
}

/** A file with the person between others. */
const fileOf = (email: string, country: string, before: readonly string[] = []): string => {
  const after = before.length > 0 ? before.slice(0, 5) : ['fine@example.com,Fine,France'];
  return ['email,first_name,country', ...before, `${email},Augusta,${country}`, ...after, ''].join('\n');
};

/** A person who was deleted and added again, another one who knows the first, and segments of the first. */
async function layContacts({ ground: { client, contact_type_id }, address, shouted, post }: Known) {
  const book = segmentBook(client, contact_type_id);
  await post('/custom-fields/save', { field_name: 'note', field_type: 'text' });
  const byRule = await book.add({ select_field: ['email'], select_operator: ['is'], value: [shouted] });
  const byHand = await book.add({ select_field: ['city'], select_operator: ['is'], value: ['Atlantis'] });
  const person = { first_name: 'Augusta', last_name: 'Byron' };
  const gone = await book.addContact(address, person);
  succeeded(await client.delete(`/contacts/delete?contact_id=${gone}`));
  const contactId = await book.addContact(shouted, {
    ...person,
    custom_field: { note: `writes as ${address}` },
  });
  const otherId = await book.addContact(OTHER_ADDRESS, {
    ...person,
    first_name: 'Charles',
    alt_email: shouted,
    custom_field: { note: `a friend of <${shouted}>` },
    tags: ['friend', `knows ${address}`],
  });
  const named = { email: address, first_name: 'Augusta', last_name: 'B' };
  await post('/segment/email/store', { segment_id: byHand, ...named });
  return { contactId, otherId, byRule, byHand };
}

/** A mail that arrived, one that bounced, and the links of the first. */
async function layMails({ engine, ground, address }: Known) {
  const arrived = await createSend(ground);
  await engine.settle();
  const { mailing } = arrived;
  const row = (await rows(Delivery).findOne({ mailing, email_norm: address }))!;
  await keepLinks(ground.client.user_id, { mailing });
  engine.mail.answer((to) =>
    to.toLowerCase() === address ? { code: 550, text: `5.1.1 <${address}>: no such user here` } : null,
  );
  const bounced = await createSend(ground);
  await engine.settle();
  engine.mail.answer(() => null);
  const key = tokenKey(engine.api.config.appSecret);
  const link: KnownPerson['link'] = (purpose) => `/${purpose}/${signToken(key, purpose, mailOf(row))}`;
  return { arrived, bounced, deliveryId: row._id, link };
}

/** A row of an applied move that is left out, so that only the receipt has the person. */
async function layMove({ engine, ground: { client, contact_type_id }, shouted }: Known): Promise<void> {
  const file = `email,status\n${shouted},archived\n`;
  const { id } = succeeded(await uploadMove(client, { 'moved.csv': file })).body;
  await engine.settle();
  succeeded(await client.post(`/moves/apply?id=${id}`, { contact_type_id }));
  await engine.settle();
}

/** A call of a webhook, since deleted, whose endpoint repeated the address in its answer. */
async function layWebhookCall({ ground: { client }, address, shouted }: Known): Promise<void> {
  await rows(WebhookAttempt).insertOne(
    aWebhookCall(
      { _id: await nextId('webhook_attempts'), user_id: client.user_id, webhook_id: 999_999_999 },
      { body: JSON.stringify({ data: { email: address } }), answer: `Unknown: ${shouted}.` },
    ),
  );
}

/** Opt-outs of each kind, and one that is refused. */
async function layOptOuts({ engine, ground, address, shouted, post }: Known, preferences: string) {
  await post('/suppressions/save', { email_address: address });
  const { unsubscribe_group_id: unsubscribe_groups_id } = ground;
  await post('/unsubscribes-groups/manually-add', { unsubscribe_groups_id, email_address: shouted });
  const body = new URLSearchParams({ all: '1' });
  const page = await engine.api.request(preferences, { method: 'POST', body });
  if (page.status !== 200) throw new Error(String(page.body));
  const refused = await keyed(ground.client, 'refused', '/global-unsubscribes/save', {
    email_address: `${address} and others`,
  });
  if (refused.status !== 422) throw new Error(JSON.stringify(refused.body));
}
