import { expect } from 'chai';
import { Account } from '../../../common/models/accounts.ts';
import { JobFailure, type JobFailureDocument } from '../../../common/models/job-failures.ts';
import { WorkerPresence } from '../../../common/models/workers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import type { Visit } from '../../support/browser-form.ts';
import { askOperator, haveSecondFactor, postToOperator, signedInAt } from '../../support/operators.ts';

describe('the operator’s API of the console', () => {
  let api: Api;
  let operator: Client;
  let client: Client;
  let desk: Visit;
  let others: Visit;
  let behind: Awaited<ReturnType<Api['another']>>;
  before(async () => {
    api = await startApi('pages-console-operator', { RATE_SIGN_INS: '1000' });
    [operator, client] = [await api.account(), await api.account()];
    behind = await api.another({ OPERATORS: `${operator.user_id}, 999999` });
    desk = await signedInAt(api, behind, operator);
    await haveSecondFactor(operator.user_id);
    others = await signedInAt(api, behind, client);
  });
  after(async () => {
    await behind.stop();
    await api.stop();
  });

  const headers = { 'X-Console': '1' };
  const get = (path: string, by = desk) => askOperator(path, by);
  const post = (path: string, fields: Record<string, string>, by = desk) => postToOperator(path, fields, by);
  const stored = () => Account.findOne({ _id: client.user_id });

  const READS = ['overview', 'accounts', 'accounts/details?id=1', 'accounts/keys?id=1', 'jobs'];
  const CHANGES = [
    'accounts/suspend',
    'accounts/resume',
    'accounts/quotas',
    'accounts/close',
    'accounts/reopen',
    'accounts/delete',
    'accounts/keys/create',
    'accounts/keys/revoke',
    'accounts/create',
    'jobs/retry',
  ];

  it('answers 404 to all other accounts, and changes nothing', async () => {
    const before = await stored();
    const fields = { id: String(client.user_id), contacts: '1' };
    const nowhere = await others.request('/console/api/operator/nothing', { headers });
    for (const path of READS) {
      const refused = await get(path, others);
      expect([refused.status, refused.body], path).to.deep.equal([404, nowhere.body]);
      expect((await behind.request(`/console/api/operator/${path}`, { headers })).status, path).to.equal(401);
      const keys = { PublicKey: operator.public_key, SecretKey: operator.secret_key };
      for (const prefix of ['/api', '/console/api'])
        expect(
          (await behind.request(`${prefix}/operator/${path}`, { headers: { ...headers, ...keys } })).status,
          `${prefix} ${path}`,
        ).to.equal(prefix === '/api' ? 404 : 401);
    }
    for (const path of CHANGES) {
      expect((await post(path, fields, others)).status, path).to.equal(404);
      const body = new URLSearchParams(fields);
      expect((await desk.request(`/console/api/operator/${path}`, { method: 'POST', body })).status).to.equal(
        403,
      );
      const evil = { ...headers, Origin: 'https://evil.example' };
      expect(
        (await desk.request(`/console/api/operator/${path}`, { method: 'POST', body, headers: evil })).status,
      ).to.equal(403);
    }
    // Where the setting does not name it, the same session is of no operator.
    const same = await api.request('/console/api/operator/overview', {
      headers: {
        ...headers,
        Cookie: [...desk.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    expect(same.status).to.equal(404);
    expect(await stored()).to.deep.equal(before);
  });

  it('needs a second factor', async () => {
    const plain = await api.account();
    const own = await api.another({ OPERATORS: String(plain.user_id) });
    try {
      const browser = await signedInAt(api, own, plain);
      const refused = await get('overview', browser);
      expect(refused.status).to.equal(403);
      expect(refused.body.errors).to.contain('second factor');
      expect((await post('accounts/suspend', { id: String(client.user_id) }, browser)).status).to.equal(403);
      expect((await stored())!.suspended ?? null).to.equal(null);
      await haveSecondFactor(plain.user_id);
      expect((await get('overview', browser)).status).to.equal(200);
    } finally {
      await own.stop();
    }
  });

  it('tells the console whether the person is an operator', async () => {
    const isOperator = async (by: Visit) =>
      (await by.request('/console/session', { headers })).body.message.is_operator;
    expect([await isOperator(desk), await isOperator(others)]).to.deep.equal([true, false]);
  });

  it('shows workers with their last sign of life, and the oldest due work of each kind', async () => {
    await WorkerPresence.insertOne({ _id: 'one', slices: 4, seen_at: new Date(Date.now() - 60_000) });
    const { status, body } = await get('overview');
    expect(status).to.equal(200);
    const [worker] = body.message.workers;
    expect(worker).to.include({ id: 'one', slices: 4, rate: null });
    expect(worker.silent_for).to.be.within(59, 120);
    expect(body.message.oldest_due.map(({ kind }: { kind: string }) => kind)).to.include.members([
      'single_send',
      'import',
    ]);
    expect(body.message).to.include({ sending_stopped_at: null, spam_filter: 'off', is_pace_known: true });
  });

  it('lists accounts by pages, with their volume and without an address', async () => {
    await Account.updateOne({ _id: client.user_id }, { $set: { name: 'Shop of ada@example.com' } });
    const first = await get('accounts?limit=1');
    expect(first.body.message.accounts).to.have.length(1);
    expect(first.body.message.accounts[0]).to.include({ id: operator.user_id, is_you: true, contacts: 0 });
    expect(first.body.next_after_id).to.equal(operator.user_id);
    const rest = await get(`accounts?after_id=${operator.user_id}`);
    expect(rest.body.message.accounts[0]).to.include({
      id: client.user_id,
      name: 'Shop of …',
      mails_today: 0,
    });
    expect(rest.body.next_after_id).to.equal(null);
    expect(JSON.stringify([first.body, rest.body])).not.to.match(/@|password|second_factor/);
    for (const wrong of ['limit=0', 'limit=101', 'limit=x', 'after_id[]=1&after_id[]=2', 'suspended=9'])
      expect((await get(`accounts?${wrong}`)).status, wrong).to.equal(422);
  });

  it('suspends an account and ends the suspension, at once for its keys', async () => {
    const id = String(client.user_id);
    const keys = () => client.get('/contacts-type');
    expect((await keys()).status).to.equal(200);
    const done = await post('accounts/suspend', { id, reason: 'Complaints' });
    expect(done.status).to.equal(200);
    expect(done.body.message.account).to.include({ id: client.user_id, suspended_reason: 'Complaints' });
    expect((await keys()).status).to.equal(403);
    const listed = (await get('accounts?suspended=1')).body.message.accounts;
    expect(listed.map((one: { id: number }) => one.id)).to.deep.equal([client.user_id]);
    expect((await post('accounts/resume', { id })).body.message.account.suspended_at).to.equal(null);
    expect((await keys()).status).to.equal(200);
    expect((await post('accounts/resume', { id })).status).to.equal(409);
    expect((await post('accounts/suspend', { id: String(operator.user_id) })).status).to.equal(409);
  });

  it('changes quotas, and restores the configured ones', async () => {
    const id = String(client.user_id);
    const contacts = async () =>
      (await get(`accounts/details?id=${id}`)).body.message.quotas.find(
        ({ name }: { name: string }) => name === 'contacts',
      );
    expect(await contacts()).to.include({ limit: 10_000_000, is_own: false, used: 0, label: 'Contacts' });
    expect((await post('accounts/quotas', { id, contacts: '500', imports: '0' })).status).to.equal(200);
    expect(await contacts()).to.include({ limit: 500, is_own: true });
    expect((await stored())!.quotas).to.deep.equal({ contacts: 500, imports: 0 });
    expect((await post('accounts/quotas', { id, contacts: 'default' })).status).to.equal(200);
    expect(await contacts()).to.include({ limit: 10_000_000, is_own: false });
    for (const wrong of ['-1', '1.5', 'many', '1'.repeat(16), '\0'])
      expect((await post('accounts/quotas', { id, contacts: wrong })).status, wrong).to.equal(422);
    expect((await post('accounts/quotas', { id })).status).to.equal(422);
    expect((await stored())!.quotas).to.deep.equal({ imports: 0 });
  });

  it('refuses a text that names no account', async () => {
    for (const id of ['0', '999999', '1e9', '-1', '$ne', 'x'.repeat(10_000)])
      for (const path of CHANGES.slice(0, 8))
        expect(
          (await post(path, { id, contacts: '1', name: 'x', key: 'x', password: 'correct horse' })).status,
          `${path} ${id}`,
        ).to.equal(404);
    for (const path of CHANGES) {
      expect((await post(path, {})).status, path).to.equal(422);
      expect((await post(path, { id: '1', reason: 'x'.repeat(100_000) })).status, path).to.equal(413);
      const twice = `id=${client.user_id}&id=${operator.user_id}`;
      const answer = await desk.request(`/console/api/operator/${path}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: twice,
      });
      expect(answer.status, path).to.equal(422);
    }
    expect(
      (await post('accounts/suspend', { id: String(client.user_id), reason: 'x'.repeat(501) })).status,
    ).to.equal(422);
    expect((await stored())!.suspended ?? null).to.equal(null);
  });

  it('lists jobs that were given up, the latest first, and tries them again', async () => {
    const at = new Date();
    const given = (
      id: string,
      minutes: number,
      fields: Partial<JobFailureDocument> = {},
    ): JobFailureDocument => ({
      _id: id,
      job: id.split(' ')[0]!,
      subject: id.split(' ')[1]!,
      reason: 'Error: no answer of ada@example.com',
      failures: 3,
      tries: 3,
      first_at: at,
      last_at: at,
      next_at: at,
      given_up_at: new Date(at.getTime() - minutes * 60_000),
      forget_at: new Date(at.getTime() + 3600_000),
      ...fields,
    });
    await JobFailure.insertMany([
      given('import-contacts import-1', 2),
      given('call-webhook webhook-7', 1),
      given('call-webhook webhook-8', 1),
      given('start-single-send send-5', 3, { next_at: null }),
      given('send-notices account-1', 0, { given_up_at: null }),
    ]);
    const ids = ({ body }: { body: { message: { jobs: { id: string }[] } } }) =>
      body.message.jobs.map(({ id }) => id);
    const first = await get('jobs?limit=1');
    expect(ids(first)).to.deep.equal(['call-webhook webhook-7']);
    const rest = await get(`jobs?after=${encodeURIComponent(first.body.next_after)}`);
    expect(ids(rest)).to.deep.equal([
      'call-webhook webhook-8',
      'import-contacts import-1',
      'start-single-send send-5',
    ]);
    expect(rest.body.next_after).to.equal(null);
    expect(JSON.stringify(rest.body)).not.to.contain('@');
    expect((await get('jobs?after=nothing')).status).to.equal(422);

    expect((await post('jobs/retry', { id: 'call-webhook webhook-7' })).status).to.equal(200);
    expect((await post('jobs/retry', { id: 'call-webhook webhook-7' })).status).to.equal(404);
    expect((await post('jobs/retry', { id: 'send-notices account-1' })).status).to.equal(404);
    expect((await post('jobs/retry', { id: 'start-single-send send-5' })).status).to.equal(409);
    expect(ids(await get('jobs'))).to.have.length(3);
  });
});
