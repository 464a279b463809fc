import { expect } from 'chai';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { storeContacts } from '../../support/contacts.ts';

describe('a preview of a segment', () => {
  let api: Api;
  let client: Client;
  let type: number;

  before(async () => {
    api = await startApi('contract-segment-preview');
  });
  beforeEach(async () => {
    client = await api.account();
    type = await contactBook(client).addType('Customers');
  });
  after(() => api.stop());

  const preview = (fields: Record<string, unknown> = {}, owner = client) =>
    owner.post('/segment/preview', {
      contact_type_id: type,
      select_field: ['city'],
      select_operator: ['starts with'],
      value: ['ber'],
      ...fields,
    });
  const store = (count: number, typeId = type) =>
    storeContacts({ userId: client.user_id, typeId, name: `in-${typeId}`, count }, (at) => ({
      city: at % 2 ? 'Bern' : 'Berlin',
      custom_field: {},
    }));

  it('counts the contacts that match, and shows the first ten in the form of lists', async () => {
    await store(25);
    await store(3, await contactBook(client).addType('Others'));
    const answer = await preview();
    expect(answer.status).to.equal(200);
    const { preview: shown } = answer.body.message;
    const listed = (await client.get('/contacts/list')).body.message.contacts;
    expect(shown).to.deep.equal({
      count: 25,
      at_least: false,
      contacts: listed.slice(0, 10),
      refreshing: false,
    });
    const both = await preview({
      select_field: ['city', 'email'],
      select_operator: ['is', 'contains'],
      value: ['BERN', '-1@'],
      query_type: 'or',
    });
    expect(both.body.message.preview.count).to.equal(12);
    expect((await client.get('/segment/list')).body.message.segments).to.deep.equal([]);
  });

  it('is empty when no contact matches', async () => {
    const { body } = await preview({ select_operator: ['is'], value: ['Atlantis'] });
    expect(body.message).to.deep.equal({
      preview: { count: 0, at_least: false, contacts: [], refreshing: false },
    });
  });

  it('counts no longer than half a second, and says that there may be more', async () => {
    await store(25);
    const hasty = await api.another({ PREVIEW_COUNTING_MS: '0' });
    try {
      const ask = async (city: string) => {
        const answer = await hasty.request('/api/segment/preview', {
          method: 'POST',
          headers: { PublicKey: client.public_key, SecretKey: client.secret_key },
          body: new URLSearchParams({
            contact_type_id: String(type),
            'select_field[]': 'email',
            'select_operator[]': 'contains',
            'value[]': city,
          }),
        });
        const { count, at_least, contacts } = answer.body.message.preview;
        return [count, at_least, contacts.length];
      };
      expect(await ask(`in-${type}`)).to.deep.equal([10, true, 10]);
      expect(await ask('nowhere')).to.deep.equal([0, false, 0]);
    } finally {
      await hasty.stop();
    }
  });

  it('finds a city in any spelling of its case, together with other conditions', async () => {
    await store(6);
    const cities = [
      ['is', 'bErN', 3],
      ['contains', 'ERL', 3],
      ['ends with', 'n', 6],
      ['is', 'ber', 0],
      ['is not', 'bern', 3],
      ['does not contain', 'lin', 3],
    ] as const;
    for (const [operator, value, count] of cities) {
      const { body } = await preview({ select_operator: [operator], value: [value] });
      expect(body.message.preview.count, `${operator} ${value}`).to.equal(count);
    }
    const both = { select_field: ['city', 'city'], select_operator: ['starts with', 'is'] };
    const [and, or] = await Promise.all(
      ['and', 'or'].map((query_type) => preview({ ...both, value: ['berl', 'Bern'], query_type })),
    );
    expect([and!.body.message.preview.count, or!.body.message.preview.count]).to.deep.equal([0, 6]);
  });

  it('reports that the mail history is not known yet', async () => {
    const sent = { select_field: ['last_sent_at'], select_operator: ['is blank'], value: [] };
    await store(2);
    const { body } = await preview(sent);
    expect(body.message.preview).to.deep.include({ count: 2, refreshing: true });
  });

  it('refuses the same inputs as a segment', async () => {
    expect((await client.post('/segment/preview', {})).body.errors).to.deep.equal({
      contact_type_id: ['The contact type id field is required.'],
      select_field: ['The select field field is required.'],
      select_operator: ['The select operator field is required.'],
    });
    expect((await preview({ select_field: ['nick'], contact_type_id: 999_999 })).body.errors).to.deep.equal({
      contact_type_id: ['The selected contact type id is invalid.'],
      select_field: ['The selected select field is invalid.'],
    });
    expect((await preview({}, await api.account())).status).to.equal(422);
  });

  it('takes special characters literally, at any length', async () => {
    await store(2);
    const values = ['(a+)+$', '.*', '[', '\\'];
    for (const value of values) {
      const { body } = await preview({ select_operator: ['contains'], value: [value] });
      expect(body.message.preview.count, value).to.equal(0);
    }
    const long = await preview({ value: ['a'.repeat(10_000)] });
    expect(long.body.errors).to.deep.equal({
      value: ['The value field must not be greater than 1000 characters.'],
    });
  });
});
