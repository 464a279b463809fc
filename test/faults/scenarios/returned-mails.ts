import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../local/ports.ts';
import { until } from '../../support/until.ts';
import { inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { goOn } from '../support/go-on.ts';
import { acceptedRows, giveBack, type Returning } from '../support/returned-mails.ts';
import type { Scenario } from '../support/scenario.ts';
import { judgeSend } from '../support/verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };
const faults = { deferred: 0.2, refused: 0.05, lostAfter: 0.01, lostBefore: 0.01 };
const BOUNCE_DOMAIN = 'bounces.sender.example';
/** Of the accepted mails, the shares that come back late, and about which recipients complain. */
const LATE = 0.02;
const COMPLAINED = 0.002;
/** Milliseconds between two looks at the send, and between two tries of a report. */
const AGAIN_MS = 500;

export const returnedMails: Scenario = {
  name: 'returned-mails',
  claim:
    '20 % 4xx, 5 % 5xx, late bounces, complaints, cut lines and kill -9 with two workers: every recipient final, all figures those of the books',
  async run(options) {
    const { short, size = short ? 1000 : 6000 } = options;
    const port = await freePort();
    const environment = {
      ...environmentOf(setup),
      SMTP_TIMEOUT_MS: '2000',
      BOUNCE_DOMAIN,
      INBOUND_SMTP_PORT: String(port),
    };
    return inArena(options, { sink: { faults, delayMs: 5 }, environment, hasten: short }, async (arena) => {
      await arena.lay(size);
      await arena.startWorkers(2);
      let inbound = arena.stack.startInbound();
      const returning: Returning = {
        secret: arena.stack.environment['APP_SECRET']!,
        bounceDomain: BOUNCE_DOMAIN,
        port,
      };
      const utr = await arena.send();
      const mailing = await arena.mailing(utr);
      const hurrying = setInterval(() => void goOn(arena, utr), AGAIN_MS);
      const kills: number[] = [];
      const came = { bounce: new Set<number>(), complaint: new Set<number>() };
      /** Gives mails back, twice each, until the receiver has taken both. */
      const giveBackSome = async (): Promise<void> => {
        for (const row of await acceptedRows({ mailing })) {
          const share = arena.random.share();
          const kind = share < LATE ? 'bounce' : share < LATE + COMPLAINED ? 'complaint' : null;
          if (!kind || came.bounce.has(row._id) || came.complaint.has(row._id)) continue;
          for (let time = 0; time < 2; time += 1)
            await until(
              () =>
                giveBack(returning, kind, row).then(
                  () => true,
                  () => delay(AGAIN_MS, false),
                ),
              'a report to be taken',
              60_000,
            );
          came[kind].add(row._id);
        }
      };
      try {
        for (let kill = 0; kill < (short ? 1 : 4); kill += 1) {
          const due = ((kill + 0.5) / (short ? 1 : 4)) * 0.6 * size;
          await until(async () => (await arena.taken()) >= due, 'the send to go on', 240_000);
          kills.push(await arena.kill(arena.random.pick([...arena.workers])));
          await inbound.kill();
          inbound = arena.stack.startInbound();
          await arena.startWorkers(1);
          await giveBackSome();
        }
        await arena.completed(utr, 600);
        await giveBackSome();
      } finally {
        clearInterval(hurrying);
      }
      const verdict = await judgeSend(arena, setup, { utr, kills, returned: came.bounce });
      const broken = [...verdict.broken];
      const { refused } = arena.refusals();
      const bounced = verdict.states['bounced'] ?? 0;
      if (bounced !== refused + came.bounce.size)
        broken.push(
          `${refused} were refused and ${came.bounce.size} came back: ${JSON.stringify(verdict.states)}`,
        );
      const { complaints } = await arena.details(utr);
      if (complaints !== came.complaint.size)
        broken.push(`${came.complaint.size} complained, and the API shows ${complaints}`);
      return {
        ...verdict,
        broken,
        faults: `${kills.length} kills, ${came.bounce.size} late bounces, ${came.complaint.size} complaints`,
        figures: { refused, bounced, doubted: verdict.doubted, cut_after_dot: verdict.cut },
      };
    });
  },
};
