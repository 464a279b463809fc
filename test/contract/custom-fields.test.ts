import { expect } from 'chai';
import { FieldRemoval } from '../../common/models/field-removals.ts';
import { rows } from '../../common/mongo.ts';
import { type Api, type Client, startApi } from '../support/api.ts';
import { withoutNames } from '../support/made.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const CONTACT_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'alt_email',
  'country',
  'state',
  'city',
  'address_line1',
  'address_line2',
  'state_province_region',
  'postal_code',
];
const MISSING = { status: 404, body: { status: 'failed', errors: 'Record Not Found' } };

describe('fields', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-custom-fields');
  });
  beforeEach(async () => {
    client = await api.account();
  });
  after(() => api.stop());

  const save = (field_name: unknown, field_type: unknown = 'text', owner = client) =>
    owner.post('/custom-fields/save', { field_name, field_type });
  const listOf = async (owner = client) => (await owner.get('/custom-fields')).body.message.customFields;

  it('saves, lists and deletes one', async () => {
    expect(withoutNames(await save(' Birth_Date2 ', 'datetime-local'))).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Added Successfully' },
    });
    const list = await client.get('/custom-fields');
    const [field] = list.body.message.customFields;
    expect(list).to.deep.include({
      status: 200,
      body: {
        status: 'success',
        message: {
          customFields: [
            {
              id: field.id,
              user_id: client.user_id,
              field_name: 'Birth_Date2',
              field_type: 'datetime-local',
              is_reserved: 0,
              created_at: field.created_at,
              updated_at: field.updated_at,
            },
          ],
        },
      },
    });
    expect(field.created_at).to.match(TIMESTAMP);
    expect(await client.delete(`/custom-fields/delete?id=${field.id}`)).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Deleted Successfully' },
    });
    expect(await listOf()).to.deep.equal([]);
    expect(await client.delete(`/custom-fields/delete?id=${field.id}`)).to.deep.include(MISSING);
  });

  it('says what is missing', async () => {
    expect(await client.post('/custom-fields/save', {})).to.deep.include({
      status: 422,
      body: {
        status: 'failed',
        errors: {
          field_name: ['The field name field is required.'],
          field_type: ['The field type field is required.'],
        },
      },
    });
    expect((await client.delete('/custom-fields/delete')).body.errors).to.deep.equal({
      id: ['The id field is required.'],
    });
  });

  for (const name of ['two words', 'größe', 'a-b', 'a.b', '$a', 'a[b', 'x\u0000']) {
    it(`refuses the name ${JSON.stringify(name)}`, async () => {
      expect((await save(name)).body.errors).to.deep.equal({
        field_name: ['The field name field format is invalid.'],
      });
    });
  }

  for (const name of [
    'email',
    'First_Name',
    'fullname',
    'sender_name',
    '__proto__',
    'constructor',
    'toString',
  ]) {
    it(`refuses the reserved name ${name}`, async () => {
      expect(await save(name)).to.deep.include({
        status: 422,
        body: { status: 'failed', errors: { field_name: ['The selected field name is invalid.'] } },
      });
    });
  }

  it('refuses a type that there is not', async () => {
    expect((await save('size', 'date')).body.errors).to.deep.equal({
      field_type: ['The selected field type is invalid.'],
    });
  });

  it('refuses a name that is there, whatever its case, in this account alone', async () => {
    await save('size');
    expect(await save('SIZE', 'number')).to.deep.include({
      status: 422,
      body: { status: 'failed', errors: { field_name: ['The field name has already been taken.'] } },
    });
    expect((await save('size', 'text', await api.account())).status).to.equal(200);
  });

  it('does not show nor delete another account’s', async () => {
    await save('size');
    const [field] = await listOf();
    const stranger = await api.account();
    expect(await listOf(stranger)).to.deep.equal([]);
    expect(await stranger.delete(`/custom-fields/delete?id=${field.id}`)).to.deep.include(MISSING);
    expect(await listOf()).to.have.length(1);
  });

  it('deletes a field with its values: a new one of that name starts empty', async () => {
    await client.post('/contacts-type/add', { name: 'People' });
    const [type] = (await client.get('/contacts-type')).body.message.contactTypes;
    await save('size', 'number');
    await save('colour');
    const custom_field = { size: '42', colour: 'red' };
    await client.post('/contacts/add', {
      contact_type_id: type.id,
      email: 'a@example.com',
      country: 1,
      custom_field,
    });
    const shown = async () => (await client.get('/contacts/list')).body.message.contacts[0].custom_field;
    const colour = { field_name: 'Colour', field_value: 'red' };
    expect(await shown()).to.deep.equal({ size: { field_name: 'Size', field_value: '42' }, colour });

    const [size] = await listOf();
    await client.delete(`/custom-fields/delete?id=${size.id}`);
    // No worker runs here: the values are still stored, and not shown.
    expect(await rows(FieldRemoval).countDocuments({ _id: size.id })).to.equal(1);
    expect(await shown()).to.deep.equal({ colour });
    await save('SIZE');
    expect(await rows(FieldRemoval).countDocuments({ _id: size.id })).to.equal(0);
    expect(await shown()).to.deep.equal({ colour, SIZE: { field_name: 'SIZE', field_value: null } });
  });

  it('lists the reserved ones, by page too', async () => {
    const { status, body } = await client.get('/reserve-fields');
    expect(status).to.equal(200);
    expect(Object.keys(body.message)).to.deep.equal(['reservedFields']);
    expect(body.message.reservedFields[0]).to.deep.equal({
      id: 1,
      user_id: null,
      field_name: 'first_name',
      field_type: 'text',
      is_reserved: 1,
      created_at: null,
      updated_at: null,
    });
    expect(
      body.message.reservedFields.map((field: { field_name: string }) => field.field_name),
    ).to.deep.equal(CONTACT_FIELDS);
    const page = (await client.get('/reserve-fields?limit=2&after_id=1')).body;
    expect(page.message.reservedFields.map((field: { id: number }) => field.id)).to.deep.equal([2, 3]);
    expect(page.next_after_id).to.equal(3);
  });

  it('lists the placeholders: contact fields, custom fields, the sender’s', async () => {
    await save('father_name');
    await save('age', 'number');
    expect(await client.get('/get-dynamic/content')).to.deep.include({
      status: 200,
      body: {
        status: 'success',
        message: {
          contents: [
            ...CONTACT_FIELDS,
            'father_name',
            'age',
            'sender_name',
            'sender_address',
            'unsubscribe_preferences',
          ],
        },
      },
    });
  });
});
