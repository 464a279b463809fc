import { Sender } from '../../../common/models/senders.ts';
import type { Answer, Client } from '../../support/api.ts';
import { rows } from '../../support/rows.ts';

const PEOPLE = [
  ['Ada', 'Lovelace'],
  ['Grace', 'Hopper'],
  ['Wilhelmina', 'von Hohenstein-Wildenburg'],
  ['Zoë', 'Müller'],
  ['Katherine', 'Johnson'],
] as const;

const SENDER = {
  from_name: 'Analytical Engines',
  reply_to_email: 'answers@example.com',
  country_id: 101,
  company_address: 'Dorset Street 1',
};

/** Posts to the API with the keys of an account; answers the body of a success, and fails otherwise. */
export const checkedPost =
  (client: Client): ((...call: Parameters<Client['post']>) => Promise<Answer['body']>) =>
  async (...call) => {
    const { status, body } = await client.post(...call);
    if (status !== 200) throw new Error(`${call[0]} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };

/** An account with audiences, contacts, a segment, a confirmed and an unconfirmed sender and a domain, made by the API. */
export async function fillAccount(
  client: Client,
): Promise<{ contact: number; customers: number; segment: number }> {
  const post = checkedPost(client);
  const made = async (...call: Parameters<typeof post>): Promise<number> => (await post(...call)).id;
  const customers = await made('/contacts-type/add', { name: 'Customers' });
  await made('/contacts-type/add', { name: 'Readers of the newsletter' });
  await made('/custom-fields/save', { field_name: 'favourite_colour', field_type: 'text' });
  let contact = 0;
  for (const [at, [first_name, last_name]] of PEOPLE.entries())
    contact = await made('/contacts/add', {
      contact_type_id: customers,
      country: 101,
      email: `person-${at}@example.com`,
      first_name,
      last_name,
      custom_field: { favourite_colour: 'green' },
    });
  const confirmed = await made('/sender/save', {
    ...SENDER,
    nickname: 'main',
    from_email: 'hello@example.com',
  });
  await rows(Sender).updateOne({ _id: confirmed }, { $set: { is_verified: 1 } });
  await made('/sender/save', { ...SENDER, nickname: 'second', from_email: 'news@example.com' });
  await made('/sending-domains/save', { domain: 'example.com' });
  const segment = await made('/segment/store', {
    segment_name: 'Readers named Ada, who like green',
    contact_type_id: customers,
    select_field: ['first_name', 'favourite_colour'],
    select_operator: ['starts with', 'is'],
    value: ['A', 'green'],
  });
  return { contact, customers, segment };
}
