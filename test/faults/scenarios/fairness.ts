import { fillContacts } from '../../../bench/support/contacts.ts';
import { median } from '../../../bench/support/figures.ts';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import type { Scenario } from '../support/scenario.ts';
import { judgeSend } from '../support/verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 250 };
const SMALL = 100;
/** As slow as a nearby relay, so that the large send takes more than seconds. */
const DELAY_MS = 5;
/** Goal (docs/fault-tests.md, "Goals"). */
const TIMES_ALONE = 2;

export const fairness: Scenario = {
  name: 'fairness',
  claim: 'a send to 100 during one to 200,000 is done within twice its time alone',
  parallel: 'none',
  run: (options) => {
    const { short, size = short ? 5000 : 200_000 } = options;
    const times = short ? 2 : 5;
    return inArena(
      options,
      { sink: { delayMs: DELAY_MS }, environment: environmentOf(setup) },
      async (arena) => {
        await arena.lay(size);
        await arena.stack.call('/contacts-type/add', { name: 'Few' });
        await fillContacts(arena.stack.keys.user_id, SMALL, 2);
        await arena.startWorkers(2);
        const alone = await timesOf(arena, times);
        const utr = await arena.send();
        await arena.opened(utr);
        await until(async () => (await arena.taken()) > (times + 1) * SMALL, 'the large one to run');
        const during = await timesOf(arena, times);
        const { status } = await arena.details(utr);
        const broken: string[] = [];
        if (status !== 2 && !short) broken.push('the large one was done before the small ones');
        if (!short && median(during) > TIMES_ALONE * median(alone)) {
          broken.push(`${median(during)} s during the large one, ${median(alone)} s alone`);
        }
        // The rest of the large send does not matter for the claim.
        await arena.stack.call(`/single-send/cancel?utr=${utr}`, {});
        await arena.completed(utr, 300);
        const verdict = await judgeSend(arena, setup, { utr, foreign: true });
        return {
          ...verdict,
          broken: [...broken, ...verdict.broken],
          faults: 'a large send',
          figures: {
            alone_s: median(alone),
            during_s: median(during),
            slowest_during_s: Math.max(...during),
          },
        };
      },
    );
  },
};

/** Seconds from creating a send to a hundred contacts until it is complete, for several sends one after another. */
async function timesOf(arena: Arena, count: number): Promise<number[]> {
  const seconds: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const began = performance.now();
    const utr = await arena.send({ recipient_id: ['contacts_2'] });
    await arena.completed(utr, 120);
    seconds.push(Math.round((performance.now() - began) / 10) / 100);
  }
  return seconds;
}
