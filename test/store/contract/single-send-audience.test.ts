import { expect } from 'chai';
import { failed } from '../../support/answers.ts';
import { type Api, startApi } from '../../support/api.ts';
import { anAccount, type Ground } from '../../support/factories.ts';
import { withoutHints } from '../../support/made.ts';
import { addContacts } from '../../support/world.ts';

describe('the audience of a single send before its start', () => {
  let api: Api;
  let ground: Ground;
  let second: Ground;
  let excluded: Ground;
  let segment: number;

  before(async () => {
    api = await startApi('contract-single-send-audience', { PREVIEW_COUNTING_MS: '60000' });
    ground = await anAccount(api);
    const { client } = ground;
    const type = async (name: string): Promise<Ground> => ({
      ...ground,
      contact_type_id: (await client.post('/contacts-type/add', { name })).body.id,
    });
    [second, excluded] = [await type('Second'), await type('Excluded')];
    await addContacts(
      ground,
      Array.from({ length: 1500 }, (_, n) => `one${n}@example.com`),
    );
    await addContacts(second, ['one1@example.com', 'two@example.com', 'left@example.com']);
    await addContacts(excluded, ['one2@example.com', 'one3@example.com']);
    await client.post('/global-unsubscribes/save', { email_address: 'LEFT@example.com,one2@example.com' });
    await client.post('/suppressions/save', { email_address: 'two@example.com' });
    segment = (
      await client.post('/segment/store', {
        segment_name: 'Named',
        contact_type_id: ground.contact_type_id,
        select_field: ['email'],
        select_operator: ['starts with'],
        value: ['one149'],
      })
    ).body.id;
  });
  after(() => api.stop());

  const ask = (fields: object, whose = ground, where: { post: Ground['client']['post'] } = whose.client) =>
    where.post('/single-send/audience', {
      recipient_id: [`contacts_${ground.contact_type_id}`],
      unsubscribe_group_id: ground.unsubscribe_group_id,
      ...fields,
    });

  it('counts each excluded recipient with the reason, as the start does', async () => {
    const answer = await ask({
      recipient_id: [`contacts_${ground.contact_type_id}`, `contacts_${second.contact_type_id}`],
      exclude_specific_recipient_id: [`contacts_${excluded.contact_type_id}`],
    });
    expect(answer.body).to.deep.equal({
      status: 'success',
      message: {
        audience: {
          members: 1503,
          duplicates: 1,
          excluded: 2,
          unsubscribed: 2,
          bounced: 0,
          recipients: 1498,
          more: false,
          sample: answer.body.message.audience.sample,
        },
      },
    });
  });

  it('names the first five recipients that are contacts', async () => {
    const { audience } = (
      await ask({
        recipient_id: [`contacts_${second.contact_type_id}`, `contacts_${ground.contact_type_id}`],
        exclude_specific_recipient_id: [`contacts_${excluded.contact_type_id}`],
      })
    ).body.message;
    const sample: { contact_id: number; email: string }[] = audience.sample;
    // Without suppressed, excluded and repeated addresses.
    expect(sample.map(({ email }) => email)).to.deep.equal(
      ['one1', 'one0', 'one4', 'one5', 'one6'].map((name) => `${name}@example.com`),
    );
    for (const { contact_id, email } of sample) {
      const { body } = await ground.client.get(`/contacts/details?contact_id=${contact_id}`);
      expect(JSON.stringify(body)).to.include(`"email":"${email}"`);
    }
  });

  it('counts a segment by its rule', async () => {
    const { audience } = (await ask({ recipient_id: [`segments_${segment}`] })).body.message;
    expect(audience).to.deep.include({ members: 11, recipients: 11, more: false });
  });

  it('stops counting at its time limit, and reports that there are more', async () => {
    const hasty = await api.another({ PREVIEW_COUNTING_MS: '0' });
    try {
      const { public_key: PublicKey, secret_key: SecretKey } = ground.client;
      const { body } = await hasty.request('/api/single-send/audience', {
        method: 'POST',
        headers: { PublicKey, SecretKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          recipient_id: [`contacts_${ground.contact_type_id}`],
          unsubscribe_group_id: ground.unsubscribe_group_id,
        }),
      });
      expect(body.message.audience).to.deep.include({ members: 1000, more: true });
    } finally {
      await hasty.stop();
    }
  });

  it('refuses missing inputs and records of another account', async () => {
    expect(await ask({ recipient_id: [], unsubscribe_group_id: '' })).to.deep.include(
      failed(422, {
        recipient_id: ['The recipient id field is required.'],
        unsubscribe_group_id: ['The unsubscribe group id field is required.'],
      }),
    );
    const other = await anAccount(api);
    expect(withoutHints(await ask({ exclude_specific_recipient_id: ['segments_1'] }, other))).to.deep.include(
      failed(422, {
        recipient_id: ['The selected recipient id is invalid.'],
        exclude_specific_recipient_id: ['The selected exclude specific recipient id is invalid.'],
        unsubscribe_group_id: ['The selected unsubscribe group id is invalid.'],
      }),
    );
  });
});
