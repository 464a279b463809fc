import { Redis } from 'ioredis';

/**
 * A connection for a producer: it fails fast while Redis is away, since the document is written and the sweep
 * will ring what a lost doorbell left undone.
 */
export function connectProducer(url: string): Redis {
  return quiet(
    new Redis(url, {
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      connectTimeout: 2000,
      commandTimeout: 2000,
      retryStrategy,
    }),
  );
}

/** A connection for rate limits: a request waits 100 ms for it at most, and what is asked at once goes out together. */
export function connectLimiter(url: string): Redis {
  return quiet(
    new Redis(url, {
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      enableAutoPipelining: true,
      connectTimeout: 2000,
      commandTimeout: 100,
      retryStrategy,
    }),
  );
}

/** A connection that only listens to what others publish; it says itself when it hears again. */
export function connectSubscriber(url: string): Redis {
  return quiet(new Redis(url, { maxRetriesPerRequest: null, autoResubscribe: false, retryStrategy }));
}

/** A connection for a BullMQ worker: it waits for Redis for as long as it takes. */
export function connectWorker(url: string): Redis {
  return quiet(new Redis(url, { maxRetriesPerRequest: null, retryStrategy }));
}

const retryStrategy = (attempt: number): number => Math.min(50 * 2 ** attempt, 2000);

/** ioredis reports each failed attempt as an event that would end the process if nobody listened. */
function quiet(redis: Redis): Redis {
  redis.on('error', () => {});
  return redis;
}
