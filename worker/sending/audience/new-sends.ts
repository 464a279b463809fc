import { createYielding } from '../../../common/fairness/yielding.ts';
import { channelOf, type RedisConnection } from '../../../common/redis/redis.ts';
import { START_BOUNDS } from '../starts.ts';

const CHANNEL = 'new-sends';

export type NewSends = ReturnType<typeof createNewSends>;

/**
 * Sends that any worker has just begun, until their last mail or until they turn out to be large. Large walks, which take most of
 * MongoDB and the processors, yield to them (decision 015).
 *
 * A lost message only makes walks yield too little or too long; a send counts for a second at most.
 */
export function createNewSends(publisher: RedisConnection, subscriber: RedisConnection) {
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
    begun: (mailing: string): void => tell(`begun ${mailing}`),
    over: (mailing: string): void => tell(`over ${mailing}`),
    /** Null: walks continue; otherwise it resolves when they may. */
    wait: starting.wait,
  };
}
