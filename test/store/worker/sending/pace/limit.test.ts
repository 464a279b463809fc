import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { setClock } from '../../../../../common/clock.ts';
import { createAskRedis, OF_A_WORKER_MS } from '../../../../../common/rates/ask-redis.ts';
import { connectProducer } from '../../../../../common/redis/redis.ts';
import { heldSince } from '../../../../../worker/sending/pace/domain.ts';
import { Domains } from '../../../../../worker/sending/pace/domains.ts';
import {
  createLimit,
  type Limit,
  type LimitPeriod,
  type LimitStore,
  takeAll,
} from '../../../../../worker/sending/pace/limit.ts';
import { NO_PACE_RULES, warmUpMails } from '../../../../../worker/sending/pace/rules.ts';
import { redisUrl } from '../../../../support/services.ts';
import { until } from '../../../../support/until.ts';

const NOON = Date.UTC(2026, 0, 31, 12);

describe('pace: a limit', () => {
  let redis: Redis;
  before(async () => {
    redis = connectProducer(await redisUrl('worker-pace-limit')) as Redis;
    await new Promise((resolve) => redis.once('ready', resolve));
  });
  after(() => redis.disconnect());
  beforeEach(() => redis.flushdb());
  afterEach(() => setClock());

  const storeOf = (workers: number, connection: Redis = redis): LimitStore => ({
    ask: createAskRedis(connection, OF_A_WORKER_MS),
    workers: () => workers,
    onLeave: () => {},
  });
  const limitsOf = (count: number, period: LimitPeriod, most: number, connection?: Redis): Limit[] =>
    Array.from({ length: count }, () =>
      createLimit({ name: 'x', period, most: () => most, store: storeOf(count, connection) }),
    );

  /** Takes in turn from all until each says that it is worth asking again after a minute; returns how many were given. */
  async function takeWhileGiven(limits: readonly Limit[], atMost = 10_000): Promise<number> {
    let given = 0;
    for (let isOver = false; !isOver && given < atMost; ) {
      const waits = limits.map((limit) => limit.take());
      given += waits.filter((wait) => wait === 0).length;
      isOver = waits.every((wait) => wait > 60_000);
      await delay(1);
    }
    return given;
  }

  for (const period of ['hour', 'day'] as const) {
    it(`holds for a ${period} over several workers, and begins again with the next`, async () => {
      setClock(() => NOON);
      const limits = limitsOf(3, period, 50);
      expect(await takeWhileGiven(limits)).to.equal(50);
      expect(limits[0]!.take()).to.equal(period === 'hour' ? 3_600_000 : 43_200_000);
      expect(Math.max(...limits.map((limit) => limit.used()!))).to.equal(50);
      setClock(() => NOON + 86_400_000);
      expect(await takeWhileGiven(limits)).to.equal(50);
    });
  }

  it('survives in a worker when Redis forgets the mails of a day', async () => {
    setClock(() => NOON);
    const limits = limitsOf(1, 'day', 40);
    expect(await takeWhileGiven(limits, 30)).to.equal(30);
    await redis.flushdb();
    expect(await takeWhileGiven(limits)).to.equal(10);
  });

  it('shares its mails out among the workers while Redis is away', async () => {
    setClock(() => NOON);
    const away = connectProducer('redis://127.0.0.1:1') as Redis;
    const limits = limitsOf(2, 'day', 50, away);
    expect(await takeWhileGiven(limits)).to.equal(50);
    away.disconnect();
  });

  it('holds for a second over several workers', async () => {
    const limits = limitsOf(2, 'second', 100);
    const order: string[] = [];
    // 0.2 s of credit, and a chunk of 0.05 s for each worker, come at once: 150 take 1.2 s at least.
    const least = delay(950).then(() => order.push('0.95 s'));
    expect(await takeWhileGiven(limits, 150)).to.be.at.least(150);
    order.push('150 mails');
    await least;
    expect(order).to.deep.equal(['0.95 s', '150 mails']);
  });

  it('gives all leave or none', async () => {
    setClock(() => NOON);
    const [wide] = limitsOf(1, 'hour', 100);
    const narrow = createLimit({ name: 'narrow', period: 'day', most: () => 5, store: storeOf(1) });
    let given = 0;
    await until(() => {
      if (takeAll([wide!, narrow]) === 0) given += 1;
      return given === 5;
    });
    // A tenth of a leave is never lost: what the wide one gave is given back.
    expect(await takeWhileGiven([wide!])).to.equal(95);
  });

  it('warms a server up by the table of its days', () => {
    const table = { first_day: '2026-01-31', mails: [50, 100, 500] };
    const day = (text: string): number | null => warmUpMails(table, Date.parse(`${text}T00:00:00Z`));
    expect(['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02', '2026-02-03'].map(day)).to.deep.equal([
      50,
      50,
      100,
      500,
      null,
    ]);
  });

  it('holds for all domains of a provider together', async () => {
    const domains = new Domains({
      servers: [{ name: 'relay:25', connections: 10 }],
      rules: {
        ...NO_PACE_RULES,
        providers: { big: { domains: ['big.example', 'huge.example'], per_day: 3, connections: 8 } },
        domains: { '*': { connections: 1 } },
      },
      store: { ask: createAskRedis(redis, OF_A_WORKER_MS), workers: () => 2 },
    });
    expect(domains.of('big.example')).to.equal(domains.of('huge.example'));
    expect(domains.of('other.example')).not.to.equal(domains.of('another.example'));
    const big = domains.of('big.example');
    let given = 0;
    await until(() => {
      if (domains.enter(domains.of(given % 2 ? 'big.example' : 'huge.example'), domains.clock(), big)) {
        given += 1;
        domains.leave(big, true);
      }
      return domains.wait(big, domains.clock(), big) > 1000;
    });
    expect(given).to.equal(3);
    expect(heldSince(big, domains.clock())).to.not.equal(null);
  });
});
