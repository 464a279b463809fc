import { expect } from 'chai';
import { parsePlaceholders } from '../../../common/domain/placeholders.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { FieldRemoval } from '../../../common/models/field-removals.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../../../common/models/single-sends.ts';
import { nextIds } from '../../../common/store/ids.ts';
import { ADDED, DELETED, RECORD_NOT_FOUND, TIMESTAMP } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { aSend, layGround } from '../../support/factories.ts';
import { withoutNames } from '../../support/made.ts';
import { rows } from '../../support/rows.ts';

/** Of a thousand contacts, which one call removes. */
const PAGES = 10;

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

describe('the API of custom fields', () => {
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
  const remove = (id: number, owner = client) => owner.delete(`/custom-fields/delete?id=${id}`);

  it('lists fields as they were saved', async () => {
    expect(withoutNames(await save(' Birth_Date2 ', 'datetime-local'))).to.deep.include(ADDED);
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
  });

  it('answers 404 after a field is deleted', async () => {
    await save('size');
    const [{ id }] = await listOf();
    expect(await remove(id)).to.deep.include(DELETED);
    expect(await listOf()).to.deep.equal([]);
    expect(await remove(id)).to.deep.include(RECORD_NOT_FOUND);
  });

  it('names missing inputs', async () => {
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
      const { status, body } = await save(name);
      expect([status, body.errors]).to.deep.equal([
        422,
        { field_name: ['The selected field name is invalid.'] },
      ]);
    });
  }

  it('refuses an unknown type', async () => {
    expect((await save('size', 'date')).body.errors).to.deep.equal({
      field_type: ['The selected field type is invalid.'],
    });
  });

  it('refuses a name that the account already has, in any case', async () => {
    await save('size');
    expect(await save('SIZE', 'number')).to.deep.include({
      status: 422,
      body: {
        status: 'failed',
        errors: { field_name: ['The field name has already been taken.'] },
        hints: { field_name: ['`custom-fields` lists the fields of the account; case makes no other name.'] },
      },
    });
  });

  it('accepts the name of a field of another account', async () => {
    await save('size');
    expect((await save('size', 'text', await api.account())).status).to.equal(200);
  });

  it('answers 404 to other accounts', async () => {
    await save('size');
    const [field] = await listOf();
    const stranger = await api.account();
    expect(await listOf(stranger)).to.deep.equal([]);
    expect(await remove(field.id, stranger)).to.deep.include(RECORD_NOT_FOUND);
    expect(await listOf()).to.have.length(1);
  });

  describe('when contacts have values', () => {
    const colour = { field_name: 'Colour', field_value: 'red' };
    let size: number;
    const shown = async () => (await client.get('/contacts/list')).body.message.contacts[0].custom_field;
    const removals = () => rows(FieldRemoval).countDocuments({ _id: size });

    beforeEach(async () => {
      await client.post('/contacts-type/add', { name: 'People' });
      const [type] = (await client.get('/contacts-type')).body.message.contactTypes;
      await save('size', 'number');
      await save('colour');
      await client.post('/contacts/add', {
        contact_type_id: type.id,
        email: 'a@example.com',
        country: 1,
        custom_field: { size: '42', colour: 'red' },
      });
      [{ id: size }] = await listOf();
    });

    it('shows the values in contacts', async () => {
      expect(await shown()).to.deep.equal({ size: { field_name: 'Size', field_value: '42' }, colour });
    });

    it('hides the values when the field is deleted', async () => {
      await remove(size);
      // No worker runs here, so the values are still stored, but they are not shown.
      expect(await removals()).to.equal(1);
      expect(await shown()).to.deep.equal({ colour });
    });

    it('leaves a new field of the same name without the old values', async () => {
      await remove(size);
      await save('SIZE');
      expect(await removals()).to.equal(0);
      expect(await shown()).to.deep.equal({ colour, SIZE: { field_name: 'SIZE', field_value: null } });
    });

    it('refuses a new field of the same name until the values of a large account are removed', async () => {
      const contact = await rows(Contact).findOne({ user_id: client.user_id });
      const first = await nextIds('contacts', PAGES * 1000);
      await rows(Contact).insertMany(
        Array.from({ length: PAGES * 1000 }, (_, at) => ({
          ...contact!,
          _id: first + at,
          email_norm: `${at}@example.com`,
        })),
      );
      await remove(size);
      const refused = await save('size');
      expect(refused).to.deep.include({
        status: 429,
        body: {
          status: 'failed',
          errors: 'Too Many Requests',
          hints: { limit: ['A deleted field with this name, whose values are still being removed'] },
        },
      });
      expect(refused.headers.get('retry-after')).to.equal('5');
      expect((await save('size')).status).to.equal(200);
      expect(await removals()).to.equal(0);
    });
  });

  it('lists reserved fields', async () => {
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
  });

  it('lists reserved fields by page', async () => {
    const page = (await client.get('/reserve-fields?limit=2&after_id=1')).body;
    expect(page.message.reservedFields.map((field: { id: number }) => field.id)).to.deep.equal([2, 3]);
    expect(page.next_after_id).to.equal(3);
  });

  it('lists the placeholders of contacts, of custom fields and of the sender', async () => {
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

  it('lists what uses each field, and nothing of other accounts', async () => {
    const made = async (path: string, fields: object, owner = client) => {
      const answer = await owner.post(path, { ...fields });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      return answer.body;
    };
    const usesOf = async (owner: Client): Promise<object[]> =>
      (await owner.get('/custom-fields/uses')).body.message.uses;
    expect(await usesOf(client)).to.deep.equal([]);
    for (const name of ['size', 'birthday', 'unused']) await save(name);
    const ground = await layGround(client);
    const mjml = (text: string) =>
      JSON.stringify({
        mjml: `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`,
      });
    const { id: segment } = await made('/segment/store', {
      segment_name: 'Tall',
      contact_type_id: ground.contact_type_id,
      select_field: ['size', 'first_name'],
      select_operator: ['is', 'is'],
      value: ['XL', 'Ada'],
    });
    const { id: template } = await made('/templates/save', {
      template_name: 'Letter',
      template_json: mjml('On ((birthday|your day)), not (size) or ((sizes))'),
    });
    const send = (fields: object) => made('/single/send/create', aSend(ground, { draft: 1, ...fields }));
    const { utr: first } = await send({ single_send_name: 'In the subject', subject: 'For ((size))' });
    const { utr: second } = await send({
      single_send_name: 'In the mail',
      template_html: '<p>((size|M)) ((birthday))</p>',
    });
    const { utr: gone } = await send({ template_html: '<p>((size))</p>' });
    await client.delete(`/single/send/delete?utr=${gone}`);
    const { utr } = (await made('/automations/create', { type: 'custom', automation_name: 'Series' }))
      .message;
    await made('/automations/schedule/create', {
      utr,
      sender_id: ground.sender_id,
      subject: 'Happy ((birthday))',
      waiting_period: 1,
      waiting_type: 'days',
      template_id: 2,
      preview_img: 'newsletter.png',
    });

    const other = await api.account();
    await save('size', 'text', other);
    const none = { segments: [], templates: [], automations: [], campaigns: [], more: false };
    const fields = await listOf();
    const idOf = (name: string) => fields.find((one: { field_name: string }) => one.field_name === name).id;
    const inMail = { utr: second, name: 'In the mail' };
    expect(await usesOf(client)).to.have.deep.members([
      {
        ...none,
        id: idOf('size'),
        field_name: 'size',
        segments: [{ id: segment, name: 'Tall' }],
        campaigns: [inMail, { utr: first, name: 'In the subject' }],
      },
      {
        ...none,
        id: idOf('birthday'),
        field_name: 'birthday',
        templates: [{ id: template, name: 'Letter' }],
        automations: [{ utr, name: 'Series' }],
        campaigns: [inMail],
      },
      { ...none, id: idOf('unused'), field_name: 'unused' },
    ]);
    const [own, ...others] = await usesOf(other);
    expect(own).to.deep.include(none);
    expect(others).to.deep.equal([]);
  });

  describe('with many campaigns', () => {
    let first: SingleSendDocument;

    beforeEach(async () => {
      for (const name of ['size', 'plan']) await save(name);
      const made = await client.post('/single/send/create', {
        ...aSend(await layGround(client), { draft: 1 }),
      });
      first = (await rows(SingleSend).findOne({ utr: made.body.utr }))!;
    });

    async function store(...changes: readonly Partial<SingleSendDocument>[]): Promise<void> {
      const id = await nextIds('single_sends', changes.length);
      await rows(SingleSend).insertMany(
        changes.map((change, at) => ({ ...first, ...change, _id: id + at, utr: `${first.utr}-${id + at}` })),
      );
    }
    const usesOf = async (): Promise<{ campaigns: { name: string }[]; more: boolean }[]> =>
      (await client.get('/custom-fields/uses')).body.message.uses;
    const namesOf = async (): Promise<string[]> =>
      (await usesOf())[0]!.campaigns.map(({ name }) => name).toSorted();

    it('lists campaigns until they are completed', async () => {
      const subject = 'For ((size))';
      await store(
        { single_send_name: 'Paused', subject, status: SEND_STATUS.running, paused: true },
        { single_send_name: 'Running', subject, status: SEND_STATUS.running },
        { single_send_name: 'Scheduled', subject, status: SEND_STATUS.ready },
        { single_send_name: 'Completed', subject, status: SEND_STATUS.completed },
      );
      expect(await namesOf()).to.deep.equal(['Paused', 'Running', 'Scheduled']);
    });

    it('lists the newest of each field, and says that there are more', async () => {
      await store({ subject: '((plan))' });
      const newer = Array.from({ length: 100 }, () => ({ subject: '((size))' }));
      await store(...newer);
      const counts = async () => (await usesOf()).map(({ campaigns, more }) => [campaigns.length, more]);
      expect(await counts()).to.deep.equal([
        [100, false],
        [1, false],
      ]);
      await store({ subject: '((size)) ((plan))' });
      expect(await counts()).to.deep.equal([
        [100, true],
        [2, false],
      ]);
    });

    it('finds the placeholders that mails fill', async () => {
      const texts = [
        '((size))',
        '((size|))',
        '((size|M))',
        '((size|M)',
        '((size|',
        '((size|M\n))',
        '((size|M\r))',
        '((size|<b>M</b>))',
        '((size|M (or L)))',
        '((size|M (or (L) ) x))',
        '((size|M (or L))',
        '((size|M) or L))',
        '((size|M)))',
        '((size|M((plan))',
        '((plan|M((size))',
        '((plan|((size))',
        '((plan|x (((size))))',
        '((plan|(size)))',
        '(((size))',
        '((((size|a))',
        '( (size))',
        '((size)',
        '((size) )',
        '((Size))',
        '((sizes))',
        '((size ))',
        '((größe)) ((size|größe))',
        '((plan|((a|b)) ((size|c)))',
      ];
      const isUsed = (text: string): boolean =>
        parsePlaceholders(text).some((one) => typeof one !== 'string' && one.name === 'size');
      const mjml = (text: string) => JSON.stringify({ mjml: text });
      await store(
        ...texts.flatMap((text) => [
          { single_send_name: text, template_html: text },
          { single_send_name: text, template_html: null, template_json: mjml(text) },
        ]),
      );
      // Mails show it as it is, but it was meant as one.
      const hasBegun = (text: string): boolean => text.includes('((size|');
      const used = texts.filter((text) => isUsed(text) || hasBegun(text));
      expect(await namesOf()).to.deep.equal([...used, ...used].toSorted());
    });

    it('answers when a text has hundreds of thousands of placeholders or brackets', async () => {
      await store(
        { single_send_name: 'Many', template_html: '((size)) '.repeat(200_000) },
        { single_send_name: 'Brackets', template_html: '('.repeat(2_000_000) },
        { single_send_name: 'Closed', template_html: `((${'))|'.repeat(600_000)}` },
        { single_send_name: 'Usual', subject: '((size))' },
      );
      expect(await namesOf()).to.deep.equal(['Many', 'Usual']);
    });

    it('tells clients to wait when the answer takes too long', async () => {
      const hasty = await api.another({ SLOW_QUESTION_MS: '100' });
      try {
        const long = '((size)) '.repeat(100_000);
        await store(...Array.from({ length: 10 }, () => ({ template_html: long })));
        const answer = await hasty.request('/api/custom-fields/uses', {
          headers: { PublicKey: client.public_key, SecretKey: client.secret_key },
        });
        expect([answer.status, answer.headers.get('retry-after'), answer.body.errors]).to.deep.equal([
          429,
          '1',
          'Too Many Requests',
        ]);
      } finally {
        await hasty.stop();
      }
    });
  });

  it('lists automations that are not deleted', async () => {
    await save('size');
    const ground = await layGround(client);
    const utrs: string[] = [];
    for (const automation_name of ['First', 'Second']) {
      const { utr } = (await client.post('/automations/create', { type: 'custom', automation_name })).body
        .message;
      utrs.push(utr);
      for (const subject of ['((size))', 'And ((size))'])
        await client.post('/automations/schedule/create', {
          utr,
          sender_id: ground.sender_id,
          subject,
          waiting_period: 1,
          waiting_type: 'days',
          template_id: 2,
          preview_img: 'newsletter.png',
        });
    }
    await client.delete(`/automations/delete?utr=${utrs[1]}`);
    const [{ automations }] = (await client.get('/custom-fields/uses')).body.message.uses;
    expect(automations).to.deep.equal([{ utr: utrs[0], name: 'First' }]);
  });
});
