import { coalesce } from '../../../common/batching/coalesce.ts';
import { together } from '../../../common/batching/together.ts';
import type { Config } from '../../../common/config.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { createMailTurns, type MailTurns } from '../mail-turns.ts';
import { beginTogether, type ReadyMessage } from './begin-together.ts';
import { closeTogether } from './close-together.ts';

export type MessageLane = ReturnType<typeof messageLane>;

interface LaneParts {
  readonly config: Config;
  readonly semaphore: MailTurns;
  readonly begin: (worker: WorkerContext, userId: number, messageId: number) => Promise<ReadyMessage | null>;
  readonly close: (handed: ReadyMessage) => Promise<ReadyMessage | null>;
}

/** Lanes by configuration of the worker. Compiled mails are cached by configuration object, so a lane must keep the same one. */
const lanes = new WeakMap<Config, LaneParts>();

/** Messages have their own semaphore, so that they do not wait for campaigns, and no rings: each job ends its mailing itself. */
export function messageLane(worker: WorkerContext) {
  let lane = lanes.get(worker.config);
  if (!lane) {
    lane = {
      config: { ...worker.config, inDoubt: worker.config.messagesInDoubt },
      semaphore: createMailTurns(worker.transport.capacity),
      begin: beginners(),
      close: together(closeTogether),
    };
    lanes.set(worker.config, lane);
  }
  const { config, semaphore, begin, close } = lane;
  const own: WorkerContext = { ...worker, config, semaphore, urgent: true, ring: async () => {} };
  return {
    worker: own,
    /** Begins a message with others of its account. Null: it must be delivered alone. */
    begin: (userId: number, messageId: number) => begin(own, userId, messageId),
    /** Ends a message whose mail was accepted, with others, and returns it. Null: it must be ended alone. */
    close,
  };
}

/** One group of each account begins at a time; later messages form the next group. */
function beginners(): LaneParts['begin'] {
  const asked = new Map<number, Set<number>>();
  const ask = coalesce(
    ({ userId }: { userId: number; worker: WorkerContext }) => userId,
    ({ userId, worker }) => {
      const ids = [...asked.get(userId)!];
      asked.delete(userId);
      return beginTogether(userId, ids, worker);
    },
  );
  return async (worker, userId, messageId) => {
    const ids = asked.get(userId) ?? new Set();
    asked.set(userId, ids.add(messageId));
    return (await ask({ userId, worker })).get(messageId) ?? null;
  };
}
