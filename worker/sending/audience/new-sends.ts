import { createYielding } from '../../../common/fairness/yielding.ts';
import { channelOf, type RedisConnection } from '../../../common/redis/redis.ts';
import { part } from '../../runtime/part.ts';
import { START_BOUNDS } from '../starts.ts';

const CHANNEL = 'new-sends';

/**
 * Sends that any worker has just begun, until their last mail or until they turn out to be large. Large walks, which take most of
 * MongoDB and the processors, yield to them (decision 015).
 */
export interface NewSends {
  begun(mailing: string): void;
  over(mailing: string): void;
  /** Null: walks continue; otherwise it resolves when they may. */
  wait(): Promise<void> | null;
}

/** A lost message only makes walks yield too little or too long; a send counts for a second at most. */
export function createNewSends(publisher: RedisConnection, subscriber: RedisConnection): NewSends {
  const channel = channelOf(publisher, CHANNEL);
  const starting = createYielding(START_BOUNDS);
  const ends = new Map<string, () => void>();

  function begin(mailing: string): void {
    const end = starting.begin(() => {
      if (ends.get(mailing) === end) ends.delete(mailing);
    });
    ends.set(mailing, end);
  }

  function hear(message: string): void {
    const [what, mailing] = message.split(' ');
    if (mailing === undefined) return;
    const earlier = ends.get(mailing);
    if (what === 'begun') begin(mailing);
    earlier?.();
  }

  // While Redis is away no send begins, and no walk has to yield.
  const tell = (message: string): void => void publisher.publish(channel, message).catch(() => {});

  subscriber.on('message', (_, message: string) => hear(message));
  subscriber.on('ready', () => void subscriber.subscribe(channel).catch(() => {}));

  return {
    begun: (mailing) => tell(`begun ${mailing}`),
    over: (mailing) => tell(`over ${mailing}`),
    wait: starting.wait,
  };
}

declare module '../../runtime/context.ts' {
  interface WorkerParts {
    readonly newSends: NewSends;
  }
}

export const newSends = part('newSends', {
  make: ({ redis, subscriber }) => createNewSends(redis, subscriber),
});
