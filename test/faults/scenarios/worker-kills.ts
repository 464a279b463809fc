import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { environmentOf, inDoubtPerKill, type Setup } from '../support/bounds.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { judgeSend } from '../support/verdict.ts';

const WORKERS = 2;
/** Goals of reliability 5, 1. */
const DONE_S = 60;
const COPIES = 3;

/** Kills one of two workers again and again in the middle of a send. */
function workerKills(policy: 'resend' | 'hold', claim: string): Scenario {
  const hold = policy === 'hold';
  async function run(options: RunOptions): Promise<Tally> {
    const { short, size = short ? 2000 : 20_000 } = options;
    const kills = short ? 2 : 20;
    const setup: Setup = { connections: short ? 10 : 25, slices: 3, recordMails: short ? 10 : 25 };
    // Slow enough that all kills fall into it: a worker takes some 3 s to be there again.
    const delayMs = short ? 60 : 100;
    const environment = { ...environmentOf(setup), IN_DOUBT: policy };
    return inArena(options, { sink: { delayMs }, environment, hasten: short }, async (arena) => {
      await arena.lay(size);
      await arena.startWorkers(WORKERS);
      const utr = await arena.send();
      // What is in doubt is in no book, or came before: the books do not fill to the end.
      const reached = hold ? 0.7 * size : size;
      const times = await killInTheMiddle(arena, reached, kills);
      const last = Date.now();
      await arena.completed(utr, 180);
      const seconds = Math.round((Date.now() - last) / 100) / 10;
      const verdict = await judgeSend(arena, setup, { utr, kills: times });
      const broken = [...verdict.broken];
      const inDoubt = verdict.states['in_doubt'] ?? 0;
      if (inDoubt > times.length * inDoubtPerKill(setup)) broken.push(`${inDoubt} rows are in doubt`);
      if (!short && seconds > DONE_S) broken.push(`done ${seconds} s after the last kill`);
      if (verdict.mostCopies > COPIES) broken.push(`a mail came ${verdict.mostCopies} times`);
      return {
        ...verdict,
        broken,
        faults: `${times.length} kills`,
        bound: hold ? 0 : verdict.bound,
        figures: {
          done_s_after_last_kill: seconds,
          most_by_one_kill: Math.max(0, ...verdict.perKill),
          most_copies: verdict.mostCopies,
          doubted: verdict.doubted,
          in_doubt: inDoubt,
        },
      };
    });
  }
  return { name: hold ? 'worker-kills-hold' : 'worker-kills', claim, run };
}

/** Spreads kills over the send, each at a time of chance within its share of it. */
async function killInTheMiddle(arena: Arena, size: number, kills: number): Promise<number[]> {
  const times: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const due = ((kill + 0.3 + 0.5 * arena.random.share()) / (kills + 1)) * size;
    await until(async () => (await arena.taken()) >= due, 'the send to go on', 120_000);
    await delay(arena.random.between(0, 100));
    times.push(await arena.kill(arena.random.pick([...arena.workers])));
    await arena.startWorkers(1);
  }
  return times;
}

export const workerKillsResend = workerKills(
  'resend',
  'kill -9 of workers in a send: nobody lost, doubles within the bound and marked',
);
export const workerKillsHold = workerKills(
  'hold',
  'kill -9 of workers in a send, IN_DOUBT=hold: nobody lost, nobody doubled, doubts listed',
);
