import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { inArena, patiently } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { startHistory } from '../support/history.ts';
import { type Member, type MongoSet, startMongoSet } from '../support/mongo-set.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { judgeSend } from '../support/verdict.ts';

const WORKERS = 2;
/** Seconds in which each call is answered, and in which service is back once there is a primary (reliability 4). */
const ANSWER_S = 5;
const BACK_S = 15;
/** What a machine that is shared with others may take besides. */
const SHORT_SPARE_S = 5;
/** Milliseconds of a primary's silence until another is elected: the default of MongoDB, and a quick one. */
const ELECTION_MS = { short: 2000, full: 10_000 };

/** Loses the primary of three members in the middle of a send, again and again. `back` has it come back. */
function primaryLost(
  name: string,
  claim: string,
  fault: string,
  lose: (member: Member) => Promise<void>,
  back: (member: Member) => Promise<void>,
): Scenario {
  async function run(options: RunOptions): Promise<Tally> {
    const { short, size = short ? 2000 : 10_000 } = options;
    const losses = short ? 1 : 3;
    const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };
    const mongo = (folder: string) => startMongoSet(folder, short ? ELECTION_MS.short : ELECTION_MS.full);
    const sink = { delayMs: short ? 60 : 50 };
    return inArena(options, { sink, environment: environmentOf(setup), mongo }, async (arena) => {
      const set = arena.stack.mongod as MongoSet;
      await arena.lay(size);
      await arena.startWorkers(WORKERS);
      const utr = await arena.send();
      await arena.opened(utr);
      const history = startHistory(arena);
      const elections: number[] = [];
      for (let at = 0; at < losses; at += 1) {
        const due = ((at + 0.2 + 0.6 * arena.random.share()) / (losses + 1)) * size;
        await until(async () => (await patiently(() => arena.taken())) >= due, 'the send to go on', 240_000);
        const { member } = await set.primary();
        await lose(member);
        const elected = await set.primary([member]);
        elections.push(elected.at);
        await delay(arena.random.between(5000, 8000));
        await back(member);
      }
      await arena.completed(utr, 240);
      const found = await history.stop();
      // A fault of the store alone doubles nothing.
      const verdict = await judgeSend(arena, setup, { utr, perKill: 0, foreign: false });
      const backAfter = elections.map((moment) => found.backAfter(moment));
      const spare = short ? SHORT_SPARE_S : 0.5;
      const broken = [...verdict.broken];
      if (found.missing.length > 0) broken.push(`${found.missing.length} acknowledged changes are missing`);
      if (found.other.length > 0) broken.push(`the API answered ${[...new Set(found.other)].join(', ')}`);
      if (found.slowest_s > ANSWER_S + spare) broken.push(`the API took ${found.slowest_s} s to answer`);
      for (const seconds of backAfter) {
        if (seconds === null || seconds > BACK_S)
          broken.push(`service was back ${seconds} s after an election`);
      }
      return {
        ...verdict,
        broken,
        faults: `${losses} ${fault}`,
        figures: {
          acknowledged: found.acknowledged,
          unknown: found.unknown,
          unknown_done: found.unknownDone,
          slowest_s: found.slowest_s,
          back_s: backAfter.join(', '),
          doubted: verdict.doubted,
        },
      };
    });
  }
  return { name, claim, run };
}

export const primaryKills = primaryLost(
  'primary-kills',
  'the primary of three members is killed in a send: nobody lost or doubled, what was acknowledged is there',
  'kills of the primary',
  (member) => member.kill(),
  (member) => member.start(),
);

export const primaryHangs = primaryLost(
  'primary-hangs',
  'the primary of three members stands still, and goes on: nobody lost or doubled, what was acknowledged is there',
  'hangs of the primary',
  (member) => member.hang(),
  async (member) => member.goOn(),
);
