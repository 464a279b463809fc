import { expect } from 'chai';
import { type ContractRow, contract, type EndpointName, isAudited } from '../../../api/contract.ts';
import { idsOfTime } from '../../../api/services/queries/audit-ids.ts';
import { createKeyPair, UNLIMITED } from '../../../common/accounts/key-pairs.ts';
import { audited, beginAct, OPERATOR, removeEntries } from '../../../common/changes/audit-entries.ts';
import { now } from '../../../common/clock.ts';
import { Account } from '../../../common/models/accounts.ts';
import { AuditEntry, type AuditEntryDocument } from '../../../common/models/audit-entries.ts';
import { Automation } from '../../../common/models/automations.ts';
import { Key } from '../../../common/models/keys.ts';
import { reserveIds } from '../../../common/store/ids.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { createSeries } from '../../support/automations.ts';
import { visit } from '../../support/browser-form.ts';
import { layGround } from '../../support/factories.ts';
import { examinedDuring } from '../../support/profiler.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 24 * 3600_000;

describe('the audit log', () => {
  let api: Api;
  let client: Client;
  before(async () => {
    api = await startApi('contract-audit', { RATE_SIGN_INS: '1000' });
  });
  after(() => api.stop());
  beforeEach(async () => {
    client = await api.account();
  });

  const listed = async (query = '', by = client) =>
    (await by.get(`/account/audit${query}`)).body.message.audit as Record<string, unknown>[];
  const stored = (): Promise<AuditEntryDocument[]> =>
    rows(AuditEntry).find({ user_id: client.user_id }).sort({ _id: 1 }).toArray();

  it('records each act with its actor, key and record, and none of its contents', async () => {
    const { body } = await client.post('/contacts-type/add', { name: 'Secret society' });
    await client.post('/contacts-type/update', { id: body.id, name: 'ada@example.com' });
    const { name } = (await rows(Key).findOne({ _id: client.public_key }))!;
    const entries = await listed();
    expect(entries.map(({ act, record_id, outcome }) => [act, record_id, outcome])).to.deep.equal([
      ['contactTypeAdd', body.id, 'done'],
      ['contactTypeUpdate', body.id, 'done'],
    ]);
    expect(entries[0]).to.include({
      by: 'key',
      key: client.public_key.slice(0, 11),
      key_name: name,
      network: '127.0.0.0/24',
      utr: null,
      records: null,
    });
    expect(JSON.stringify(await stored())).not.to.match(/society|example\.com/i);
  });

  it('records no refused input, no call of a program and no reading', async () => {
    expect((await client.post('/contacts-type/add', { name: '' })).status).to.equal(422);
    expect((await client.post('/suppressions/save', { email_address: 'ada@example.com' })).status).to.equal(
      200,
    );
    await client.get('/contacts-type');
    await listed();
    expect(await listed()).to.deep.equal([]);
  });

  it('distinguishes a refused act from one that was done, and counts the named records', async () => {
    expect((await client.post('/contacts-type/update', { id: 999_999, name: 'Gone' })).status).to.equal(404);
    const { body } = await client.post('/suppressions/save', { email_address: 'ada@example.com' });
    await client.post('/suppressions/bulk-delete', { strIds: body.ids });
    await client.get('/contacts/download');
    expect(
      (await listed()).map(({ act, record_id, records, outcome }) => [act, record_id, records, outcome]),
    ).to.deep.equal([
      ['contactTypeUpdate', 999_999, null, 'refused'],
      ['suppressionBulkDelete', null, 1, 'done'],
      ['contactDownload', null, null, 'done'],
    ]);
  });

  it('records a refusal as one also where the call has a key', async () => {
    const call = () =>
      client.request('/contacts-type/update', {
        method: 'POST',
        headers: { 'Idempotency-Key': 'refused' },
        body: new URLSearchParams({ id: '999999', name: 'Gone' }),
      });
    for (let run = 1; run <= 2; run += 1) expect((await call()).status).to.equal(404);
    expect((await listed()).map(({ outcome }) => outcome)).to.deep.equal(['refused']);
  });

  it('records a call once when it is repeated by its key', async () => {
    const call = () =>
      client.request('/contacts-type/add', {
        method: 'POST',
        headers: { 'Idempotency-Key': 'once' },
        body: new URLSearchParams({ name: 'Once' }),
      });
    expect((await call()).status).to.equal(200);
    expect((await call()).status).to.equal(200);
    expect((await listed()).map(({ outcome }) => outcome)).to.deep.equal(['done']);
  });

  it('shows an act that broke off as begun', async () => {
    const act = { userId: client.user_id, actor: OPERATOR, act: 'account_suspended' };
    await audited(act, () => Promise.reject(new Error('broke off'))).catch(() => {});
    await audited(act, async () => null);
    expect((await listed()).map(({ by, outcome }) => [by, outcome])).to.deep.equal([
      ['operator', 'begun'],
      ['operator', 'refused'],
    ]);
  });

  it('lists the newest acts, and by page those before', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
      await client.post('/contacts-type/add', { name });
    }
    const ids = (await listed()).map(({ id }) => Number(id));
    const idsBy = async (query: string) => (await listed(query)).map(({ id }) => id);
    expect(await idsBy('?last=2')).to.deep.equal(ids.slice(3));
    expect(await idsBy(`?last=2&before_id=${ids[3]}`)).to.deep.equal(ids.slice(1, 3));
    expect(await idsBy(`?last=2&before_id=${ids[1]}`)).to.deep.equal(ids.slice(0, 1));
    expect(await idsBy(`?before_id=${ids[0]}`)).to.deep.equal([]);
    for (const wrong of ['last=0', 'last=501', 'last=x', 'before_id=x', 'last[]=1&last[]=2']) {
      expect((await client.get(`/account/audit?${wrong}`)).status, wrong).to.equal(422);
    }
  });

  it('filters by kind of act, actor, key and day, together and by page', async () => {
    client = await api.account({ timezone: 'Europe/Berlin' });
    const other = await createKeyPair(client.user_id, 'Other', UNLIMITED);
    const call = (path: string, name: string) =>
      api.request(`/api${path}`, {
        method: 'POST',
        headers: { PublicKey: other.public_key, SecretKey: other.secret_key },
        body: new URLSearchParams({ name }),
      });
    await client.post('/contacts-type/add', { name: 'One' });
    await call('/contacts-type/add', 'Two');
    const ground = await layGround(client);
    await createSeries(ground);
    await rows(AuditEntry).deleteMany({ user_id: client.user_id, act: /^(?!contactTypeAdd|automation)/ });
    await rows(AuditEntry).deleteMany({ user_id: client.user_id, record_id: ground.contact_type_id });
    const operated = { userId: client.user_id, actor: OPERATOR };
    await audited({ ...operated, act: 'quotas_changed' }, async () => true);
    await audited({ ...operated, act: 'single_send_sent' }, async () => true);
    const acts = async (query: string) => (await listed(`?${query}`)).map(({ act }) => act);
    const all = await acts('');
    expect(all).to.have.length(5);
    expect(await acts('kind=contacts')).to.deep.equal(['contactTypeAdd', 'contactTypeAdd']);
    expect(await acts('kind=automations')).to.deep.equal(['automationCreate']);
    expect(await acts('kind=campaigns')).to.deep.equal(['single_send_sent']);
    expect(await acts('by=operator')).to.deep.equal(['quotas_changed', 'single_send_sent']);
    expect(await acts('by=person')).to.deep.equal([]);
    expect(await acts(`key=${other.public_key}`)).to.deep.equal(['contactTypeAdd']);
    expect(await acts(`key=${client.public_key.slice(0, 11)}&kind=automations`)).to.deep.equal([
      'automationCreate',
    ]);
    const [, two] = await listed('?kind=contacts');
    expect(await listed('?kind=contacts&last=1')).to.deep.equal([two]);
    expect(await acts(`kind=contacts&last=1&before_id=${Number(two!['id'])}`)).to.deep.equal([
      'contactTypeAdd',
    ]);
    const [first] = await stored();
    await rows(AuditEntry).updateOne({ _id: first!._id }, { $set: { at: new Date('2030-05-01T22:30:00Z') } });
    // In Berlin it was half past midnight.
    expect(await acts('from=2030-05-02&to=2030-05-02')).to.deep.equal(['contactTypeAdd']);
    expect(await acts('from=2030-05-01&to=2030-05-01')).to.deep.equal([]);
    for (const wrong of [
      'kind=x',
      'by=x',
      'key=pk_1',
      `by=person&key=${other.public_key}`,
      `by=operator&key=${other.public_key}`,
      'from=2030-5-1',
      'to=x',
      'from=2030-05-02&to=2030-05-01',
    ])
      expect((await client.get(`/account/audit?${wrong}`)).status, wrong).to.equal(422);
    const { body } = await client.get(`/account/audit?by=person&key=${other.public_key}`);
    expect(body.hints).to.deep.equal({ key: ['No person acts with a key. Omit by, or give by=key.'] });
    expect(await acts(`by=key&key=${other.public_key}`)).to.deep.equal(['contactTypeAdd']);
  });

  it('reads a filtered page by an index, without the other entries', async () => {
    await client.post('/contacts-type/add', { name: 'One' });
    const [one] = await stored();
    const wanted = {
      kind: { act: 'single_send_sent' },
      by: { by: 'operator', key: null },
      key: { key: 'pk_00000000' },
      day: { at: new Date('2030-05-01T12:00:00Z') },
    } as const;
    const others = 1000;
    const entry = (change: Partial<AuditEntryDocument>, at: number) => ({ ...one!, ...change, _id: at });
    const few = Object.values(wanted).flatMap((change) => [change, change, change]);
    // Before the others and after them, so that an order by id alone does not find them soon.
    const first = await reserveIds('audit_entries', 2 * others + few.length);
    await rows(AuditEntry).insertMany([
      ...Array.from({ length: others }, (_, place) => entry({}, first + place)),
      ...few.map((change, place) => entry(change, first + others + place)),
      ...Array.from({ length: others }, (_, place) => entry({}, first + others + few.length + place)),
    ]);
    const pages = ['', '&last=2', `&last=1&before_id=${first + others + few.length}`];
    for (const query of [
      'kind=campaigns',
      'by=operator',
      'key=pk_00000000',
      'from=2030-05-01&to=2030-05-01',
      'from=2030-05-01&to=2030-05-01&by=key&kind=contacts',
      'from=2030-05-01&by=key',
    ]) {
      const { questions, documents, sorts } = await examinedDuring(AuditEntry, async () => {
        const found = [];
        for (const page of pages) found.push((await listed(`?${query}${page}`)).length);
        expect(found, query).to.deep.equal([3, 2, 1]);
      });
      expect(questions).to.be.at.least(pages.length);
      // The newest are looked for first, and then read.
      expect(documents, query).to.be.at.most(2 * few.length * pages.length);
      expect(sorts, query).to.equal(0);
    }
  });

  it('reads the ids of many days at both ends only, and finds those that a clock stored out of order', async () => {
    await client.post('/contacts-type/add', { name: 'One' });
    const [one] = await stored();
    const days = 300;
    const perDay = 10;
    const start = Date.parse('2031-01-01T00:00:00Z');
    const first = await reserveIds('audit_entries', days * perDay);
    const timeOf = (place: number) => new Date(start + (place * DAY_MS) / perDay);
    await rows(AuditEntry).insertMany(
      Array.from({ length: days * perDay }, (_, place) => ({
        ...one!,
        _id: first + place,
        at: timeOf(place),
      })),
    );
    const [begin, end] = [perDay, (days - 2) * perDay];
    const at = { $gte: timeOf(begin), $lt: timeOf(end) };
    // One clock is most of a day fast, another one slow.
    await rows(AuditEntry).updateOne({ _id: first + begin - 5 }, { $set: { at: timeOf(begin + 3) } });
    await rows(AuditEntry).updateOne({ _id: first + end + 5 }, { $set: { at: timeOf(end - 3) } });
    const right = await rows(AuditEntry).find({ user_id: client.user_id, at }).sort({ _id: 1 }).toArray();
    let found: { $gte: number; $lte: number } | undefined;
    const { keys } = await examinedDuring(AuditEntry, async () => {
      found = await idsOfTime(client.user_id, at);
    });
    expect([right[0]!._id, right.at(-1)!._id]).to.deep.equal([first + begin - 5, first + end + 5]);
    expect(found).to.deep.equal({ $gte: first + begin - 5, $lte: first + end + 5 });
    expect(keys).to.be.at.most(4 * perDay);
    expect(right.length).to.be.above(200 * perDay);
  });

  it('names campaigns, automations and emails as they are called now, and deleted ones not', async () => {
    const series = await createSeries(await layGround(client), { automation_name: 'Welcome' });
    await series.email({ subject: 'Hello' });
    const shown = async () => {
      const entries = await listed('?kind=automations');
      return entries.map(({ act, name, automation_utr }) => [act, name, automation_utr]);
    };
    expect(await shown()).to.deep.equal([
      ['automationCreate', 'Welcome', null],
      ['automationScheduleCreate', 'Hello', series.utr],
    ]);
    await rows(Automation).updateOne({ _id: series.id }, { $set: { automation_name: 'Hi' } });
    expect((await shown())[0]).to.deep.equal(['automationCreate', 'Hi', null]);
    expect((await client.delete(`/automations/delete?utr=${series.utr}`)).status).to.equal(200);
    expect((await shown()).slice(0, 2)).to.deep.equal([
      ['automationCreate', null, null],
      ['automationScheduleCreate', null, null],
    ]);
  });

  it('shows only the acts of its account, and only to keys of the scope all', async () => {
    await client.post('/contacts-type/add', { name: 'Ours' });
    const other = await api.account();
    expect(await listed('', other)).to.deep.equal([]);
    for (const scope of ['read', 'send'] as const) {
      const pair = await createKeyPair(client.user_id, scope, { ...UNLIMITED, scope });
      const headers = { PublicKey: pair.public_key, SecretKey: pair.secret_key };
      expect((await api.request('/api/account/audit', { headers })).status).to.equal(403);
    }
  });

  it('records what a person does on the account page, with device and network', async () => {
    const { email } = (await Account.findOne({ _id: client.user_id }))!;
    const browser = visit(api);
    await browser.open('/account');
    await browser.submit('/account/sign-in', { email, password: 'wrong horse' });
    await until(async () => (await listed()).length === 1);
    await browser.submit('/account/sign-in', { email, password: 'correct horse' });
    await browser.submit('/account/details', { name: 'Ada', timezone: 'Europe/Berlin' });
    await browser.submit('/account/keys', { key_name: 'The shop', key_scope: 'all' });
    await browser.open('/account');
    await browser.submit('/account/password', {
      old_password: 'wrong horse',
      new_password: 'battery staple',
    });
    const entries = await listed();
    expect(entries.map(({ act, outcome }) => [act, outcome])).to.deep.equal([
      ['sign_in_refused', 'refused'],
      ['signed_in', 'done'],
      ['details_changed', 'done'],
      ['key_created', 'done'],
      ['password_refused', 'refused'],
    ]);
    expect(entries[3]!['subject']).to.match(/^pk_.{8}$/);
    for (const { by, network } of entries) expect([by, network]).to.deep.equal(['person', '127.0.0.0/24']);
    expect(JSON.stringify(await stored())).not.to.match(/horse|staple|@/);
  });

  it('shows no address in the name of a key', async () => {
    await rows(Key).updateOne({ _id: client.public_key }, { $set: { name: 'ada@example.com' } });
    await client.post('/contacts-type/add', { name: 'Ours' });
    expect((await listed())[0]!['key_name']).to.equal('ada at example.com');
  });

  it('deletes entries that are older than the retention', async () => {
    await client.post('/contacts-type/add', { name: 'Old' });
    await client.post('/contacts-type/add', { name: 'New' });
    const [old, fresh] = await stored();
    await rows(AuditEntry).updateOne(
      { _id: old!._id },
      { $set: { at: new Date(now().getTime() - 400 * DAY_MS) } },
    );
    await removeEntries(new Date(now().getTime() - 365 * DAY_MS), () => false);
    expect((await stored()).map(({ _id }) => _id)).to.deep.equal([fresh!._id]);
  });

  it('stores an act as begun with the majority before the act begins', async () => {
    const begun = await beginAct({ userId: client.user_id, actor: OPERATOR, act: 'quotas_changed' });
    expect((await stored())[0]!.outcome).to.equal('begun');
    await begun.end('done');
    expect((await stored())[0]!.outcome).to.equal('done');
  });

  it('records changes of the set-up, exports of data and controls of sends, and no hot call', () => {
    const isOf = (name: EndpointName) => {
      const row: ContractRow = contract[name];
      return row.methods.some((method) => isAudited(row, method));
    };
    for (const name of [
      'singleSendCreate',
      'singleSendPause',
      'singleSendRetry',
      'automationSetLive',
      'automationPause',
      'contactUploadCsv',
      'importUndo',
      'contactDownload',
      'contactExport',
      'contactErase',
      'webhookSave',
      'singleSendShare',
      'senderSave',
      'contactDelete',
    ] as const)
      expect(isOf(name), name).to.equal(true);
    for (const name of ['messageSend', 'contactAdd', 'contactUpdate', 'contactList', 'auditList'] as const)
      expect(isOf(name), name).to.equal(false);
  });
});
