import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import {
  type AskRedis,
  createAskRedis,
  OF_A_CALL_MS,
  OF_A_WORKER_MS,
} from '../../../../common/rates/ask-redis.ts';
import { connectLimiter, type RedisConnection } from '../../../../common/redis/redis.ts';
import { type RedisServer, startRedis } from '../../../../local/redis.ts';
import { keepBusy } from '../../../support/busy.ts';
import { until } from '../../../support/until.ts';

describe('a question to Redis that may stay unanswered', () => {
  let folder: string;
  let server: RedisServer;
  let redis: RedisConnection;
  let pausing: RedisConnection;
  let away: unknown[];

  // Of its own: a pause holds up all clients.
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mailing-ask-redis-'));
    server = await startRedis({ folder });
  });

  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    redis = connectLimiter(server.url());
    pausing = connectLimiter(server.url());
    away = [];
    await until(() => redis.status === 'ready' && pausing.status === 'ready');
  });

  afterEach(() => {
    redis.disconnect();
    pausing.disconnect();
  });

  const asking = (): AskRedis => createAskRedis(redis, OF_A_CALL_MS, (error) => away.push(error));
  const pause = (ms: number): Promise<unknown> => pausing.call('CLIENT', 'PAUSE', String(ms), 'ALL');

  it('gets its answer although this process was busy when the answer came', async () => {
    const ask = asking();
    const answer = ask(() => redis.echo('there'));
    // Commands of one turn go out together at its end, and the answer is read in the next one.
    await nextTurn();
    const ends = performance.now() + 250;
    while (performance.now() < ends);
    expect([await answer, away]).to.deep.equal(['there', []]);
  });

  it('gets a late answer where this process was too busy to read it', async () => {
    const rest = keepBusy();
    const answer = await asking()(() => new Promise((resolve) => setTimeout(resolve, 300, 'late')));
    rest();
    expect([answer, away]).to.deep.equal(['late', []]);
  });

  it('gets no answer when Redis is late, and is sent again once the answer came', async () => {
    const ask = asking();
    await pause(300);
    const late = redis.echo('late');
    expect(await ask(() => late)).to.equal(null);
    let asked = 0;
    expect(
      await ask(async () => {
        asked += 1;
      }),
    ).to.equal(null);
    expect([asked, away.length]).to.deep.equal([0, 1]);
    await late;
    expect(await ask(() => redis.echo('there'))).to.equal('there');
  });

  it('stays unasked for a while when Redis is late each time', async () => {
    const ask = asking();
    for (const text of ['once', 'twice']) {
      await pause(300);
      const late = redis.echo(text);
      expect(await ask(() => late)).to.equal(null);
      await late;
    }
    let asked = false;
    expect(
      await ask(async () => {
        asked = true;
        return 'there';
      }),
    ).to.equal(null);
    expect([asked, away.length]).to.deep.equal([false, 2]);
  });

  it('stays unasked without a connection', async () => {
    const ask = asking();
    redis.disconnect();
    await until(() => redis.status === 'end');
    expect(await ask(() => redis.echo('there'))).to.equal(null);
    expect(away).to.deep.equal([]);
  });

  it('gets no answer when Redis answers an error, and stays unasked for a while', async () => {
    const ask = asking();
    expect(await ask(() => redis.call('NO-SUCH-COMMAND'))).to.equal(null);
    expect(await ask(() => redis.echo('there'))).to.equal(null);
    expect(away).to.have.length(1);
  });

  for (const [what, patienceMs, answer] of [
    ['gives up on an answer', OF_A_CALL_MS, null],
    ['waits for an answer', OF_A_WORKER_MS, 'there'],
  ] as const)
    it(`${what} that takes 250 ms, with a patience of ${patienceMs} ms`, async () => {
      const ask = createAskRedis(redis, patienceMs);
      await pause(250);
      expect(await ask(() => redis.echo('there'))).to.equal(answer);
    });
});
