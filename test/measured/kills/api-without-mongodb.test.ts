import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Mongod, startMongod } from '../../../local/mongod.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { hang } from '../../support/hang.ts';
import { until } from '../../support/until.ts';

/** Milliseconds within which a call is answered while MongoDB is away (docs/fault-tests.md, "Goals"). */
const PATIENCE = 5000;

describe('the API while MongoDB is away', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-away-'));
  let mongod: Mongod;
  let api: Api;
  let client: Client;

  before(async () => {
    mongod = await startMongod({ folder });
    api = await startApi('measured-api-without-mongodb', { MONGODB_URL: mongod.url('api') });
    client = await api.account();
  });
  after(async () => {
    await api.stop();
    await mongod.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function expectRefusals(): Promise<void> {
    const began = performance.now();
    const answers = await Promise.all([
      client.get('/contacts-type'),
      client.post('/contacts-type/add', { name: 'Lost' }),
      client.delete('/contacts-type/delete?contact_type_id=1'),
      api.request('/readyz'),
    ]);
    expect(performance.now() - began).to.be.below(PATIENCE);
    expect(answers.map(({ status }) => status)).to.deep.equal([503, 503, 503, 503]);
  }

  it('answers within 5 s while MongoDB hangs', async () => {
    await hang(mongod.pid);
    try {
      await expectRefusals();
    } finally {
      process.kill(mongod.pid, 'SIGCONT');
    }
    await until(async () => (await client.get('/contacts-type')).status === 200);
  });

  it('answers within 5 s after MongoDB was killed', async () => {
    await mongod.kill();
    await expectRefusals();
  });
});
