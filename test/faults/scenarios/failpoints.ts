import type { Failpoint } from '../../../common/config/failpoints.ts';
import { messageIdOf } from '../../../common/domain/message-ids.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { mailOf } from '../../support/mail-of.ts';
import { rows } from '../../support/rows.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { joinTallies } from '../support/join-tallies.ts';
import { runOutLeases } from '../support/leases.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { judgeSend } from '../support/verdict.ts';

type SendPoint = Extract<Failpoint, `after-${string}`>;

/** The death of a worker at a failpoint, and the mail concerned. */
interface Strike {
  readonly began: number;
  readonly died: number;
  readonly id: string | null;
}

/** How many copies of that mail the book must have from this worker. */
const HANDED_OVER: Readonly<Record<SendPoint, readonly number[]>> = {
  'after-claim': [0],
  'after-rcpt': [0],
  'after-dot': [0, 1],
  'after-250-before-record': [1],
};

/** A point at which workers die, and what then happens to mails in doubt. */
interface Death {
  readonly point: SendPoint;
  readonly inDoubt: 'resend' | 'hold';
  readonly claim: string;
}

const nameOf = ({ point, inDoubt }: Death): string => `${point}${inDoubt === 'hold' ? '-hold' : ''}`;

// One slice at a time, so that nothing else is under way at a claim, and a worker that dies there doubles no mail.
const setup: Setup = { connections: 4, slices: 1, recordMails: 5 };

/** A send in which one worker after another dies at a point. The next one continues with what it left. */
async function dieAmidSend(
  arena: Arena,
  { point, inDoubt }: Death,
  deaths: number,
  size: number,
): Promise<Tally> {
  const hold = inDoubt === 'hold';
  const utr = await arena.send();
  const strikes: Strike[] = [];
  for (let strike = 0; strike < deaths; strike += 1) {
    const pass = point === 'after-claim' ? 1 : arena.random.integer(1, Math.floor(size / deaths / 3));
    strikes.push(await strikeOne(arena, { FAILPOINTS: `${point}@${pass}`, IN_DOUBT: inDoubt }));
  }
  const [last] = await arena.startWorkers(1, { IN_DOUBT: inDoubt });
  await arena.completed(utr, 120);
  await last!.stop();
  const verdict = await judgeSend(arena, setup, {
    utr,
    kills: strikes.map(({ died }) => died),
    foreign: true,
    ...(point === 'after-claim' && { perKill: 0 }),
  });
  return {
    ...verdict,
    broken: [...verdict.broken, ...(await checkStruck(arena, point, hold, strikes))],
    bound: hold ? 0 : verdict.bound,
    faults: `${strikes.length} deaths`,
    figures: {
      most_by_one_death: Math.max(...verdict.perKill),
      in_doubt: verdict.states['in_doubt'] ?? 0,
    },
  };
}

/** Sends to the same contacts in turn, one for each of these deaths. */
function runDeaths(deaths: readonly Death[], options: RunOptions): Promise<Tally> {
  const { short, size = short ? 600 : 5000 } = options;
  return inArena(options, { environment: environmentOf(setup) }, async (arena) => {
    await arena.lay(size);
    const tallies = new Map<string, Tally>();
    for (const death of deaths)
      tallies.set(nameOf(death), await dieAmidSend(arena, death, short ? 1 : 20, size));
    return joinTallies(tallies);
  });
}

async function strikeOne(arena: Arena, environment: Readonly<Record<string, string>>): Promise<Strike> {
  const began = Date.now();
  const victim = arena.stack.startWorker(environment);
  const died = await arena.died(victim);
  const [, about = ''] = /^failpoint \S+ ?(.*)$/m.exec(victim.said()) ?? [];
  await runOutLeases('now');
  const secret = arena.stack.environment['APP_SECRET']!;
  const row = /^\d+$/.test(about) ? await rows(Delivery).findOne({ _id: Number(about) }) : null;
  const id = row ? messageIdOf(mailOf(row), secret, 'localhost') : about;
  return { began, died, id: id === '' ? null : `<${id}>` };
}

/** Compares the copies of these mails in the book with what the failpoint must lead to. */
async function checkStruck(
  arena: Arena,
  point: SendPoint,
  hold: boolean,
  strikes: readonly Strike[],
): Promise<string[]> {
  const copies = await arena.copies();
  const broken: string[] = [];
  for (const [at, { began, died, id }] of strikes.entries()) {
    if (id === null) {
      if (point !== 'after-claim') broken.push(`death ${at + 1} was not at ${point}`);
      continue;
    }
    const until = strikes[at + 1]?.began ?? died + 1000;
    const times = copies.filter((copy) => copy.id === id).map((copy) => copy.at);
    const before = times.filter((time) => time >= began && time < until).length;
    const after = times.filter((time) => time >= until).length;
    if (!HANDED_OVER[point].includes(before)) broken.push(`${before} copies of ${id} before death ${at + 1}`);
    if (hold ? after !== 0 : after === 0) broken.push(`${after} copies of ${id} after death ${at + 1}`);
  }
  return broken;
}

const deaths: readonly Death[] = [
  {
    point: 'after-claim',
    inDoubt: 'resend',
    claim: 'workers die with a fresh lease: no mail doubled',
  },
  {
    point: 'after-rcpt',
    inDoubt: 'resend',
    claim: 'workers die at RCPT: that mail comes once, only other mails under way are doubled',
  },
  {
    point: 'after-dot',
    inDoubt: 'resend',
    claim: 'workers die between dot and reply: doubles within the bound',
  },
  {
    point: 'after-250-before-record',
    inDoubt: 'resend',
    claim: 'workers die between 250 and the ledger: that mail comes twice, and no more than the bound',
  },
  {
    point: 'after-250-before-record',
    inDoubt: 'hold',
    claim: 'the same with IN_DOUBT=hold: that mail comes once, and is listed',
  },
];

/** A scenario for each death, and in the short form all in one run. */
export const workerDeaths: readonly Scenario[] = [
  ...deaths.map(
    (death): Scenario => ({
      name: nameOf(death),
      claim: death.claim,
      form: 'full',
      run: (options) => runDeaths([death], options),
    }),
  ),
  {
    name: 'worker-deaths',
    claim:
      'workers die at each step of handing a mail over: doubles within the bound of the step, none where mails in doubt are held',
    form: 'short',
    run: (options) => runDeaths(deaths, options),
  },
];
