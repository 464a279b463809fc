import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../../../bench/support/figures.ts';
import { mailingOfMessage } from '../../../common/domain/mailing-keys.ts';
import { Message } from '../../../common/models/messages.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { compareBooks } from '../support/books.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { waitingMessages } from '../support/message-calls.ts';
import { createOtherAccount } from '../support/other-account.ts';
import type { Scenario } from '../support/scenario.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 250 };
/** As slow as a nearby relay. */
const DELAY_MS = 5;
const EVERY_MS = 250;
/** Goal: a message arrives within this many times its time alone … */
const TIMES_ALONE = 2;
/** … and milliseconds for what two busy cores add to both. */
const SLACK_MS = 50;
const AT_ONCE = 64;
/** Messages whose times make a figure. */
const MEASURED = 20;
/** The share of what waits that is out before others are measured. A worker that was just started compiles its programs for some seconds on a busy machine. */
const WARM_UP = 0.2;

/** Another account; answers how it sends a message. */
async function another(arena: Arena): Promise<(email: string) => Promise<unknown>> {
  const { call, senderId } = await createOtherAccount(arena);
  return (email) => call('/messages/send', messageTo(email, senderId));
}

const messageTo = (email: string, sender_id: number) => ({
  email,
  sender_id,
  subject: 'Your code',
  template_html: '<p>Your code is 4711</p>',
});

/** Milliseconds from the call to the mail server's acceptance of each message, which are sent one after the other. */
async function timesOf(
  arena: Arena,
  send: (email: string) => Promise<unknown>,
  name: string,
  count: number,
): Promise<number[]> {
  const began = new Map<string, number>();
  for (let at = 0; at < count; at += 1) {
    const email = `${name}${at}@other-receipts.example`;
    began.set(email, Date.now());
    await send(email);
    await delay(EVERY_MS);
  }
  return until(async () => {
    const copies = (await arena.copies()).filter(({ to }) => began.has(to));
    return copies.length >= count && copies.map(({ to, at }) => at - began.get(to)!);
  }, 'the messages of the other account');
}

/** Calls of the large account that wait for workers. */
async function fill(arena: Arena, name: string, count: number): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const email = `${name}${next}@receipts${next % 20}.example`;
      next += 1;
      await arena.stack.call('/messages/send', messageTo(email, 1));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

export const messageFairness: Scenario = {
  name: 'message-fairness',
  claim: 'a single message arrives within twice its time alone while 10,000 of another account wait',
  parallel: 'none',
  form: 'full',
  run: (options) =>
    inArena(
      options,
      { sink: { delayMs: DELAY_MS }, environment: { ...environmentOf(setup), QUOTA_CALLS: '0' } },
      async (arena) => {
        const { size = 10_000 } = options;
        await arena.lay(1);
        const send = await another(arena);
        const broken: string[] = [];
        const figures: Record<string, number> = {};
        for (const workers of [1, 2]) {
          await arena.startWorkers(1);
          await timesOf(arena, send, `warm-up${workers}-`, MEASURED);
          const alone = await timesOf(arena, send, `alone${workers}-`, MEASURED);
          await Promise.all([...arena.workers].map((worker) => worker.stop()));
          await fill(arena, `many${workers}-`, size);
          await arena.startWorkers(workers);
          await until(
            async () => (await waitingMessages()) <= size * (1 - WARM_UP),
            'the first of many',
            300_000,
          );
          const during = await timesOf(arena, send, `during${workers}-`, MEASURED);
          if ((await waitingMessages()) === 0) broken.push('all were out before the measure ended');
          const [one, other] = [median(alone), median(during)];
          if (other > TIMES_ALONE * one + SLACK_MS)
            broken.push(`${other} ms among many, ${one} ms alone, ${workers} workers`);
          Object.assign(figures, {
            [`alone_ms_${workers}`]: Math.round(one),
            [`during_ms_${workers}`]: Math.round(other),
            [`slowest_during_ms_${workers}`]: Math.round(Math.max(...during)),
          });
          await until(async () => (await waitingMessages()) === 0, 'the end of the messages', 600_000);
          await Promise.all([...arena.workers].map((worker) => worker.stop()));
        }
        const compared = await compareBooks({
          mailings: (await rows(Message).distinct('_id', {})).map(mailingOfMessage),
          copies: await arena.copies(),
          kills: [],
          perKill: 0,
          windowMs: 0,
          secret: arena.stack.environment['APP_SECRET']!,
        });
        return {
          ...compared,
          bound: 0,
          broken: [...broken, ...compared.broken],
          faults: 'twice many messages',
          figures,
        };
      },
    ),
};
