import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import type { Arena } from '../support/arena.ts';
import type { Setup } from '../support/bounds.ts';
import { type SendFault, WORKERS } from '../support/faults-during-send.ts';
import { type Probe, startProbe } from '../support/probe.ts';

/** The API answers 503 within this many seconds (docs/fault-tests.md, "Goals"). */
const ANSWER_S = 5;
/** Additional seconds for the network; short runs share the machine with others. */
const WAY_S = { short: 5, long: 0.5 };

/** Takes MongoDB away; returns when it was gone. */
type Outage = (arena: Arena) => Promise<number>;

const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };

/** Takes MongoDB away repeatedly in the middle of a send. */
function mongodAway(
  name: string,
  claim: string,
  fault: string,
  outagesOf: (short: boolean) => readonly Outage[],
): SendFault {
  return {
    name,
    claim,
    setup: () => setup,
    delayMs: 50,
    async breakIt({ arena, utr, size, short, reached, completed, judge }) {
      const outages = outagesOf(short);
      await arena.opened(utr);
      const probe = startProbe(arena, '/contacts-type');
      const kills: number[] = [];
      for (const [at, outage] of outages.entries()) {
        await reached(((at + 0.2 + 0.6 * arena.random.share()) / (outages.length + 1)) * size);
        await delay(arena.random.between(0, 100));
        kills.push(await outage(arena));
      }
      await completed(240);
      const probed = await probe.stop();
      // Both workers may have outcomes to write when MongoDB goes away.
      const perKill = WORKERS * (2 * setup.recordMails + 2 * setup.connections);
      const verdict = await judge({ kills, perKill, windowMs: 60_000 });
      const broken = [...verdict.broken, ...complaints(probed, short ? WAY_S.short : WAY_S.long)];
      return {
        ...verdict,
        broken,
        faults: `${kills.length} ${short ? 'outages' : fault}`,
        figures: { ...probed.figures, doubted: verdict.doubted },
      };
    },
  };
}

function complaints({ other, slowest }: Probe, way: number): string[] {
  const broken: string[] = [];
  if (other.length > 0) broken.push(`the API answered ${[...new Set(other)].join(', ')}`);
  if (slowest > ANSWER_S + way) broken.push(`the API took ${slowest} s to answer`);
  return broken;
}

const kill: Outage = async ({ stack, random }) => {
  const at = Date.now();
  await stack.mongod.kill();
  await delay(random.between(0, 3000));
  stack.mongod = await stack.startMongod();
  return at;
};

const stepDown: Outage = async ({ random }) => {
  const at = Date.now();
  // The set has one member, so the step-down is forced. It refuses writes, and elects itself when the time is over.
  const command = { replSetStepDown: random.integer(1, 3), secondaryCatchUpPeriodSecs: 0, force: true };
  await mongoose.connection.db!.admin().command(command);
  return at;
};

const OUTAGES = 5;

/** The short form has one of each. */
export const mongodKills = mongodAway(
  'mongod-kills',
  'kill -9 of mongod in a send: no recipient lost, the API says 503 within 5 s',
  'kills of mongod',
  (short) => (short ? [kill, stepDown] : Array<Outage>(OUTAGES).fill(kill)),
);

/** Only for the full form: the short one has a step-down among its outages. */
export const stepDowns = mongodAway(
  'step-downs',
  'the primary steps down in a send and is elected again: no recipient lost, the API says 503 within 5 s',
  'step-downs',
  () => Array<Outage>(OUTAGES).fill(stepDown),
);
