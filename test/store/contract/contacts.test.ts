import { expect } from 'chai';
import { RECORD_NOT_FOUND, TIMESTAMP } from '../../support/answers.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { withoutHints, withoutNames } from '../../support/made.ts';
import { suppressBounced } from '../../support/suppressions.ts';

describe('the API of contacts', () => {
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

  describe('given all fields', () => {
    let owner: Client;
    let type: number;
    let added: Answer;

    before(async () => {
      owner = await api.account();
      type = await contactBook(owner).addType('People');
      await owner.post('/custom-fields/save', { field_name: 'birth_date', field_type: 'datetime-local' });
      await owner.post('/custom-fields/save', { field_name: 'age', field_type: 'number' });
      added = await owner.post('/contacts/add', {
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
        tags: ['VIP'],
      });
    });

    const expected = (contact: Record<string, unknown>) => ({
      id: contact['id'],
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
      tags: ['vip'],
      deleted_at: null,
      created_at: contact['created_at'],
      updated_at: contact['updated_at'],
      fullname: 'Ann Lee',
    });

    it('adds the contact', () => {
      expect(withoutNames(added)).to.deep.include({
        status: 200,
        body: { status: 'success', message: 'Contact Added Successfully' },
      });
    });

    it('lists the contact with the name of its country and with its type', async () => {
      const list = await owner.get('/contacts/list');
      const [contact] = list.body.message.contacts;
      const { contactType } = (await owner.get(`/contacts-type/view?contact_type_id=${type}`)).body.message;
      expect(list.body).to.deep.equal({
        status: 'success',
        message: { contacts: [{ ...expected(contact), contact_type: contactType }] },
      });
      expect(contact.id).to.be.a('number');
      expect(contact.created_at).to.match(TIMESTAMP);
    });

    it('shows the details with the id of the country', async () => {
      const [contact] = (await owner.get('/contacts/list')).body.message.contacts;
      expect((await owner.get(`/contacts/details?contact_id=${contact.id}`)).body).to.deep.equal({
        status: 'success',
        message: { contact: { ...expected(contact), country: '84' } },
      });
    });
  });

  it('warns about doubtful addresses, and adds them all the same', async () => {
    const add = async (email: string) => {
      const { body } = await client.post('/contacts/add', least(email));
      return [body.message, typeof body.id, body.warnings];
    };
    const added = ['Contact Added Successfully', 'number'];
    expect(await add('ann@gmial.com')).to.deep.equal([
      ...added,
      ['ann@gmial.com may have a typing error: did you mean gmail.com?'],
    ]);
    expect(await add('abuse@mailinator.com')).to.deep.equal([
      ...added,
      [
        'abuse@mailinator.com is the address of a role, not of a person.',
        'mailinator.com is a domain for addresses that are thrown away.',
      ],
    ]);
    expect(await add('ann@gmail.com')).to.deep.equal([...added, undefined]);
    await suppressBounced(client.user_id, ['gone@example.com']);
    expect(await add('Gone@Example.com')).to.deep.equal([
      ...added,
      ['Mail to Gone@Example.com bounced for good.'],
    ]);
  });

  it('shows missing fields as empty', async () => {
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
      tags: [],
      deleted_at: null,
      created_at: contact.created_at,
      updated_at: contact.updated_at,
      fullname: '',
    });
  });

  it('names all missing inputs at once', async () => {
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
  });

  it('names all wrong inputs at once', async () => {
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
  });

  it('names all unknown records and wrong custom values at once', async () => {
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
    'an object as a value': { age: { field_value: '1' } },
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

  it('accepts custom values in every encoding, also for fields whose names are digits', async () => {
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

  describe('given an existing address', () => {
    let elsewhere: Record<string, unknown>;

    beforeEach(async () => {
      await client.post('/contacts/add', least('Taken@example.com'));
      elsewhere = { ...least('taken@example.com'), contact_type_id: await book.addType('Others') };
    });

    it('refuses it in any spelling', async () => {
      expect(withoutHints(await client.post('/contacts/add', least('tAKEN@Example.COM')))).to.deep.include({
        status: 422,
        body: { status: 'failed', errors: { email: ['The email has already been taken.'] } },
      });
    });

    it('accepts it in another type', async () => {
      expect((await client.post('/contacts/add', elsewhere)).status).to.equal(200);
    });

    it('refuses to move a contact to the type that has it', async () => {
      await client.post('/contacts/add', elsewhere);
      const moved = {
        ...elsewhere,
        contact_id: await book.idOf('taken@example.com'),
        contact_type_id: typeId,
      };
      expect((await client.post('/contacts/update', moved)).body.errors).to.deep.equal({
        email: ['The email has already been taken.'],
      });
    });
  });

  it('changes what an update gives, keeps what it leaves out, and clears what is blank', async () => {
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
  });

  it('clears all custom values when an update has a blank text for them', async () => {
    await client.post('/contacts/add', {
      ...least('clear@example.com'),
      custom_field: { age: '1', 2024: 'a' },
    });
    const contact_id = await book.idOf('clear@example.com');
    await client.post('/contacts/update', { ...least('clear@example.com'), contact_id, custom_field: '' });
    expect((await book.details(contact_id)).custom_field).to.equal(null);
  });

  describe('when a contact is updated', () => {
    let good: Record<string, unknown>;
    const update = (fields: Record<string, unknown>) => client.post('/contacts/update', fields);

    before(async () => {
      await client.post('/contacts/add', least('update@example.com'));
      good = { ...least('update@example.com'), contact_id: await book.idOf('update@example.com') };
    });

    it('names missing inputs', async () => {
      expect((await update({ contact_id: good['contact_id'] })).body.errors).to.deep.equal({
        contact_type_id: ['The contact type id field is required.'],
        email: ['The email field is required.'],
        country: ['The country field is required.'],
      });
    });

    it('answers 404 to an unknown id, and to a text that is not an id', async () => {
      expect(await update({ ...good, contact_id: 999_999 })).to.deep.include(RECORD_NOT_FOUND);
      expect(await update({ ...good, contact_id: 'x' })).to.deep.include(RECORD_NOT_FOUND);
    });

    it('looks the contact up before the records that it refers to', async () => {
      const both = { ...good, contact_id: 999_999, contact_type_id: 999_999 };
      expect(await update(both)).to.deep.include(RECORD_NOT_FOUND);
    });

    it('refuses an unknown country', async () => {
      expect((await update({ ...good, country: 9999 })).body.errors).to.deep.equal({
        country: ['The selected country is invalid.'],
      });
    });
  });
});
