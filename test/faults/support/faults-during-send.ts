import type { Program } from '../../../bench/support/processes.ts';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from './arena.ts';
import { environmentOf, type Setup } from './bounds.ts';
import { joinTallies } from './join-tallies.ts';
import type { RunOptions, Scenario, Tally } from './scenario.ts';
import { judgeSend, type SendVerdict } from './verdict.ts';

/** A send of all contacts that a fault may break. */
export interface SendGround {
  readonly arena: Arena;
  readonly utr: string;
  readonly size: number;
  readonly short: boolean;
  /** Starts workers with the settings of the fault. */
  startWorkers(count: number): Promise<Program[]>;
  /** Number of its mails that the server has taken. */
  taken(): Promise<number>;
  /** Waits until the server has taken so many. */
  reached(count: number): Promise<void>;
  completed(seconds: number): Promise<void>;
  /** The books of this send. `kills` are times at which mails may have been doubled. */
  judge(faults: { kills?: readonly number[]; perKill?: number; windowMs?: number }): Promise<SendVerdict>;
}

/** A fault in the middle of a send by two workers. */
export interface SendFault extends Pick<Scenario, 'name' | 'claim'> {
  readonly setup: (short: boolean) => Setup;
  /** Further settings of the workers. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Milliseconds that the mail server takes for a mail in the full form: slow enough for all faults. */
  readonly delayMs: number;
  /** Breaks the send, and waits until it is complete. */
  breakIt(ground: SendGround): Promise<Tally>;
}

export const WORKERS = 2;
const SIZE = { short: 2000, full: 20_000 };
/** The short form has one mail server for all faults. A worker takes about 3 s to start again. */
const SHORT_DELAY_MS = 60;

/** `foreign`: the books have mails of other sends, too. */
async function layGround(
  arena: Arena,
  fault: SendFault,
  { size, short, foreign }: { size: number; short: boolean; foreign: boolean },
): Promise<SendGround> {
  const setup = fault.setup(short);
  const startWorkers = (count: number) =>
    arena.startWorkers(count, { ...environmentOf(setup), ...fault.environment });
  await startWorkers(WORKERS);
  const before = await arena.taken();
  const utr = await arena.send();
  const taken = async (): Promise<number> => (await arena.taken()) - before;
  return {
    arena,
    utr,
    size,
    short,
    startWorkers,
    taken,
    async reached(count) {
      await until(async () => (await taken()) >= count, 'the send to go on', 240_000);
    },
    async completed(seconds) {
      await arena.completed(utr, seconds);
    },
    judge: (faults) => judgeSend(arena, setup, { utr, foreign, ...faults }),
  };
}

/** Sends to the same contacts in turn, one for each fault. */
export function runSends(faults: readonly SendFault[], options: RunOptions): Promise<Tally> {
  const { short } = options;
  const size = options.size ?? (short ? SIZE.short : SIZE.full);
  const delayMs = short ? SHORT_DELAY_MS : Math.max(...faults.map((fault) => fault.delayMs));
  return inArena(options, { sink: { delayMs }, hasten: short }, async (arena) => {
    await arena.lay(size);
    const tallies = new Map<string, Tally>();
    for (const fault of faults) {
      const ground = await layGround(arena, fault, { size, short, foreign: faults.length > 1 });
      tallies.set(fault.name, await fault.breakIt(ground));
      await Promise.all([...arena.workers].map((worker) => worker.stop()));
    }
    return joinTallies(tallies);
  });
}
