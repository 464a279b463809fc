import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Mongod, startMongod } from '../../../local/mongod.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { hang } from '../../support/hang.ts';
import { until } from '../../support/until.ts';

describe('the API while MongoDB is away', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-away-'));
  let mongod: Mongod;
  let api: Api;
  let client: Client;

  before(async () => {
    mongod = await startMongod({ folder });
    api = await startApi('faults-api-without-mongodb', { MONGODB_URL: mongod.url('api') });
    client = await api.account();
    await client.post('/contacts-type/add', { name: 'Customers' });
  });
  after(async () => {
    await api.stop();
    await mongod.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const requests: Readonly<Record<string, () => Promise<Answer>>> = {
    'a list': () => client.get('/contacts-type'),
    'a change': () => client.post('/contacts-type/add', { name: 'Lost' }),
    'a deletion': () => client.delete('/contacts-type/delete?contact_type_id=1'),
    readiness: () => api.request('/readyz'),
  };

  async function refusesAll(): Promise<void> {
    const answers = await Promise.all(Object.values(requests).map((request) => request()));
    // This call needs the database only for the keys, which may be remembered for two more seconds.
    await until(async () => (await client.get('/reserve-fields')).status === 503);
    for (const [at, what] of Object.keys(requests).entries()) {
      expect(answers[at], what).to.deep.include({
        status: 503,
        body: { status: 'failed', errors: 'Service Unavailable' },
      });
      expect(answers[at]!.headers.get('retry-after')).to.match(/^\d+$/);
    }
  }

  /** The names of the contact types, as soon as the API answers again. */
  const namesOnceBack = (): Promise<string[]> =>
    until(async () => {
      const { status, body } = await client.get('/contacts-type');
      return status === 200 && body.message.contactTypes.map((type: { name: string }) => type.name);
    });

  it('answers 503 after MongoDB was killed, and works again when it is back', async () => {
    await mongod.kill();
    await refusesAll();
    await refusesAll();
    expect((await api.request('/healthz')).status).to.equal(200);
    mongod = await startMongod({ folder });
    expect(await namesOnceBack()).to.deep.equal(['Customers']);
  });

  it('answers 503 while MongoDB hangs, and works again when it is back', async () => {
    await hang(mongod.pid);
    try {
      await refusesAll();
    } finally {
      process.kill(mongod.pid, 'SIGCONT');
    }
    expect(await namesOnceBack()).to.deep.equal(['Customers']);
  });
});
