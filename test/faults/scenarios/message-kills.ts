import { setTimeout as delay } from 'node:timers/promises';
import { mailingOfMessage } from '../../../common/domain/mailing-keys.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Message } from '../../../common/models/messages.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { type Arena, inArena, patiently } from '../support/arena.ts';
import { compareBooks } from '../support/books.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { type KeyedCall, sendKeyed, waitingMessages } from '../support/message-calls.ts';
import type { Scenario } from '../support/scenario.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 25 };
const PER_SECOND = 1000;
/** Lanes of one account in a worker: so many of its messages may be under way (worker/runtime/lanes.ts). */
const UNDER_WAY = 16;
/** Milliseconds for which a call is made again: an API that dies leaves its keys reserved for 15 s. */
const PATIENCE_MS = 300_000;
const END_MS = 300_000;

/** Kills an API or a worker each time that another part of the calls is answered, and starts another. */
async function killAmid(
  arena: Arena,
  answered: () => number,
  calls: number,
  kills: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const share = (kill + 0.2 + 0.5 * arena.random.share()) / kills;
    await until(async () => answered() > share * calls, 'calls to be answered', PATIENCE_MS);
    await delay(arena.random.between(0, 100));
    // Every third is the API's; others are of one of the two workers.
    if (kill % 3 === 1) {
      await arena.stack.api.kill();
      await arena.stack.replaceApi();
    } else {
      times.push(await arena.kill(arena.random.pick([...arena.workers])));
      await arena.startWorkers(1);
    }
  }
  return times;
}

export const messageKills: Scenario = {
  name: 'message-kills',
  claim:
    'a thousand keyed calls a second for single messages, kill -9 of workers and APIs: none lost, none doubled, doubts listed',
  run: (options) => {
    const { short, size = short ? 1000 : 30_000 } = options;
    const kills = short ? 3 : 12;
    return inArena(
      options,
      { environment: { ...environmentOf(setup), QUOTA_CALLS: '0' }, hasten: short },
      async (arena) => {
        await arena.lay(1);
        await arena.startWorkers(2);
        const { stack } = arena;
        const calls = Array.from(
          { length: size },
          (_, at): KeyedCall => ({ key: `order-${at}`, email: `person${at}@receipts${at % 20}.example` }),
        );
        const sending = sendKeyed(calls, PER_SECOND, {
          origin: () => stack.origin,
          keys: stack.keys,
          patienceMs: PATIENCE_MS,
        });
        const stored = { count: 0 };
        const counting = setInterval(() => {
          void Message.driver
            .estimatedDocumentCount()
            .then((count) => {
              stored.count = count;
            })
            .catch(() => {});
        }, 100);
        const killing = killAmid(arena, () => stored.count, size, kills);
        const [answered, killed] = await Promise.all([sending, killing]).finally(() =>
          clearInterval(counting),
        );
        await until(async () => (await patiently(waitingMessages)) === 0, 'the end of the messages', END_MS);
        const messages = await rows(Message)
          .find({})
          .project<{ _id: number; utr: string; email: string }>({ utr: 1, email: 1 })
          .toArray();
        const compared = await compareBooks({
          mailings: messages.map(({ _id }) => mailingOfMessage(_id)),
          copies: await arena.copies(),
          kills: killed,
          perKill: 0,
          windowMs: 0,
          secret: stack.environment['APP_SECRET']!,
        });
        const inDoubt = await rows(Delivery).countDocuments({ state: 'in_doubt' });
        const byUtr = new Map(messages.map((message) => [message.utr, message]));
        const wrong = calls.filter(({ key, email }) => byUtr.get(answered.utrs.get(key)!)?.email !== email);
        const broken = [...compared.broken];
        if (wrong.length > 0)
          broken.push(`${wrong.length} calls were answered with no message, or with another's`);
        if (messages.length !== size) broken.push(`${size} keys made ${messages.length} messages`);
        if (inDoubt > killed.length * UNDER_WAY) broken.push(`${inDoubt} are in doubt`);
        return {
          faults: `${killed.length} kills of workers, ${kills - killed.length} of APIs`,
          recipients: size,
          lost: compared.lost,
          doubled: compared.doubled,
          bound: 0,
          broken,
          figures: {
            answered_per_second: Math.round(size / answered.seconds),
            made_again: answered.repeated,
            ...answered.why,
            in_doubt: inDoubt,
          },
        };
      },
    );
  },
};
