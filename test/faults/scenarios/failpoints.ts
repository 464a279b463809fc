import { messageIdOf } from '../../../common/domain/message-ids.ts';
import type { Failpoint } from '../../../common/failpoints.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { runOutLeases } from '../support/leases.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { judgeSend } from '../support/verdict.ts';

type SendPoint = Extract<Failpoint, `after-${string}`>;

/** A worker's death at a failpoint, and the mail that it was about. */
interface Strike {
  readonly began: number;
  readonly died: number;
  readonly id: string | null;
}

/** What the book must say of the very mail at which a worker died: copies that this worker handed over. */
const HANDED_OVER: Readonly<Record<SendPoint, readonly number[]>> = {
  'after-claim': [0],
  'after-rcpt': [0],
  'after-dot': [0, 1],
  'after-250-before-record': [1],
};

/** One worker after another dies at a failpoint of the engine; the next goes on with what it left. */
function dyingAt(point: SendPoint, inDoubt: 'resend' | 'hold', claim: string): Scenario {
  const hold = inDoubt === 'hold';
  async function run(options: RunOptions): Promise<Tally> {
    const { short, size = short ? 600 : 5000 } = options;
    const count = short ? 2 : 20;
    // One slice at a time: at a claim nothing else is under way, so that whoever dies there doubles nobody.
    const setup: Setup = { connections: 4, slices: 1, recordMails: 5 };
    const environment = { ...environmentOf(setup), IN_DOUBT: inDoubt };
    return inArena(options, { environment }, async (arena) => {
      await arena.lay(size);
      const utr = await arena.send();
      const strikes: Strike[] = [];
      for (let strike = 0; strike < count; strike += 1) {
        const pass = point === 'after-claim' ? 1 : arena.random.integer(1, Math.floor(size / count / 3));
        strikes.push(await strikeOne(arena, `${point}@${pass}`));
      }
      await arena.startWorkers(1);
      await arena.completed(utr, 120);
      const kills = strikes.map(({ died }) => died);
      const verdict = await judgeSend(arena, setup, {
        utr,
        kills,
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
    });
  }
  return { name: `${point}${hold ? '-hold' : ''}`, claim, run };
}

async function strikeOne(arena: Arena, failpoints: string): Promise<Strike> {
  const began = Date.now();
  const victim = arena.stack.startWorker({ FAILPOINTS: failpoints });
  const died = await arena.died(victim);
  const [, about = ''] = /^failpoint \S+ ?(.*)$/m.exec(victim.said()) ?? [];
  await runOutLeases('now');
  const secret = arena.stack.environment['APP_SECRET']!;
  const id = /^\d+$/.test(about) ? messageIdOf(Number(about), secret, 'localhost') : about;
  return { began, died, id: id === '' ? null : `<${id}>` };
}

/** Compares what the book says of the mails that were struck with what the failpoint makes of them. */
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

export const afterClaim = dyingAt('after-claim', 'resend', 'workers die with a fresh lease: nobody doubled');
export const afterRcpt = dyingAt(
  'after-rcpt',
  'resend',
  'workers die at RCPT: that mail comes once, doubles are of mails beside it',
);
export const afterDot = dyingAt(
  'after-dot',
  'resend',
  'workers die between dot and reply: doubles within the bound',
);
export const afterReply = dyingAt(
  'after-250-before-record',
  'resend',
  'workers die between 250 and the ledger: that mail comes twice, and no more than the bound',
);
export const afterReplyHold = dyingAt(
  'after-250-before-record',
  'hold',
  'the same with IN_DOUBT=hold: that mail comes once, and is listed',
);
