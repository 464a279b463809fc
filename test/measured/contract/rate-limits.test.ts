import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type RedisServer, startRedis } from '../../../local/redis.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { hang } from '../../support/hang.ts';

describe('the limit of calls', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-limits-'));
  let redis: RedisServer;
  let api: Api;
  let client: Client;

  before(async () => {
    redis = await startRedis({ folder });
    api = await startApi('measured-rate-limits', {
      REDIS_URL: redis.url(),
      RATE_CALLS: '5',
      RATE_BURST: '20',
    });
    client = await api.account();
  });
  after(async () => {
    await api.stop();
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Expects fifty calls, one after the other, to be answered in 2 s. */
  async function expectQuickCalls(): Promise<void> {
    const began = performance.now();
    for (let at = 0; at < 50; at += 1) expect((await client.get('/contacts-type')).status).to.equal(200);
    expect(performance.now() - began).to.be.below(2000);
  }

  it('delays one call in 5 s by a tenth of a second while Redis hangs', async () => {
    await client.get('/contacts-type');
    await hang(redis.pid);
    try {
      await expectQuickCalls();
    } finally {
      process.kill(redis.pid, 'SIGCONT');
    }
  });

  it('delays no call while Redis is away', async () => {
    await redis.stop();
    await expectQuickCalls();
  });
});
