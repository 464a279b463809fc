import { inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { goOn } from '../support/go-on.ts';
import type { Scenario } from '../support/scenario.ts';
import { judgeSend } from '../support/verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };
const faults = { deferred: 0.2, refused: 0.05, lostAfter: 0.01, lostBefore: 0.01, hang: 0.005 };

export const badSmtp: Scenario = {
  name: 'bad-smtp',
  claim:
    'a mail server with 20 % 4xx, 5 % 5xx, cut lines and silence: all final, 5xx once, doubles only of cut lines',
  run: (options) => {
    const { short, size = short ? 1500 : 10_000 } = options;
    const environment = { ...environmentOf(setup), SMTP_TIMEOUT_MS: '2000' };
    return inArena(options, { sink: { faults }, environment }, async (arena) => {
      await arena.lay(size);
      await arena.startWorkers(2);
      const utr = await arena.send();
      // The runner shortens waits, and resumes the send where so many refusals pause it.
      const hurrying = setInterval(() => void goOn(arena, utr), 1000);
      try {
        await arena.completed(utr, 600);
      } finally {
        clearInterval(hurrying);
      }
      const verdict = await judgeSend(arena, setup, { utr });
      const { refused, refusedTwice } = arena.refusals();
      const broken = [...verdict.broken];
      if (refusedTwice > 0) broken.push(`${refusedTwice} addresses were refused twice`);
      const bounced = verdict.states['bounced'] ?? 0;
      if (bounced !== refused) broken.push(`${refused} were refused, and ${bounced} bounced`);
      const { counts } = arena.stack.sink;
      const { deferred } = await counts();
      return {
        ...verdict,
        broken,
        faults: `${deferred} 4xx, ${refused} 5xx, cuts, silence`,
        figures: { cut_after_dot: verdict.cut, bounced, doubted: verdict.doubted },
      };
    });
  },
};
