import { expect } from 'chai';
import { type Api, type Client, startApi } from '../support/api.ts';
import { contactBook } from '../support/contact-book.ts';
import { withoutNames } from '../support/made.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const MISSING = { status: 404, body: { status: 'failed', errors: 'Record Not Found' } };

describe('contacts', () => {
  let api: Api;
  let client: Client;
  let book: ReturnType<typeof contactBook>;
  let typeId: number;

  before(async () => {
    api = await startApi('contract-contacts');
    client = await api.account();
    book = contactBook(client);
    typeId = await book.addType('Customers');
    for (const [field_name, field_type] of Object.entries({
      birth_date: 'datetime-local',
      Age: 'number',
      2024: 'text',
    })) {
      await client.post('/custom-fields/save', { field_name, field_type });
    }
  });
  after(() => api.stop());

  const least = (email: string) => ({ contact_type_id: typeId, email, country: 84 });

  it('adds one with everything, lists it and shows it', async () => {
    const owner = await api.account();
    const type = await contactBook(owner).addType('People');
    await owner.post('/custom-fields/save', { field_name: 'birth_date', field_type: 'datetime-local' });
    await owner.post('/custom-fields/save', { field_name: 'age', field_type: 'number' });
    const added = await owner.post('/contacts/add', {
      contact_type_id: type,
      email: ' Ann@Example.com ',
      country: 84,
      first_name: 'Ann',
      last_name: 'Lee',
      alt_email: 'ann@home.example',
      state: 'Bavaria',
      city: 'Munich',
      address_line1: 'Road 1',
      address_line2: '2nd floor',
      state_province_region: 'BY',
      postal_code: '80331',
      custom_field: { age: 41 },
    });
    expect(withoutNames(added)).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Contact Added Successfully' },
    });

    const list = await owner.get('/contacts/list');
    const [contact] = list.body.message.contacts;
    const contactType = (await owner.get(`/contacts-type/view?contact_type_id=${type}`)).body.message
      .contactType;
    const expected = {
      id: contact.id,
      user_id: owner.user_id,
      contact_type_id: type,
      first_name: 'Ann',
      last_name: 'Lee',
      email: 'Ann@Example.com',
      alt_email: 'ann@home.example',
      country: 'Germany',
      state: 'Bavaria',
      city: 'Munich',
      address_line1: 'Road 1',
      address_line2: '2nd floor',
      state_province_region: 'BY',
      postal_code: '80331',
      custom_field: {
        birth_date: { field_name: 'Birth date', field_value: null },
        age: { field_name: 'Age', field_value: '41' },
      },
      deleted_at: null,
      created_at: contact.created_at,
      updated_at: contact.updated_at,
      fullname: 'Ann Lee',
    };
    expect(list.body).to.deep.equal({
      status: 'success',
      message: { contacts: [{ ...expected, contact_type: contactType }] },
    });
    expect(contact.id).to.be.a('number');
    expect(contact.created_at).to.match(TIMESTAMP);
    expect((await owner.get(`/contacts/details?contact_id=${contact.id}`)).body).to.deep.equal({
      status: 'success',
      message: { contact: { ...expected, country: '84' } },
    });
  });

  it('shows what was not given as empty', async () => {
    await client.post('/contacts/add', least('bare@example.com'));
    const id = await book.idOf('bare@example.com');
    const contact = await book.details(id);
    expect(contact).to.deep.equal({
      id,
      user_id: client.user_id,
      contact_type_id: typeId,
      first_name: '',
      last_name: '',
      email: 'bare@example.com',
      alt_email: null,
      country: '84',
      state: '',
      city: '',
      address_line1: '',
      address_line2: '',
      state_province_region: '',
      postal_code: '',
      custom_field: null,
      deleted_at: null,
      created_at: contact.created_at,
      updated_at: contact.updated_at,
      fullname: '',
    });
  });

  it('says at once all that is missing, or wrong', async () => {
    expect(await client.post('/contacts/add', {})).to.deep.include({
      status: 422,
      body: {
        status: 'failed',
        errors: {
          contact_type_id: ['The contact type id field is required.'],
          email: ['The email field is required.'],
          country: ['The country field is required.'],
        },
      },
    });
    const wrong = await client.post('/contacts/add', {
      contact_type_id: 'x',
      email: 'a@b, c@d.example',
      country: 'Germany',
      alt_email: 'no',
      first_name: 'x'.repeat(256),
      city: { $ne: '' },
    });
    expect(wrong.body.errors).to.deep.equal({
      contact_type_id: ['The contact type id field must be an integer.'],
      email: ['The email field must be a valid email address.'],
      country: ['The country field must be an integer.'],
      alt_email: ['The alt email field must be a valid email address.'],
      first_name: ['The first name field must not be greater than 255 characters.'],
      city: ['The city field format is invalid.'],
    });
    const nowhere = await client.post('/contacts/add', {
      contact_type_id: 999_999,
      email: 'a@example.com',
      country: 9999,
      custom_field: { nope: '1', age: 'old', BIRTH_DATE: '2026-02-30T10:00', 2024: 'x'.repeat(4097) },
    });
    expect(nowhere).to.deep.include({ status: 422 });
    expect(nowhere.body.errors.custom_field.sort()).to.deep.equal([
      'The custom field 2024 field must not be greater than 4096 characters.',
      'The custom field BIRTH DATE field must match the format Y-m-dTH:i[:s].',
      'The custom field age field must be a number.',
      'The selected custom field nope is invalid.',
    ]);
    expect(nowhere.body.errors).to.deep.include({
      contact_type_id: ['The selected contact type id is invalid.'],
      country: ['The selected country is invalid.'],
    });
  });

  for (const [what, custom] of Object.entries({
    'a text': 'age=1',
    'a list': ['1'],
    'a value that is an object': { age: { field_value: '1' } },
  })) {
    it(`refuses custom values that are ${what}`, async () => {
      const answer = await client.post('/contacts/add', {
        ...least('custom@example.com'),
        custom_field: custom,
      });
      expect(answer.status).to.equal(422);
      expect(Object.keys(answer.body.errors)).to.deep.equal(['custom_field']);
    });
  }

  it('takes custom values in every encoding, also of fields whose names are digits', async () => {
    const fields = [
      ['contact_type_id', String(typeId)],
      ['country', '84'],
      ['custom_field[age]', '7.5'],
      ['custom_field[2024]', 'yes'],
      ['custom_field[birth_date]', '2000-01-31T08:00'],
    ] as const;
    const form = new FormData();
    for (const [key, value] of [...fields, ['email', 'multipart@example.com'] as const]) form.set(key, value);
    const answers = [
      await client.post('/contacts/add', form),
      await client.post(
        '/contacts/add',
        new URLSearchParams([...fields.map((pair) => [...pair]), ['email', 'form@example.com']]),
      ),
      await client.post('/contacts/add', {
        ...least('json@example.com'),
        custom_field: { age: 7.5, 2024: 'yes', birth_date: '2000-01-31T08:00' },
      }),
    ];
    for (const answer of answers) expect(answer.body.message).to.equal('Contact Added Successfully');
    for (const email of ['multipart@example.com', 'form@example.com', 'json@example.com']) {
      expect((await book.details(await book.idOf(email))).custom_field).to.deep.equal({
        birth_date: { field_name: 'Birth date', field_value: '2000-01-31T08:00' },
        Age: { field_name: 'Age', field_value: '7.5' },
        2024: { field_name: '2024', field_value: 'yes' },
      });
    }
  });

  it('refuses an address that is there, whatever its spelling, but not in another type', async () => {
    await client.post('/contacts/add', least('Taken@example.com'));
    expect(await client.post('/contacts/add', least('tAKEN@Example.COM'))).to.deep.include({
      status: 422,
      body: { status: 'failed', errors: { email: ['The email has already been taken.'] } },
    });
    const other = await book.addType('Others');
    const elsewhere = { ...least('taken@example.com'), contact_type_id: other };
    expect((await client.post('/contacts/add', elsewhere)).status).to.equal(200);
    const moved = { ...elsewhere, contact_id: await book.idOf('taken@example.com'), contact_type_id: typeId };
    expect((await client.post('/contacts/update', moved)).body.errors).to.deep.equal({
      email: ['The email has already been taken.'],
    });
  });

  it('changes what is given, keeps what is absent, clears what is blank, and moves', async () => {
    await client.post('/contacts/add', {
      ...least('change@example.com'),
      first_name: 'Old',
      city: 'Rome',
      alt_email: 'alt@example.com',
      custom_field: { age: '1', 2024: 'a' },
    });
    const id = await book.idOf('change@example.com');
    const target = await book.addType('Target');
    const before = await book.details(id);
    const answer = await client.post('/contacts/update', {
      contact_id: id,
      contact_type_id: target,
      email: 'changed@example.com',
      country: 77,
      first_name: ' ',
      last_name: 'New',
      alt_email: '',
      custom_field: { age: '', birth_date: '2001-02-03T04:05' },
    });
    expect(answer).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Contact Updated Successfully' },
    });
    const after = await book.details(id);
    expect(after).to.deep.equal({
      ...before,
      contact_type_id: target,
      email: 'changed@example.com',
      country: '77',
      first_name: '',
      last_name: 'New',
      fullname: 'New',
      alt_email: null,
      city: 'Rome',
      custom_field: {
        birth_date: { field_name: 'Birth date', field_value: '2001-02-03T04:05' },
        Age: { field_name: 'Age', field_value: null },
        2024: { field_name: '2024', field_value: 'a' },
      },
      updated_at: after.updated_at,
    });
    expect(after.updated_at > before.updated_at).to.equal(true);

    const cleared = { ...least('changed@example.com'), contact_id: id, custom_field: '' };
    await client.post('/contacts/update', cleared);
    expect((await book.details(id)).custom_field).to.equal(null);
  });

  it('refuses a change that is short of inputs, of nobody, or of something else', async () => {
    const id = await book.idOf('bare@example.com');
    expect((await client.post('/contacts/update', { contact_id: id })).body.errors).to.deep.equal({
      contact_type_id: ['The contact type id field is required.'],
      email: ['The email field is required.'],
      country: ['The country field is required.'],
    });
    const good = least('bare@example.com');
    expect(await client.post('/contacts/update', { ...good, contact_id: 999_999 })).to.deep.include(MISSING);
    expect(await client.post('/contacts/update', { ...good, contact_id: 'x' })).to.deep.include(MISSING);
    // The record acted on comes before what it refers to.
    const both = { ...good, contact_id: 999_999, contact_type_id: 999_999 };
    expect(await client.post('/contacts/update', both)).to.deep.include(MISSING);
    expect(
      (await client.post('/contacts/update', { ...good, contact_id: id, country: 9999 })).body.errors,
    ).to.deep.equal({
      country: ['The selected country is invalid.'],
    });
  });
});
