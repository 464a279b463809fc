import { expect } from 'chai';
import { createClient } from '../../../client/src/index.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { failureOf } from '../../support/client-failures.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';

describe('a refusal with hints', () => {
  let api: Api;
  let client: Client;
  let type: number;

  before(async () => {
    api = await startApi('contract-hints');
    client = await api.account();
    type = (await client.post('/contacts-type/add', { name: 'People' })).body.id;
  });
  after(() => api.stop());

  it('names line and column of invalid JSON', async () => {
    const { status, body } = await client.request('/contacts-type/add', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{\n  "name": Readers\n}',
    });
    expect([status, body]).to.deep.equal([
      400,
      {
        status: 'failed',
        errors: 'Bad Request',
        hints: { body: ['The JSON is broken at line 2, column 11.'] },
      },
    ]);
  });

  it('says why a template is not valid', async () => {
    const hintsOf = async (template_json: string) => {
      const { body } = await client.post('/single/send/create', { template_json });
      expect(body.errors.template_json).to.deep.equal(['The template json field format is invalid.']);
      return body.hints.template_json[0] as string;
    };
    expect(await hintsOf('{"mjml": ')).to.equal('The JSON is broken at line 1, column 9.');
    expect(await hintsOf('{"html": "<p>"}')).to.match(/under the key mjml/);
  });

  it('says how an entry of recipients is written', async () => {
    const { body } = await client.post('/single/send/create', { recipient_id: ['contacts_1', 'contacts-2'] });
    expect(body.errors.recipient_id).to.deep.equal(['The selected recipient id is invalid.']);
    expect(body.hints.recipient_id[0]).to.equal(
      'Write contacts_1 for the contact type 1, or segments_1 for the segment 1: "contacts-2" is neither.',
    );
    const long = await client.post('/automations/create', { automation_for: 'x'.repeat(250) });
    expect(long.body.hints.automation_for[0]).to.have.length.below(200);
  });

  it('names the unknown field of a rule', async () => {
    const { body } = await client.post('/segment/store', {
      segment_name: 'S',
      contact_type_id: type,
      select_field: ['city', 'shoe_size'],
      select_operator: ['is not blank', 'is not blank'],
    });
    expect(body.errors).to.deep.equal({ select_field: ['The selected select field is invalid.'] });
    expect(body.hints).to.deep.equal({ select_field: ['There is no field "shoe_size".'] });
  });

  it('shows the correct path for one with a slash at its end', async () => {
    const { status, body } = await client.get('/contacts/list/');
    expect([status, body]).to.deep.equal([
      404,
      {
        status: 'failed',
        errors: 'Not Found',
        hints: { path: ['Write /api/contacts/list: paths end without a slash.'] },
      },
    ]);
    expect((await client.get('/nothing/')).body).to.not.have.property('hints');
  });

  const refusedBy = async (
    path: string,
    given: Readonly<Record<string, unknown>>,
    by = client,
  ): Promise<Record<string, string[]>> => {
    const { status, body } = await by.post(path, given);
    expect(status, JSON.stringify(body)).to.equal(422);
    return body.hints;
  };

  it('names the words, the nearest first', async () => {
    const hints = await refusedBy('/custom-fields/save', { field_name: 'age', field_type: 'numbers' });
    expect(hints['field_type']).to.deep.equal([
      'Did you mean number? Write one of: text, number, datetime-local.',
    ]);
    const automation = await refusedBy('/automations/create', { type: 'abc', automation_name: 'A' });
    expect(automation['type']![0]).to.match(/^Write one of: .*welcome/);
    const flag = await refusedBy('/webhooks/save', {
      url: 'https://a.example',
      events: ['sender.verified'],
      batch: 'yes',
    });
    expect(flag).to.deep.equal({ batch: ['Write 1 or true, or 0 or false.'] });
  });

  it('names the wrong entry of a list', async () => {
    const hintOf = async (name: string) =>
      (await refusedBy('/webhooks/save', { url: 'https://a.example', events: ['sender.verified', name] }))[
        'events'
      ]![0];
    expect(await hintOf('contact.add')).to.match(
      /^"contact\.add" is none of the words\. Did you mean contact\.added\? Write any of: delivery\.accepted, /,
    );
    expect(await hintOf('*')).to.match(/^"\*" is none of the words\. Write any of: /);
    const nested = await refusedBy('/webhooks/save', {
      url: 'https://a.example',
      events: [['sender.verified']],
    });
    expect(nested['events']).to.deep.equal([
      'Write a list of texts or numbers, without lists or objects in it.',
    ]);
  });

  it('says which condition of a rule is wrong, and what its field takes', async () => {
    const rule = (given: object) =>
      refusedBy('/segment/preview', { contact_type_id: type, query_type: 'and', ...given });
    const operator = await rule({
      select_field: ['city', 'created_at'],
      select_operator: ['is', 'contains'],
      value: ['Bonn', 'x'],
    });
    expect(operator['select_operator']![0]).to.match(
      /^Condition 2 \(created_at\): "contains" is none of the words\. Write any of: is, is not, on, /,
    );
    const uneven = await rule({ select_field: ['city', 'email'], select_operator: ['is'], value: ['Bonn'] });
    expect(uneven['select_operator']).to.deep.equal([
      'Write one operator for each field: there are 2 fields and 1 operator.',
    ]);
    const operands = await rule({
      select_field: ['created_at', 'city'],
      select_operator: ['is between', 'is blank'],
      value: ['2026-01-01'],
    });
    expect(operands['value']).to.deep.equal([
      'The conditions take 2 operands together; 1 came.',
      'Condition 1 (created_at is between) takes two of them: a date and a date.',
      'Condition 2 (city is blank) takes no operand.',
    ]);
    const kinds = await rule({
      select_field: ['city', 'created_at'],
      select_operator: ['is', 'is within'],
      value: ['Bonn', 'week'],
    });
    expect(kinds['value']![1]).to.equal(
      'Condition 2 (created_at is within) takes a number of days; it got "week".',
    );
    const near = await rule({ select_field: ['first_nmae'], select_operator: ['is'], value: ['Ada'] });
    expect(near['select_field']).to.deep.equal(['There is no field "first_nmae". Did you mean first_name?']);
  });

  describe('fixed as its hint says', () => {
    const said = (pattern: RegExp, hint: string | undefined): string => pattern.exec(hint ?? '')?.[1] ?? '';
    const nearest = (hint: string | undefined) => said(/Did you mean ([\w.-]+)\?/, hint);
    const firstWord = (hint: string | undefined) => said(/Write (?:one|any) of: ([^,.]+)/, hint);
    const rule = (select_field: string, select_operator: string, value: string[]) => ({
      contact_type_id: type,
      query_type: 'and',
      select_field: [select_field],
      select_operator: [select_operator],
      ...(value.length > 0 && { value }),
    });
    const contact = { contact_type_id: 0, email: 'fixed@b.example', country: '84' };
    const hook = { url: 'https://a.example', events: ['sender.verified'] };
    let ground: Ground;
    before(async () => {
      ground = await layGround(await api.account());
    });

    type Inputs = Readonly<Record<string, unknown>>;
    interface Correction {
      readonly path: string;
      /** The account that calls; absent: `client`. */
      readonly by?: () => Client;
      readonly wrong: () => Inputs;
      /** The key of the hint. */
      readonly key: string;
      readonly fixed: (hint: string, wrong: Inputs) => Inputs;
    }
    const corrections: readonly Correction[] = [
      {
        path: '/custom-fields/save',
        wrong: () => ({ field_name: 'shoe_size', field_type: 'numbers' }),
        key: 'field_type',
        fixed: (hint, wrong) => ({ ...wrong, field_type: nearest(hint) }),
      },
      {
        path: '/automations/create',
        wrong: () => ({ type: 'abc', automation_name: 'Fixed' }),
        key: 'type',
        fixed: (hint, wrong) => ({ ...wrong, type: firstWord(hint) }),
      },
      {
        path: '/webhooks/save',
        wrong: () => ({ ...hook, batch: 'yes' }),
        key: 'batch',
        fixed: (hint, wrong) => ({ ...wrong, batch: said(/Write (\S+) or/, hint) }),
      },
      {
        path: '/webhooks/save',
        wrong: () => ({ ...hook, events: ['contact.add'] }),
        key: 'events',
        fixed: (hint, wrong) => ({ ...wrong, events: [nearest(hint)] }),
      },
      {
        path: '/segment/preview',
        wrong: () => rule('first_nmae', 'is', ['Ada']),
        key: 'select_field',
        fixed: (hint) => rule(nearest(hint), 'is', ['Ada']),
      },
      {
        path: '/segment/preview',
        wrong: () => rule('city', 'equals', ['Bonn']),
        key: 'select_operator',
        fixed: (hint) => rule('city', firstWord(hint), ['Bonn']),
      },
      {
        path: '/contacts/add',
        wrong: () => ({ ...contact, contact_type_id: type, country: 'Germany' }),
        key: 'country',
        fixed: (hint, wrong) => ({ ...wrong, country: said(/is (\d+)/, hint) }),
      },
      {
        path: '/single/send/create',
        by: () => ground.client,
        wrong: () => aSend(ground, { recipient_id: [`contacts-${ground.contact_type_id}`] }),
        key: 'recipient_id',
        fixed: (hint, wrong) => ({
          ...wrong,
          recipient_id: [said(/Write (contacts_)/, hint) + ground.contact_type_id],
        }),
      },
      {
        path: '/custom-fields/save',
        wrong: () => ({ field_name: 'hat size', field_type: 'text' }),
        key: 'field_name',
        fixed: (hint, wrong) => ({
          ...wrong,
          field_name: String(wrong['field_name']).replace(/\W/g, said(/digits and (\S), /, hint)),
        }),
      },
      {
        path: '/webhooks/save',
        wrong: () => ({ ...hook, events: [['sender.verified']] }),
        key: 'events',
        fixed: (hint) => ({
          ...hook,
          events: [said(/without lists (or) objects/, hint) && 'sender.verified'],
        }),
      },
      {
        path: '/segment/preview',
        wrong: () => ({ ...rule('city', 'is', ['Bonn', 'Ada']), select_field: ['city', 'first_name'] }),
        key: 'select_operator',
        fixed: (hint, wrong) => ({
          ...wrong,
          select_operator: Array.from({ length: Number(said(/are (\d+) fields/, hint)) }, () => 'is'),
        }),
      },
      {
        path: '/segment/preview',
        wrong: () => rule('created_at', 'is between', ['2026-01-01']),
        key: 'value',
        fixed: (hint, wrong) => ({
          ...wrong,
          value: Array.from({ length: Number(said(/take (\d+) operands/, hint)) }, () => '2026-01-01'),
        }),
      },
      {
        path: '/segment/preview',
        wrong: () => rule('created_at', 'is within', ['week']),
        key: 'value',
        fixed: (hint, wrong) => ({ ...wrong, value: [said(/takes a (number) of days/, hint) && '7'] }),
      },
      {
        path: '/contacts/add',
        wrong: () => ({ ...contact, contact_type_id: type, email: 'fixed tag@b.example' }),
        key: 'email',
        fixed: (hint, wrong) => ({
          ...wrong,
          email: String(wrong['email']).replace(' ', said(/write (\+) as/, hint)),
        }),
      },
      {
        path: '/messages/send',
        by: () => ground.client,
        wrong: () => ({ sender_id: ground.sender_id, subject: 'Hi', email: 'a@b.example', text: 'Hello' }),
        key: 'template_text',
        fixed: (hint, { text, ...wrong }) => ({ ...wrong, [nearest(hint)]: text }),
      },
    ];
    for (const { path, by = () => client, wrong, key, fixed } of corrections)
      it(`takes ${key} of ${path}`, async () => {
        const given = wrong();
        const hints = await refusedBy(path, given, by());
        const { status, body } = await by().post(path, fixed(hints[key]![0]!, given));
        expect(status, JSON.stringify(body)).to.equal(200);
      });

    it('takes a path', async () => {
      const { body } = await client.get('/Contacts/list');
      const path = said(/Write \/api(\S+)\.$/, body.hints.path[0]);
      expect((await client.get(path)).status).to.equal(200);
    });

    it('takes an input where it is meant', async () => {
      const { id } = (await client.post('/contacts-type/add', { name: 'To delete' })).body;
      const contact_type_id = String(id);
      const wrong = await client.request('/contacts-type/delete', {
        method: 'DELETE',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ contact_type_id }),
      });
      expect([wrong.status, wrong.body.hints]).to.deep.equal([
        422,
        {
          contact_type_id: ['contact_type_id was sent in the body; this call reads it from the query.'],
        },
      ]);
      const rightPath = `/contacts-type/delete?contact_type_id=${contact_type_id}`;
      expect((await client.delete(rightPath)).status).to.equal(200);
    });
  });

  it('gives the number of a country that is named', async () => {
    const hints = (country: string) =>
      refusedBy('/contacts/add', { contact_type_id: type, email: 'a@b.example', country });
    expect((await hints('Germany'))['country']).to.deep.equal((await hints('DE'))['country']);
    expect((await hints('Germany'))['country']![0]).to.match(
      /^Germany is \d+ \(get\/country-state-city\)\.$/,
    );
    expect((await hints('Nowhere'))['country']).to.deep.equal([
      'Write at most 15 digits, and no other characters.',
    ]);
  });

  it('gives the id of the contact that has an address, also for a keyed call', async () => {
    const given = { contact_type_id: type, email: 'taken@b.example', country: 84 };
    const { id } = (await client.post('/contacts/add', given)).body;
    const wanted = { email: [`The contact ${id} of this type has this address.`] };
    expect(await refusedBy('/contacts/add', given)).to.deep.equal(wanted);
    const keyed = await client.request('/contacts/add', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'taken' },
      body: JSON.stringify({ ...given, email: 'TAKEN@b.example' }),
    });
    expect([keyed.status, keyed.body.hints]).to.deep.equal([422, wanted]);
    const other = (await client.post('/contacts/add', { ...given, email: 'other@b.example' })).body.id;
    expect(
      await refusedBy(`/contacts/update?contact_id=${other}`, { contact_id: other, ...given }),
    ).to.deep.equal({
      ...wanted,
      contact_id: ['contact_id was sent in the query; this call reads it from the body.'],
    });
  });

  it('says what the name of a field may be', async () => {
    const hintOf = async (field_name: string) =>
      (await refusedBy('/custom-fields/save', { field_name, field_type: 'text' }))['field_name'];
    expect(await hintOf('shoe size')).to.deep.equal([
      'Write letters, digits and _, and no other characters.',
    ]);
    expect(await hintOf('email')).to.deep.equal(['"email" is reserved: `reserve-fields` lists such names.']);
  });

  it('says how a plus is written', async () => {
    const { body } = await client.request('/contacts/add', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `contact_type_id=${type}&email=ann+tag@b.example`,
    });
    expect(body.hints).to.deep.equal({
      email: ['"ann tag@b.example" is no address. In a form or query, write + as %2B.'],
    });
  });

  it('names the call that shows what can be chosen', async () => {
    const hints = await refusedBy('/contacts/add', {
      contact_type_id: 999_999,
      email: 'x@b.example',
      country: 84,
    });
    expect(hints).to.deep.equal({ contact_type_id: ['`contacts-type` shows what can be chosen.'] });
  });

  it('says where an input was sent that the call reads from another place', async () => {
    const { body } = await client.request('/webhooks/test', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"id": 5}',
    });
    expect(body.hints).to.deep.equal({
      id: ['id was sent in the body; this call reads it from the query.'],
    });
    const form = await client.request('/contacts-type/add', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: '{"name": "Readers"}',
    });
    expect(form.body.hints.name).to.deep.equal([
      'The body was read as a form. For JSON, send Content-Type: application/json.',
    ]);
  });

  it('names the input that another word stands for', async () => {
    const hints = await refusedBy('/messages/send', { to: 'a@b.example', subject: 'Hi', text: 'Hello' });
    expect(hints).to.deep.include({
      email: ['to is not an input of this call. Did you mean email?'],
      template_text: ['text is not an input of this call. Did you mean template_text?'],
    });
  });

  it('says how several ids are written', async () => {
    const { status, body } = await client.delete('/contacts/bulk-delete?strIds=999,998');
    const asPost = await client.post('/contacts/bulk-delete', { strIds: ['["999"]'] });
    for (const [answer, shown] of [
      [{ status, body }, '"999,998"'],
      [asPost, String.raw`"[\"999\"]"`],
    ] as const)
      if (answer.status === 404 && answer.body.errors === 'Record Not Found')
        expect(answer.body.hints.strIds).to.deep.equal([
          `${shown} is read as one id. Write one id an entry: strIds[]=5&strIds[]=6.`,
        ]);
    expect([status, asPost.status]).to.include(404);
  });

  it('says which bodies can be read', async () => {
    const post = (type: string | null, body: string) =>
      client.request('/contacts-type/add', {
        method: 'POST',
        headers: type === null ? {} : { 'Content-Type': type },
        body,
      });
    const list = await post('application/json', '[{"name": "Readers"}]');
    expect([list.status, list.body.hints.body]).to.deep.equal([
      400,
      ['Write one JSON object, such as {"name": "Readers"}.'],
    ]);
    const bare = await post('multipart/form-data', 'name=Readers');
    expect(bare.status).to.equal(400);
    expect(bare.body.hints.body[0]).to.match(/^The Content-Type has no boundary\./);
    const xml = await post('application/xml', '<name/>');
    const types = 'application/json, application/x-www-form-urlencoded, multipart/form-data';
    expect([xml.status, xml.headers.get('accept-post'), xml.body.hints.body]).to.deep.equal([
      415,
      types,
      [`Send one of these types of content: ${types}.`],
    ]);
  });

  for (const [given, meant] of [
    ['/api/Contacts/list', 'Write /api/contacts/list.'],
    ['/api/single-send/create', 'Write /api/single/send/create.'],
    ['/api/segments/list', 'Write /api/segment/list.'],
    ['/contacts/list', 'Write /api/contacts/list.'],
    ['/api/contacts/5', 'Write /api/contacts/details: an id is an input, not a part of the path.'],
  ] as const)
    it(`names the path that ${given} may mean`, async () => {
      const answer = await fetch(`${api.url}${given}`);
      const body = (await answer.json()) as { hints?: unknown };
      expect([answer.status, body.hints]).to.deep.equal([404, { path: [meant] }]);
    });

  it('reports an unknown country together with all other problems', async () => {
    const contact = await client.post('/contacts/add', {
      contact_type_id: type,
      email: 'none',
      country: 9999,
    });
    expect(contact.body.errors).to.have.keys('email', 'country');
    const sender = await client.post('/sender/save', { country_id: 9999, from_email: 'none' });
    expect(sender.body.errors).to.include.keys('country_id', 'from_email', 'nickname');
    expect(sender.body.errors.country_id).to.deep.equal(['The selected country id is invalid.']);
  });

  it('reaches the typed client, also when it is given the address of the API itself', async () => {
    const typed = createClient({
      url: `${api.url}/api/`,
      publicKey: client.public_key,
      secretKey: client.secret_key,
    });
    expect(await typed.contactTypeList()).to.have.length(1);
    const failure = await failureOf(
      typed.segmentPreview({ contact_type_id: type, select_field: ['shoe'], select_operator: ['is blank'] }),
    );
    expect(failure.hints).to.deep.equal({ select_field: ['There is no field "shoe".'] });
  });
});
