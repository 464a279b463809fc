import { expect } from 'chai';
import { type Api, type Client, startApi } from '../support/api.ts';
import { contactBook } from '../support/contact-book.ts';
import { withoutHints, withoutNames } from '../support/made.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const MISSING = { status: 404, body: { status: 'failed', errors: 'Record Not Found' } };
const ADDED = { status: 200, body: { status: 'success', message: 'Added Successfully' } };
const UPDATED = { status: 200, body: { status: 'success', message: 'Updated Successfully' } };

describe('segments', () => {
  let api: Api;
  let client: Client;
  let type: number;

  before(async () => {
    api = await startApi('contract-segments');
  });
  beforeEach(async () => {
    client = await api.account();
    type = await contactBook(client).addType('Customers');
  });
  after(() => api.stop());

  const plain = () => ({
    segment_name: 'Adas',
    contact_type_id: type,
    select_field: ['first_name'],
    select_operator: ['is'],
    value: ['Ada'],
  });
  const store = (fields: Record<string, unknown> = {}) =>
    client.post('/segment/store', { ...plain(), ...fields });
  const listOf = async (owner = client) => (await owner.get('/segment/list')).body.message.segments;
  const last = async () => (await listOf()).at(-1);
  const update = async (fields: Record<string, unknown>) =>
    client.post('/segment/update', { ...plain(), segment_id: (await last()).id, ...fields });

  it('stores, lists, shows, changes and deletes one', async () => {
    await client.post('/custom-fields/save', { field_name: 'Age', field_type: 'number' });
    const form = new FormData();
    for (const [key, value] of [
      ['segment_name', ' Young Adas '],
      ['contact_type_id', String(type)],
      ['select_field[0]', 'first_name'],
      ['select_field[1]', 'age'],
      ['select_field[2]', 'created_at'],
      ['select_operator[0]', 'starts with'],
      ['select_operator[1]', 'Is Between'],
      ['select_operator[2]', 'is after'],
      ['value[0]', 'Ad'],
      ['value[1]', '18'],
      ['value[2]', '35'],
      ['value[3]', '2026-01-31'],
      ['query_type', ''],
    ] as const) {
      form.append(key, value);
    }
    expect(withoutNames(await client.post('/segment/store', form))).to.deep.include(ADDED);
    const list = await client.get('/segment/list');
    const [segment] = list.body.message.segments;
    expect(list).to.deep.include({
      status: 200,
      body: {
        status: 'success',
        message: {
          segments: [
            {
              id: segment.id,
              user_id: client.user_id,
              contact_type_id: type,
              segment_name: 'Young Adas',
              select_field: ['first_name', 'Age', 'created_at'],
              select_operator: ['starts with', 'is between', 'is after'],
              value: ['Ad', '18', '35', '2026-01-31'],
              query_type: null,
              deleted_at: null,
              created_at: segment.created_at,
              updated_at: segment.updated_at,
              segment_emails_count: 0,
              refreshing: true,
              refresh_failed: null,
            },
          ],
        },
      },
    });
    expect(segment.created_at).to.match(TIMESTAMP);
    expect(await client.get(`/segment/details?segment_id=${segment.id}`)).to.deep.include({
      status: 200,
      body: { status: 'success', message: { segment } },
    });
    expect(await update({ segment_name: 'Any Ada', query_type: 'or' })).to.deep.include(UPDATED);
    const changed = await last();
    expect(changed).to.deep.equal({
      ...segment,
      segment_name: 'Any Ada',
      select_field: ['first_name'],
      select_operator: ['is'],
      value: ['Ada'],
      query_type: 'or',
      updated_at: changed.updated_at,
    });
    const gone = () => client.delete(`/segment/delete?segment_id=${segment.id}`);
    expect(await gone()).to.deep.include({
      status: 200,
      body: { status: 'success', errors: 'Deleted Successfully' },
    });
    expect(await gone()).to.deep.include(MISSING);
    expect(await client.get(`/segment/details?segment_id=${segment.id}`)).to.deep.include(MISSING);
    expect(await listOf()).to.deep.equal([]);
  });

  it('says what is missing', async () => {
    const missing = {
      segment_name: ['The segment name field is required.'],
      contact_type_id: ['The contact type id field is required.'],
      select_field: ['The select field field is required.'],
      select_operator: ['The select operator field is required.'],
    };
    expect(await client.post('/segment/store', {})).to.deep.include({
      status: 422,
      body: { status: 'failed', errors: missing },
    });
    expect((await client.post('/segment/update', { select_field: [''] })).body.errors).to.deep.equal({
      segment_id: ['The segment id field is required.'],
      ...missing,
    });
    for (const path of ['/segment/details', '/segment/delete']) {
      const answer = path.endsWith('delete') ? await client.delete(path) : await client.get(path);
      expect(answer.body.errors).to.deep.equal({ segment_id: ['The segment id field is required.'] });
    }
  });

  for (const [what, fields, errors] of [
    [
      'a field that there is not',
      { select_field: ['nick'] },
      { select_field: ['The selected select field is invalid.'] },
    ],
    [
      'an operator of another type',
      { select_operator: ['is greater than'] },
      { select_operator: ['The selected select operator is invalid.'] },
    ],
    [
      'fields without operators',
      { select_field: ['first_name', 'email'] },
      { select_operator: ['The select operator field format is invalid.'] },
    ],
    ['an operand missing', { value: [] }, { value: ['The value field is required.'] }],
    ['an operand too many', { value: ['a', 'b'] }, { value: ['The value field format is invalid.'] }],
    [
      'an operand that is no date',
      { select_field: ['created_at'], value: ['soon'] },
      { value: ['The value field must match the format Y-m-d or Y-m-dTH:i.'] },
    ],
    [
      'an operand that is no count of days',
      { select_field: ['last_sent_at'], select_operator: ['is within'], value: ['0'] },
      { value: ['The value field must be between 1 and 36525.'] },
    ],
    [
      'an operand that is too long',
      { value: ['x'.repeat(1001)] },
      { value: ['The value field must not be greater than 1000 characters.'] },
    ],
    [
      'a word between conditions that there is not',
      { query_type: 'xor' },
      { query_type: ['The selected query type is invalid.'] },
    ],
    ['an object', { value: { $ne: '' } }, { value: ['The value field format is invalid.'] }],
    [
      'too many conditions',
      { select_field: Array(51).fill('email'), select_operator: Array(51).fill('is blank'), value: [] },
      { select_field: ['The select field field must not have more than 50 items.'] },
    ],
    [
      'no contact type of this account, and what else is wrong',
      { contact_type_id: 999_999, select_field: ['nick'] },
      {
        contact_type_id: ['The selected contact type id is invalid.'],
        select_field: ['The selected select field is invalid.'],
      },
    ],
    [
      'a contact type that is no id',
      { contact_type_id: 'x' },
      { contact_type_id: ['The contact type id field must be an integer.'] },
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      expect(withoutHints(await store(fields))).to.deep.include({
        status: 422,
        body: { status: 'failed', errors },
      });
      expect(await listOf()).to.deep.equal([]);
    });
  }

  it('refuses a number that is none', async () => {
    await client.post('/custom-fields/save', { field_name: 'age', field_type: 'number' });
    expect((await store({ select_field: ['age'], value: ['old'] })).body.errors).to.deep.equal({
      value: ['The value field must be a number.'],
    });
  });

  it('keeps what an update leaves out; operands of a rule that takes none go', async () => {
    await store({ query_type: 'or' });
    const { value: _, ...withoutValue } = plain();
    const id = (await last()).id;
    const change = (fields: Record<string, unknown>) =>
      client.post('/segment/update', { ...withoutValue, segment_id: id, ...fields });
    expect(await change({ segment_name: 'Renamed' })).to.deep.include(UPDATED);
    expect(await last()).to.deep.include({ segment_name: 'Renamed', value: ['Ada'], query_type: 'or' });
    expect(await change({ query_type: '' })).to.deep.include(UPDATED);
    expect(await last()).to.deep.include({ query_type: null });
    expect((await change({ select_field: ['created_at'] })).body.errors).to.have.keys(['value']);
    expect(await change({ select_operator: ['is blank'] })).to.deep.include(UPDATED);
    expect(await last()).to.deep.include({ select_operator: ['is blank'], value: [] });
  });

  it('keeps a custom field that a rule is about from being deleted', async () => {
    await client.post('/custom-fields/save', { field_name: 'nick', field_type: 'text' });
    const [field] = (await client.get('/custom-fields')).body.message.customFields;
    await store({ select_field: ['NICK'] });
    const remove = () => client.delete(`/custom-fields/delete?id=${field.id}`);
    expect(await remove()).to.deep.include({
      status: 409,
      body: { status: 'failed', errors: 'Field is used by a segment' },
    });
    const stranger = await api.account();
    expect(await stranger.delete(`/custom-fields/delete?id=${field.id}`)).to.deep.include(MISSING);
    await client.delete(`/segment/delete?segment_id=${(await last()).id}`);
    expect((await remove()).status).to.equal(200);
  });

  it('never has a rule about a field that is deleted at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const field_name = `field_${round}`;
      await client.post('/custom-fields/save', { field_name, field_type: 'text' });
      const field = (await client.get('/custom-fields')).body.message.customFields.at(-1);
      const [stored, deleted] = await Promise.all([
        store({ select_field: [field_name] }),
        client.delete(`/custom-fields/delete?id=${field.id}`),
      ]);
      expect([
        [200, 409],
        [422, 200],
      ]).to.deep.include([stored.status, deleted.status]);
    }
  });

  it('is nobody else’s', async () => {
    await store();
    const { id } = await last();
    const stranger = await api.account();
    const strangersType = await contactBook(stranger).addType('Theirs');
    expect(await listOf(stranger)).to.deep.equal([]);
    expect(await stranger.get(`/segment/details?segment_id=${id}`)).to.deep.include(MISSING);
    expect(await stranger.delete(`/segment/delete?segment_id=${id}`)).to.deep.include(MISSING);
    expect(
      await stranger.post('/segment/update', { ...plain(), contact_type_id: strangersType, segment_id: id }),
    ).to.deep.include(MISSING);
    expect((await store({ contact_type_id: strangersType })).body.errors).to.deep.equal({
      contact_type_id: ['The selected contact type id is invalid.'],
    });
    expect(await update({ segment_id: 'x' })).to.deep.include(MISSING);
  });
});
