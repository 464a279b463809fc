import type { Failpoint } from '../../../common/failpoints.ts';
import { messageIdOf } from '../../../worker/delivery/message-ids.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { runOutLeases } from '../support/leases.ts';
import { judgeSend } from '../support/verdict.ts';

/** Copies of the very mail at which the worker died: a second one is possible only once its dot was out. */
const COPIES: Readonly<Partial<Record<Failpoint, { least: number; most: number }>>> = {
  'after-rcpt': { least: 1, most: 1 },
  'after-dot': { least: 1, most: 2 },
  'after-250-before-record': { least: 2, most: 2 },
};

/** One worker after another dies at a failpoint of the engine; the next goes on with what it left. */
function dyingAt(point: Failpoint, inDoubt: 'resend' | 'hold', claim: string): Scenario {
  async function run(options: RunOptions): Promise<Tally> {
    const { short, random = undefined, size = short ? 600 : 5000 } = { ...options, random: undefined };
    void random;
    const strikes = short ? 2 : 20;
    // One slice at a time: at a claim nothing else is under way, so that whoever dies there doubles nobody.
    const setup: Setup = { connections: 4, slices: 1, recordMails: 5 };
    const environment = { ...environmentOf(setup), IN_DOUBT: inDoubt };
    return inArena(options, { environment }, async (arena) => {
      await arena.lay(size);
      const utr = await arena.send();
      const times: number[] = [];
      const struck: string[] = [];
      for (let strike = 0; strike < strikes; strike += 1) {
        const pass = point === 'after-claim' ? 1 : arena.random.integer(1, Math.floor(size / strikes / 3));
        const [victim] = await arena.startWorkers(1, { FAILPOINTS: `${point}@${pass}` });
        times.push(await arena.died(victim!));
        const [, about = ''] = /^failpoint \S+ (.*)$/m.exec(victim!.said()) ?? [];
        struck.push(about);
        await runOutLeases(0);
      }
      await arena.startWorkers(1);
      await arena.completed(utr, 120);
      const perKill = point === 'after-claim' || inDoubt === 'hold' ? 0 : undefined;
      const verdict = await judgeSend(arena, setup, {
        utr,
        kills: times,
        ...(perKill !== undefined && { perKill }),
      });
      const again = await copiesOf(arena, struck);
      const broken = [...verdict.broken];
      const expected = inDoubt === 'hold' ? { least: 0, most: 1 } : COPIES[point];
      if (expected && again.some((count) => count < expected.least || count > expected.most * 2)) {
        broken.push(`mails struck have ${again.join(', ')} copies, not ${expected.least} to ${expected.most}`);
      }
      return {
        ...verdict,
        broken,
        faults: `${times.length} deaths`,
        figures: { copies_of_struck: again.join(' '), in_doubt: verdict.states['in_doubt'] ?? 0 },
      };
    });
  }
  return { name: `${point}${inDoubt === 'hold' ? '-hold' : ''}`, claim, run };
}

/** How often the mails are in the book at which workers died. */
async function copiesOf(arena: Arena, struck: readonly string[]): Promise<number[]> {
  const secret = arena.stack.environment['APP_SECRET']!;
  const counts = new Map<string, number>();
  for (const { id } of await arena.copies()) counts.set(id, (counts.get(id) ?? 0) + 1);
  return struck
    .filter((about) => about !== '')
    .map((about) => (/^\d+$/.test(about) ? `<${messageIdOf(Number(about), secret, 'localhost')}>` : `<${about}>`))
    .map((id) => counts.get(id) ?? 0);
}
