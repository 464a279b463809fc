import { expect } from 'chai';
import {
  type Client,
  createClient,
  type FailureCode,
  type SenderSaveInput,
} from '../../../client/src/index.ts';
import { type Api, startApi } from '../../support/api.ts';
import { failureOf } from '../../support/client-failures.ts';
import { laySender } from '../../support/factories.ts';

const SENDER: SenderSaveInput = {
  from_name: 'The Gazette',
  from_email: 'editor@example.com',
  reply_to_email: 'letters@example.com',
  country_id: 1,
  company_address: 'Invalidenstraße 43',
  nickname: 'gazette',
};

describe('the typed client', () => {
  let api: Api;
  let client: Client;
  let userId: number;

  before(async () => {
    api = await startApi('client');
    ({ client, userId } = await newClient());
  });
  after(() => api.stop());

  async function newClient() {
    const keys = await api.account();
    const options = { url: `${api.url}/`, publicKey: keys.public_key, secretKey: keys.secret_key };
    return { client: createClient(options), userId: keys.user_id };
  }

  it('returns a record together with the fields next to it', async () => {
    const { statistics, refreshing } = await client.accountStatistics({ by: 'day' });
    expect([Array.isArray(statistics), refreshing]).to.deep.equal([true, false]);
  });

  it('returns texts, records and lists from `message`', async () => {
    const { id } = await client.contactTypeAdd({ name: 'Readers' });
    const [type] = await client.contactTypeList();
    expect(type!.id).to.equal(id);
    expect(type).to.deep.include({ user_id: userId, name: 'Readers', contacts_count: 0, deleted_at: null });
    const { contacts_count: _, ...plain } = type!;
    expect(await client.contactTypeView({ contact_type_id: type!.id })).to.deep.equal(plain);
    // The text of this success is in `errors`.
    expect(await client.contactTypeDelete({ contact_type_id: type!.id })).to.equal('Deleted Successfully');
  });

  it('sends lists, objects, flags and queries of POSTs', async () => {
    await client.contactTypeAdd({ name: 'Guests' });
    await client.customFieldSave({ field_name: 'company_name', field_type: 'text' });
    const type = (await client.contactTypeList()).at(-1)!;
    await client.contactAdd({
      contact_type_id: type.id,
      email: 'ada@example.com',
      country: 1,
      alt_email: undefined,
      custom_field: { company_name: 'Analytical Engines' },
    });
    const [contact] = await client.contactList();
    expect(contact!.custom_field).to.deep.equal({
      company_name: { field_name: 'Company name', field_value: 'Analytical Engines' },
    });
    expect(await client.contactBulkDelete({ strIds: [contact!.id] })).to.equal('Deleted Successfully');

    const group = { group_name: 'News', description: 'Monthly', is_display: true } as const;
    await client.unsubscribeGroupSave(group);
    const id = (await client.unsubscribeGroupList())[0]!.id;
    await client.unsubscribeGroupUpdate({ ...group, id, is_display: 0 });
    expect(await client.unsubscribeGroupDetails({ id })).to.deep.include({ is_display: 0 });
    expect(await client.groupRecipientList({ groupId: id })).to.deep.equal([]);
  });

  it('reads a list page by page', async () => {
    const { client: pager } = await newClient();
    const names = ['One', 'Two', 'Three', 'Four', 'Five'];
    for (const name of names) await pager.contactTypeAdd({ name });
    const walked: string[] = [];
    for await (const type of pager.contactTypeList.each({ limit: 2 })) walked.push(type.name);
    expect(walked).to.deep.equal(names);
    const [first] = await pager.contactTypeList({ limit: 1 });
    expect(
      (await pager.contactTypeList({ limit: 2, after_id: first!.id })).map(({ name }) => name),
    ).to.deep.equal(['Two', 'Three']);
  });

  it('uploads and downloads files', async () => {
    await client.contactTypeAdd({ name: 'Imported' });
    const type = (await client.contactTypeList()).at(-1)!;
    const file = new File(['email,first_name\nada@example.com,Ada\n'], 'people.csv', { type: 'text/csv' });
    const { id } = await client.contactUploadCsv({ contact_type_id: type.id, file });
    const imported = await client.importDetails({ id });
    expect(imported).to.deep.include({ file_name: 'people.csv', contact_type_id: type.id });
    const sample = await client.contactCsvSample();
    expect(await sample.text()).to.match(/^"first_name","last_name","email",/);
  });

  it('sends messages with attachments, once for one Idempotency-Key', async () => {
    const keys = await api.account();
    const sender_id = await laySender(keys);
    const sender = createClient({ url: api.url, publicKey: keys.public_key, secretKey: keys.secret_key });
    const files = [
      new File(['%PDF-1.4'], 'Quittung März.pdf', { type: 'application/pdf' }),
      new File(['a,b\n'], 'lines.csv', { type: 'text/csv' }),
    ];
    const message = {
      email: 'grace@example.com',
      sender_id,
      subject: 'Your receipt, ((first_name))',
      template_html: '<p>Thank you, ((first_name)): order ((order))</p>',
      data: { first_name: 'Grace', order: 4711 },
    };
    const send = () =>
      sender.messageSend({ ...message, attachments: files }, { idempotencyKey: 'order-4711' });
    const { utr } = await send();
    expect((await send()).utr).to.equal(utr);
    const { attachments, data } = await sender.messageDetails({ utr });
    expect([attachments, data]).to.deep.equal([
      [
        { name: 'Quittung März.pdf', type: 'application/pdf', bytes: 8 },
        { name: 'lines.csv', type: 'text/csv', bytes: 4 },
      ],
      { first_name: 'Grace', order: '4711' },
    ]);
    const plain = await sender.messageSend({ ...message, attachments: [] });
    expect((await sender.messageDetails({ utr: plain.utr })).attachments).to.deep.equal([]);
    const tooMany = Array.from({ length: 21 }, (_, at) => new File(['a'], `${at}.txt`));
    const refused = await failureOf(sender.messageSend({ ...message, attachments: tooMany }));
    expect([refused.status, Object.keys(refused.inputs)]).to.deep.equal([422, ['attachments']]);
    expect((await sender.messageList()).length).to.equal(2);
  });

  it('returns the whole message when it has several parts', async () => {
    const { countries, states, cities } = await client.placeList();
    expect(countries.length * states.length * cities.length).to.be.greaterThan(0);
  });

  it('throws for answers that are not a success', async () => {
    expect(await failureOf(client.contactTypeView({ contact_type_id: 4711 }))).to.deep.include({
      call: 'contactTypeView',
      status: 404,
      errors: 'Record Not Found',
      inputs: {},
      retryAfter: null,
    });
    const refused = await failureOf(client.senderSave({ ...SENDER, from_email: 'none', country_id: 0 }));
    expect(refused.status).to.equal(422);
    expect(refused.inputs).to.deep.equal({
      from_email: ['The from email field must be a valid email address.'],
      country_id: ['The selected country id is invalid.'],
    });
    expect(refused.requestId).to.match(/^[0-9a-f-]{36}$/);
    expect(refused.message).to.match(/^senderSave answered 422: \{"from_email"/);
    const stranger = createClient({ url: api.url, publicKey: 'nobody', secretKey: 'knows' });
    expect(await failureOf(stranger.senderList())).to.deep.include({
      status: 401,
      errors: 'Invalid public key or secret key.',
    });
  });

  it('reports when another server answers in place of the API', async () => {
    const behind = (status: number, text: string, headers = {}) =>
      createClient({
        url: api.url,
        publicKey: 'a',
        secretKey: 'b',
        retries: 0,
        fetch: async () => new Response(text, { status, headers }),
      });
    const failure = await failureOf(behind(502, '<h1>Bad Gateway</h1>').senderList());
    expect(failure).to.deep.include({ status: 502, errors: '<h1>Bad Gateway</h1>', requestId: null });
    // Does not compile where a code is any text.
    const known: FailureCode | '' = failure.code;
    expect(known).to.equal('');
    const busy = behind(429, '{"status":"failed","errors":"Too Many Requests"}', { 'Retry-After': '7' });
    expect(await failureOf(busy.senderList())).to.deep.include({
      errors: 'Too Many Requests',
      retryAfter: 7,
    });
    expect((await failureOf(behind(200, '<p>Welcome</p>').senderList())).status).to.equal(200);
  });

  it('aborts a call on request', async () => {
    const error = await client
      .senderList({}, { signal: AbortSignal.abort() })
      .catch((reason: Error) => reason);
    expect(error).to.have.property('name', 'AbortError');
  });
});
