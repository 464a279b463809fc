import { expect } from 'chai';
import { ADDED, RECORD_NOT_FOUND, TIMESTAMP } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { withoutHints, withoutNames } from '../../support/made.ts';

const UPDATED = { status: 200, body: { status: 'success', message: 'Updated Successfully' } };

describe('the API of segments', () => {
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

  it('stores a segment from a form, and lists it with normalized names and operators', async () => {
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
  });

  it('shows details that equal the entry in the list', async () => {
    await store();
    const segment = await last();
    expect(await client.get(`/segment/details?segment_id=${segment.id}`)).to.deep.include({
      status: 200,
      body: { status: 'success', message: { segment } },
    });
  });

  it('changes name, rule and word between conditions by an update', async () => {
    await client.post('/custom-fields/save', { field_name: 'Age', field_type: 'number' });
    await store({
      select_field: ['first_name', 'age', 'created_at'],
      select_operator: ['starts with', 'is between', 'is after'],
      value: ['Ad', '18', '35', '2026-01-31'],
    });
    const segment = await last();
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
  });

  it('answers 404 after a segment is deleted', async () => {
    await store();
    const { id } = await last();
    const gone = () => client.delete(`/segment/delete?segment_id=${id}`);
    expect(await gone()).to.deep.include({
      status: 200,
      body: { status: 'success', errors: 'Deleted Successfully' },
    });
    expect(await gone()).to.deep.include(RECORD_NOT_FOUND);
    expect(await client.get(`/segment/details?segment_id=${id}`)).to.deep.include(RECORD_NOT_FOUND);
    expect(await listOf()).to.deep.equal([]);
  });

  it('names missing inputs', async () => {
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
      'an unknown field',
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
    ['a missing operand', { value: [] }, { value: ['The value field is required.'] }],
    ['a surplus operand', { value: ['a', 'b'] }, { value: ['The value field format is invalid.'] }],
    [
      'an operand that is not a date',
      { select_field: ['created_at'], value: ['soon'] },
      { value: ['The value field must match the format Y-m-d or Y-m-dTH:i.'] },
    ],
    [
      'an operand that is not a number of days',
      { select_field: ['last_sent_at'], select_operator: ['is within'], value: ['0'] },
      { value: ['The value field must be between 1 and 36525.'] },
    ],
    [
      'an operand that is too long',
      { value: ['x'.repeat(1001)] },
      { value: ['The value field must not be greater than 1000 characters.'] },
    ],
    [
      'an unknown word between conditions',
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
      'an unknown contact type, with all other problems',
      { contact_type_id: 999_999, select_field: ['nick'] },
      {
        contact_type_id: ['The selected contact type id is invalid.'],
        select_field: ['The selected select field is invalid.'],
      },
    ],
    [
      'a contact type that is not an id',
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

  it('refuses a text as the operand of a number', async () => {
    await client.post('/custom-fields/save', { field_name: 'age', field_type: 'number' });
    expect((await store({ select_field: ['age'], value: ['old'] })).body.errors).to.deep.equal({
      value: ['The value field must be a number.'],
    });
  });

  describe('given an update without a value', () => {
    const change = async (fields: Record<string, unknown>) => {
      const { value: _, ...withoutValue } = plain();
      return client.post('/segment/update', { ...withoutValue, segment_id: (await last()).id, ...fields });
    };

    beforeEach(() => store({ query_type: 'or' }));

    it('keeps what the update leaves out', async () => {
      expect(await change({ segment_name: 'Renamed' })).to.deep.include(UPDATED);
      expect(await last()).to.deep.include({ segment_name: 'Renamed', value: ['Ada'], query_type: 'or' });
    });

    it('removes the word between conditions when the update has a blank one', async () => {
      expect(await change({ query_type: '' })).to.deep.include(UPDATED);
      expect(await last()).to.deep.include({ query_type: null });
    });

    it('refuses a field that the operands do not fit', async () => {
      expect((await change({ select_field: ['created_at'] })).body.errors).to.have.keys(['value']);
    });

    it('drops operands that the new operator does not take', async () => {
      expect(await change({ select_operator: ['is blank'] })).to.deep.include(UPDATED);
      expect(await last()).to.deep.include({ select_operator: ['is blank'], value: [] });
    });
  });

  describe('with a custom field in a rule', () => {
    let field: { id: number };
    const remove = (owner = client) => owner.delete(`/custom-fields/delete?id=${field.id}`);

    beforeEach(async () => {
      await client.post('/custom-fields/save', { field_name: 'nick', field_type: 'text' });
      [field] = (await client.get('/custom-fields')).body.message.customFields;
      await store({ select_field: ['NICK'] });
    });

    it('refuses to delete the field until the segment is deleted', async () => {
      expect(await remove()).to.deep.include({
        status: 409,
        body: { status: 'failed', errors: 'Field is used by a segment' },
      });
      await client.delete(`/segment/delete?segment_id=${(await last()).id}`);
      expect((await remove()).status).to.equal(200);
    });

    it('hides the field from other accounts', async () => {
      expect(await remove(await api.account())).to.deep.include(RECORD_NOT_FOUND);
    });
  });

  it('stores no rule with a field that is deleted at the same moment', async () => {
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

  it('answers 404 to other accounts', async () => {
    await store();
    const { id } = await last();
    const stranger = await api.account();
    const strangersType = await contactBook(stranger).addType('Theirs');
    expect(await listOf(stranger)).to.deep.equal([]);
    expect(await stranger.get(`/segment/details?segment_id=${id}`)).to.deep.include(RECORD_NOT_FOUND);
    expect(await stranger.delete(`/segment/delete?segment_id=${id}`)).to.deep.include(RECORD_NOT_FOUND);
    expect(
      await stranger.post('/segment/update', { ...plain(), contact_type_id: strangersType, segment_id: id }),
    ).to.deep.include(RECORD_NOT_FOUND);
  });

  it('refuses an existing contact type of another account', async () => {
    const theirs = await contactBook(await api.account()).addType('Theirs');
    expect((await store({ contact_type_id: theirs })).body.errors).to.deep.equal({
      contact_type_id: ['The selected contact type id is invalid.'],
    });
  });

  it('answers 404 to a text that is not an id', async () => {
    await store();
    expect(await update({ segment_id: 'x' })).to.deep.include(RECORD_NOT_FOUND);
  });
});
