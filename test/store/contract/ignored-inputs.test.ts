import { expect } from 'chai';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { type AccountFixture, addFixtures, givenTo } from '../../support/account-fixture.ts';
import { type Api, startApi } from '../../support/api.ts';
import { type Bare, ENDPOINTS, type Given, inputsBy, requestOf, send } from '../../support/calls.ts';
import { ENCODINGS } from '../../support/encodings.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';

const UNKNOWN = 'wombat_name';
const VALUE = 'a-value-that-no-answer-shows';
const EXCLUSION = 'exclude_specific_recipient_id';

describe('the API with inputs that a call ignores', () => {
  let api: Api;
  let fixture: AccountFixture;

  before(async () => {
    api = await startApi('contract-ignored-inputs', { RATE_CALLS: '0' });
    fixture = await addFixtures(await api.account(), 'ignored');
  });
  after(() => api.stop());

  /** The ignored inputs that an answer reports, in its body and in its header. */
  const toldIn = ({ headers, body }: Bare): { warnings: string[]; names: string[] } => ({
    warnings: isJson(headers) ? ((JSON.parse(body) as { warnings?: string[] }).warnings ?? []) : [],
    names: (headers['x-ignored-inputs'] ?? '').split(', ').filter((name) => name !== ''),
  });
  const isJson = (headers: Bare['headers']): boolean =>
    headers['content-type']?.startsWith('application/json') === true && headers['etag'] === undefined;

  it('refuses each of them where a call prefers that', async () => {
    const client = await api.account();
    const add = (prefer: string, inputs: object) =>
      fetch(`${api.url}/api/contacts-type/add`, {
        method: 'POST',
        headers: {
          PublicKey: client.public_key,
          SecretKey: client.secret_key,
          'Content-Type': 'application/json',
          Prefer: prefer,
        },
        body: JSON.stringify(inputs),
      });
    const refused = await add('respond-async, handling=strict', { name: 'Readers', names: 'x' });
    expect(refused.status).to.equal(422);
    expect(refused.headers.get('preference-applied')).to.equal('handling=strict');
    expect(await refused.json()).to.deep.include({
      errors: { names: ['The names field format is invalid.'] },
      hints: { names: ['names is not an input of this call.'] },
    });
    expect((await client.get('/contacts-type')).body.message.contactTypes).to.deep.equal([]);
    expect((await add('handling=strict', { name: 'Readers' })).status).to.equal(200);
    expect((await add('handling=lenient', { name: 'Writers', names: 'x' })).status).to.equal(200);
  });

  describe('in each row of the contract', () => {
    const deletes = (path: string): boolean => path.endsWith('delete');
    // Deletes come last, because the other calls need the original records.
    const ordered = [...ENDPOINTS].sort((a, b) => Number(deletes(a.row.path)) - Number(deletes(b.row.path)));
    for (const endpoint of ordered) {
      const { name, row, method } = endpoint;
      it(`names each in the warnings of ${method} ${row.path}`, async () => {
        const given: Given = givenTo(name, inputsBy(name), fixture);
        const plain = await send(api, fixture.client, requestOf(endpoint, given));
        if (plain.status === 200) {
          const { warnings, names } = toldIn(plain);
          expect(names).to.deep.equal([]);
          expect(warnings.join()).not.to.include('input of this call');
          if (isJson(plain.headers) && !row.extras?.includes('warnings'))
            expect(JSON.parse(plain.body)).not.to.have.property('warnings');
        }
        const request = requestOf(endpoint, {
          ...givenTo(name, inputsBy(name), fixture),
          [UNKNOWN]: VALUE,
        });
        if (method === 'POST')
          request.path += `${request.path.includes('?') ? '&' : '?'}${UNKNOWN}_2=${VALUE}`;
        const answer = await send(api, fixture.client, request);
        if (answer.status !== 200) {
          expect(answer.status).to.be.oneOf([404, 409, 422, 429, plain.status]);
          return;
        }
        const { warnings, names } = toldIn(answer);
        const wanted = method === 'POST' ? [`${UNKNOWN}_2`, UNKNOWN] : [UNKNOWN];
        expect(names).to.deep.equal(wanted);
        if (isJson(answer.headers))
          expect(warnings.slice(0, wanted.length)).to.deep.equal(
            wanted.map((one) => `${one} is not an input of this call.`),
          );
        expect(answer.body + JSON.stringify(answer.headers)).not.to.include(VALUE);
      });
    }
  });

  it('names them in the hints of a refusal, too, in each row of the contract', async () => {
    const names = ['nme', 'email_address', 'constructor', UNKNOWN];
    let refused = 0;
    for (const endpoint of ENDPOINTS) {
      const inputs = inputsBy(endpoint.name);
      const strange = names.filter((name) => inputs.every((input) => input.name !== name));
      const isList = 'list' in endpoint.row.done;
      const given = {
        ...Object.fromEntries(strange.map((name) => [name, VALUE])),
        // Read before the other inputs.
        ...(isList && { limit: 0 }),
      };
      const answer = await send(api, fixture.client, requestOf(endpoint, given));
      if (isList) expect(answer.status, endpoint.row.path).to.equal(422);
      if (answer.status !== 422) continue;
      refused += 1;
      const { hints } = JSON.parse(answer.body) as { hints: Record<string, string[]> };
      const texts = Object.values(hints).flat().join(' ');
      for (const name of strange)
        expect(texts, `${endpoint.row.path}: ${answer.body}`).to.include(
          `${name} is not an input of this call.`,
        );
      expect(answer.headers['x-ignored-inputs']).to.equal(strange.join(', '));
      expect(answer.body).not.to.include(VALUE);
    }
    expect(refused).to.be.greaterThan(100);
  });

  it('says at a refused contact which inputs were meant', async () => {
    const given = { nme: 'Ada', email_address: 'ada@example.com' };
    expect((await fixture.client.post('/contacts/add', given)).body.hints).to.deep.equal({
      nme: ['nme is not an input of this call.'],
      email: ['email_address is not an input of this call. Did you mean email?'],
    });
    expect((await fixture.client.post('/contacts-type/add', { nme: 'Readers' })).body.hints).to.deep.equal({
      name: ['nme is not an input of this call. Did you mean name?'],
    });
  });

  const told = async (path: string, init: RequestInit = {}): Promise<string[]> => {
    const answer = await fixture.client.request(path, init);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.warnings ?? [];
  };
  const contact = (more: Given): Given => ({
    ...givenTo('contactAdd', inputsBy('contactAdd'), fixture),
    email: `new-${Math.random()}@example.com`,
    ...more,
  });
  const added = async (more: Given): Promise<string[]> =>
    (await fixture.client.post('/contacts/add', contact(more))).body.warnings ?? [];

  it('names the similar input that was probably meant', async () => {
    for (const [given, meant] of [
      ['firstname', 'first_name'],
      ['First_Name', 'first_name'],
      ['lastName', 'last_name'],
      ['frist_name', 'first_name'],
      ['adress_line1', 'address_line1'],
      ['postalcode', 'postal_code'],
      ['wombat', null],
      ['xy', null],
      ['éè', null],
    ] as const) {
      const near = meant === null ? '' : ` Did you mean ${meant}?`;
      const inputs = Object.entries(contact({ [given]: 'x' })).filter(([name]) => name !== meant);
      const { body } = await fixture.client.post('/contacts/add', Object.fromEntries(inputs));
      expect(body.warnings).to.deep.equal([`${given} is not an input of this call.${near}`]);
    }
  });

  it('names no input that was given', async () => {
    const { name, ...rest } = { name: 'A name', ...aSend(await layGround(fixture.client)) };
    expect((await fixture.client.post('/single/send/create', { ...rest, name })).body.warnings).to.include(
      'name is not an input of this call.',
    );
    expect(await added({ email_adress: 'x', id: 1 })).to.deep.equal([
      'email_adress is not an input of this call.',
      'id is not an input of this call.',
    ]);
  });

  it('warns of an input in the wrong place', async () => {
    const name = `type-${Math.random()}`;
    const answer = await fixture.client.post('/contacts-type/add?name=lost', { name });
    expect(answer.body.warnings).to.deep.equal([
      'name was sent in the query; this call reads it from the body.',
    ]);
    expect(await told('/contacts/list?page=2&limit=1')).to.deep.equal(['page is not an input of this call.']);
    // fetch() sends no body with a GET, so that a DELETE stands for it.
    const path = '/segment/delete?segment_id=999999999';
    for (const encode of Object.values(ENCODINGS)) {
      const form = encode([['segment_id', '1']]);
      const isForm = form instanceof FormData || form instanceof URLSearchParams;
      const init = isForm
        ? { method: 'DELETE', body: form }
        : { method: 'DELETE', body: JSON.stringify(form), headers: { 'Content-Type': 'application/json' } };
      const deleted = await send(api, fixture.client, { path, init });
      expect([deleted.status, deleted.headers['x-ignored-inputs']]).to.deep.equal([404, 'segment_id']);
    }
  });

  it('warns of an input that another input overrides', async () => {
    const ground: Ground = await layGround(fixture.client);
    const fields = { ...aSend(ground), schedule_type: 0 };
    const dated = { ...fields, schedule_date: '2031-01-01', schedule_time: '' };
    const answer = await fixture.client.post('/single/send/create', dated);
    expect(answer.body.warnings).to.include('schedule_date is ignored because schedule_type is 0.');
    expect(answer.body.warnings.join()).not.to.include('schedule_time');
  });

  it('warns of twenty at most, and cuts their names at 80 characters', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 11_000 }, (_, number) => [`${'n'.repeat(100)}${number}`, 'x']),
    );
    const warnings = await added(many);
    expect(warnings).to.have.length(20);
    for (const warning of warnings)
      expect(warning).to.equal(`${'n'.repeat(80)}… is not an input of this call.`);
  });

  it('repeats the warnings when a call is repeated by its key', async () => {
    const init = {
      method: 'POST',
      headers: { 'Idempotency-Key': `key-${Math.random()}` },
      body: new URLSearchParams({ name: `type-${Math.random()}`, nam: 'x' }),
    };
    const warnings = ['nam is not an input of this call.'];
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await fixture.client.request('/contacts-type/add', init);
      expect([status, body.warnings]).to.deep.equal([200, warnings]);
    }
  });

  describe('that seem to exclude recipients', () => {
    let ground: Ground;
    before(async () => {
      ground = await layGround(fixture.client);
    });

    const create = (more: Given, query = '') =>
      fixture.client.post(`/single/send/create${query}`, { ...aSend(ground), ...more });
    const stored = () => rows(SingleSend).countDocuments({ user_id: fixture.client.user_id });
    const everyone = () => aSend(ground)['recipient_id'];

    for (const name of [
      'exclude_recipient_id',
      'excludeSpecificRecipientId',
      'exclude_specific_recipient_ids',
      'Exclude_Specific_Recipient_ID',
      'exclude_specific_recipient',
      'exclude_segment',
      'exclude',
      'excluded',
      'exlude_recipient_id',
      'exclusions',
      'recipients_to_exclude',
    ]) {
      it(`refuses ${name}`, async () => {
        const before = await stored();
        const answer = await create({ [name]: everyone() });
        expect(answer.status, JSON.stringify(answer.body)).to.equal(422);
        expect(answer.body.errors).to.deep.equal({
          [EXCLUSION]: ['The exclude specific recipient id field format is invalid.'],
        });
        expect(answer.body.hints).to.deep.equal({
          [EXCLUSION]: [`${name} is not an input of this call. Did you mean ${EXCLUSION}?`],
        });
        expect(await stored()).to.equal(before);
      });
    }

    it('covers all rows that exclude recipients', () => {
      const leaving = ENDPOINTS.filter(({ name }) =>
        inputsBy(name).some((input) => /exclud/.test(input.name)),
      );
      expect(leaving.map(({ row }) => row.path)).to.have.members([
        '/single/send/create',
        '/single/send/update',
        '/single-send/audience',
      ]);
    });

    it('refuses such an input in each of these rows', async () => {
      for (const { row, method, name } of ENDPOINTS) {
        if (!inputsBy(name).some((input) => input.name === EXCLUSION)) continue;
        const request = requestOf(
          { row, method },
          {
            ...givenTo(name, inputsBy(name), fixture),
            exclude_recipient_id: ['contacts_1'],
          },
        );
        expect((await send(api, fixture.client, request)).status, row.path).to.equal(422);
      }
    });

    it('refuses such an input in the wrong place', async () => {
      const before = await stored();
      const answer = await create({}, `?${EXCLUSION}[0]=contacts_1`);
      expect(answer.status).to.equal(422);
      expect(answer.body.hints).to.deep.equal({
        [EXCLUSION]: [`${EXCLUSION} was sent in the query; this call reads it from the body.`],
      });
      expect(await stored()).to.equal(before);
    });

    it('accepts inputs that only include, or look alike', async () => {
      for (const name of ['include_recipient_id', 'execute', 'expires_at', 'extra']) {
        const answer = await create({ [name]: 'x' });
        expect([name, answer.status]).to.deep.equal([name, 200]);
        expect(answer.body.warnings.join()).to.include(`${name} is not an input of this call.`);
      }
    });
  });
});
