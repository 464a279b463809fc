import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { startProbe } from '../support/probe.ts';
import type { Scenario } from '../support/scenario.ts';
import { judgeSend } from '../support/verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };
/** Calls made beside the sends: a list, a change, and a send each time. */
const PATHS = ['/contacts-type', '/senders', '/single-send/list?limit=10'];
const START_S = 30;

export const redisAway: Scenario = {
  name: 'redis-away',
  claim: 'Redis is stopped under load on the API: every call succeeds, sends start within 30 s of its return',
  run: (options) => {
    const { short, size = short ? 500 : 2000 } = options;
    const seconds = short ? 6 : 60;
    return inArena(options, { environment: environmentOf(setup) }, async (arena) => {
      const { stack } = arena;
      await arena.lay(size);
      await arena.startWorkers(2);
      const probes = PATHS.map((path) => startProbe(arena, path));
      await stack.redis.kill();
      const utrs: string[] = [];
      const ends = performance.now() + seconds * 1000;
      let changes = 0;
      while (performance.now() < ends) {
        // Each call throws unless it succeeds.
        await stack.call('/contacts-type/add', { name: `Type ${changes}` });
        if (changes % 50 === 0) utrs.push(await arena.send());
        changes += 1;
        await delay(100);
      }
      stack.redis = await stack.startRedis();
      const back = performance.now();
      const started = new Set<string>();
      await until(
        async () => {
          for (const utr of utrs) if ((await arena.details(utr))['status']! >= 2) started.add(utr);
          return started.size === utrs.length;
        },
        'the sends to start',
        120_000,
      );
      const startedIn = Math.round((performance.now() - back) / 100) / 10;
      const broken: string[] = [];
      let [lost, doubled, recipients] = [0, 0, 0];
      for (const utr of utrs) {
        await arena.completed(utr, 300);
        const verdict = await judgeSend(arena, setup, { utr, foreign: true });
        broken.push(...verdict.broken);
        lost += verdict.lost;
        doubled += verdict.doubled;
        recipients += verdict.recipients;
      }
      const probed = await Promise.all(probes.map((probe) => probe.stop()));
      const calls = probed.reduce((sum, { figures }) => sum + figures['calls_ok']!, changes + utrs.length);
      for (const { other, figures } of probed) {
        if (figures['calls_503']! > 0) broken.push(`${figures['calls_503']} calls were answered 503`);
        broken.push(...other.slice(0, 3));
      }
      if (startedIn > START_S) broken.push(`the sends started ${startedIn} s after its return`);
      return {
        recipients,
        lost,
        doubled,
        bound: 0,
        broken,
        faults: `away for ${seconds} s`,
        figures: {
          calls,
          sends: utrs.length,
          all_started_s: startedIn,
          slowest_call_s: Math.max(...probed.map(({ slowest }) => slowest)),
        },
      };
    });
  },
};
