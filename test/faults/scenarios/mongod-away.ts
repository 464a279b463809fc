import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { type Probe, startProbe } from '../support/probe.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { judgeSend } from '../support/verdict.ts';

const WORKERS = 2;
/** The API says that it is away within this many seconds (reliability 4). */
const ANSWER_S = 5;
/** What the way there and back may take besides; short runs share the machine with others. */
const WAY_S = { short: 5, long: 0.5 };

/** Takes MongoDB away in the middle of a send, again and again. `outage` answers when it was gone. */
function mongodAway(
  name: string,
  claim: string,
  fault: string,
  outage: (arena: Arena) => Promise<number>,
): Scenario {
  async function run(options: RunOptions): Promise<Tally> {
    const { short, size = short ? 2000 : 20_000 } = options;
    const outages = short ? 2 : 5;
    const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };
    const delayMs = short ? 60 : 50;
    return inArena(options, { sink: { delayMs }, environment: environmentOf(setup) }, async (arena) => {
      await arena.lay(size);
      await arena.startWorkers(WORKERS);
      const utr = await arena.send();
      await arena.opened(utr);
      const probe = startProbe(arena, '/contacts-type');
      const times: number[] = [];
      for (let at = 0; at < outages; at += 1) {
        const due = ((at + 0.2 + 0.6 * arena.random.share()) / (outages + 1)) * size;
        await until(async () => (await arena.taken()) >= due, 'the send to go on', 240_000);
        await delay(arena.random.between(0, 100));
        times.push(await outage(arena));
      }
      await arena.completed(utr, 240);
      const probed = await probe.stop();
      // Both workers may have outcomes to write when it goes.
      const perKill = WORKERS * (2 * setup.recordMails + 2 * setup.connections);
      const verdict = await judgeSend(arena, setup, { utr, kills: times, perKill, windowMs: 60_000 });
      const broken = [...verdict.broken, ...complaints(probed, short ? WAY_S.short : WAY_S.long)];
      return {
        ...verdict,
        broken,
        faults: `${times.length} ${fault}`,
        figures: { ...probed.figures, doubted: verdict.doubted },
      };
    });
  }
  return { name, claim, run };
}

function complaints({ other, slowest }: Probe, way: number): string[] {
  const broken: string[] = [];
  if (other.length > 0) broken.push(`the API answered ${[...new Set(other)].join(', ')}`);
  if (slowest > ANSWER_S + way) broken.push(`the API took ${slowest} s to answer`);
  return broken;
}

export const mongodKills = mongodAway(
  'mongod-kills',
  'kill -9 of mongod in a send: nobody lost, the API says 503 within 5 s',
  'kills of mongod',
  async ({ stack, random }) => {
    const at = Date.now();
    await stack.mongod.kill();
    await delay(random.between(0, 3000));
    stack.mongod = await stack.startMongod();
    return at;
  },
);

export const stepDowns = mongodAway(
  'step-downs',
  'the primary steps down in a send and is elected again: nobody lost, the API says 503 within 5 s',
  'step-downs',
  async ({ random }) => {
    const at = Date.now();
    // A set of one: nobody to hand over to, so it is forced, refuses writes, and elects itself when its time is over.
    const stepDown = { replSetStepDown: random.integer(1, 3), secondaryCatchUpPeriodSecs: 0, force: true };
    await mongoose.connection.db!.admin().command(stepDown);
    return at;
  },
);
