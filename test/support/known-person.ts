import { keepLinks } from '../../common/changes/mail-links.ts';
import { signToken, tokenKey } from '../../common/domain/tokens.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import type { Client } from './api.ts';
import { createSeries, type Series } from './automations.ts';
import { createSend, type Engine, type Subject } from './engine.ts';
import { type Ground } from './factories.ts';
import { segmentBook } from './segments.ts';

/** The address of another person, who knows the first. */
export const OTHER_ADDRESS = 'charles@friends.example';

/** Rows of the import that is not finished, beside those of the person. */
export const WAITING_ROWS = 300;

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

/**
 * Makes requests, and has mails sent, so that an address is in every place that may have one. `address` must be in lower case; it is given
 * in several spellings.
 */
export async function makeKnown(engine: Engine, ground: Ground, address: string): Promise<KnownPerson> {
  const { client, contact_type_id } = ground;
  const shouted = address.toUpperCase();
  const post = async (path: string, fields: Readonly<Record<string, unknown>>) =>
    succeeded(await client.post(path, fields)).body;
  const book = segmentBook(client, contact_type_id);
  const series = await createSeries(ground);
  await series.email();
  await series.live();
  await post('/custom-fields/save', { field_name: 'note', field_type: 'text' });
  const byRule = await book.add({ select_field: ['email'], select_operator: ['is'], value: [shouted] });
  const byHand = await book.add({ select_field: ['city'], select_operator: ['is'], value: ['Atlantis'] });
  const person = { contact_type_id, country: 14, first_name: 'Augusta', last_name: 'Byron' };
  const { id: gone } = await post('/contacts/add', { ...person, email: address });
  succeeded(await client.delete(`/contacts/delete?contact_id=${gone}`));
  const { id: contactId } = await post('/contacts/add', {
    ...person,
    email: shouted,
    custom_field: { note: `writes as ${address}` },
  });
  const { id: otherId } = await post('/contacts/add', {
    ...person,
    first_name: 'Charles',
    email: OTHER_ADDRESS,
    alt_email: shouted,
    custom_field: { note: `a friend of <${shouted}>` },
  });
  await post('/segment/email/store', {
    segment_id: byHand,
    email: address,
    first_name: 'Augusta',
    last_name: 'B',
  });
  await engine.settle();

  const arrived = await createSend(ground);
  await engine.settle();
  const { _id: deliveryId } = (await Delivery.findOne({
    mailing: arrived.mailing,
    email_norm: address,
  }))!;
  await keepLinks({ mailing: arrived.mailing });
  const key = tokenKey(engine.api.config.appSecret);
  const link = (purpose: 'unsubscribe' | 'preferences'): string =>
    `/${purpose}/${signToken(key, purpose, deliveryId)}`;

  engine.mail.answer((to) =>
    to.toLowerCase() === address ? { code: 550, text: `5.1.1 <${address}>: no such user here` } : null,
  );
  const bounced = await createSend(ground);
  await engine.settle();
  engine.mail.answer(() => null);

  const file = (rows: readonly string[]): string => `email,first_name,country\n${rows.join('\n')}\n`;
  await upload(
    client,
    contact_type_id,
    file([`${shouted},Augusta,Nowhere`, 'fine@example.com,Fine,France']),
    `${address}.csv`,
  );
  await engine.settle();
  await post('/suppressions/save', { email_address: address });
  await post('/unsubscribes-groups/manually-add', {
    unsubscribe_groups_id: ground.unsubscribe_group_id,
    email_address: shouted,
  });
  const all = new URLSearchParams({ all: '1' });
  const page = await engine.api.request(link('preferences'), { method: 'POST', body: all });
  if (page.status !== 200) throw new Error(String(page.body));
  const refused = await keyed(client, 'refused', '/global-unsubscribes/save', {
    email_address: `${address} and others`,
  });
  if (refused.status !== 422) throw new Error(JSON.stringify(refused.body));
  const many = Array.from({ length: WAITING_ROWS }, (_, at) => `person${at}@example.com,Person,France`);
  const waiting = await upload(
    client,
    contact_type_id,
    file([...many, `${shouted},Augusta,France`, ...many.slice(0, 5)]),
  );
  await post('/single/send/test', {
    utr: arrived.utr,
    email_address: 'colleague@example.com',
    contact_id: contactId,
  });
  engine.rung.length = 0;
  return { contactId, otherId, byRule, byHand, arrived, bounced, series, deliveryId, link, waiting };
}
