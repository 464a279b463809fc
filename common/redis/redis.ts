import { Cluster, Redis } from 'ioredis';
import { type RedisTarget, readRedisUrl } from './redis-url.ts';

/** A connection to one server, to the primary that sentinels name, or to a cluster. */
export type RedisConnection = Redis | Cluster;

/** The beginning of the keys of all queues. In a cluster, where BullMQ's scripts need all keys of a queue in one slot, a hash tag. */
export const queuePrefix = (redis: RedisConnection): string => (redis instanceof Cluster ? '{bull}' : 'bull');

/** A channel for the processes of this installation alone: Redis gives messages to subscribers of all of its databases. */
export const channelOf = (redis: RedisConnection, name: string): string =>
  redis instanceof Cluster ? name : `${name}:${redis.options.db ?? 0}`;

/**
 * A connection for a producer: it fails fast while Redis is away, since the document is written and the sweep
 * will ring what a lost doorbell left undone.
 */
export function connectProducer(url: string): RedisConnection {
  return connect(url, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    connectTimeout: 2000,
    commandTimeout: 2000,
  });
}

/** A connection for rate limits (`createAskRedis` waits for less than this timeout): what is asked at once goes out together. */
export function connectLimiter(url: string): RedisConnection {
  return connect(url, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    connectTimeout: 2000,
    commandTimeout: 2000,
  });
}

/** A connection that only listens to what others publish; it says itself when it hears again. */
export function connectSubscriber(url: string): RedisConnection {
  return connect(url, { maxRetriesPerRequest: null, autoResubscribe: false });
}

/** A connection for a BullMQ worker: it waits for Redis for as long as it takes. */
export function connectWorker(url: string): RedisConnection {
  return connect(url, { maxRetriesPerRequest: null });
}

interface RedisBehaviour {
  /** Null: a command waits for Redis for as long as it takes. */
  readonly maxRetriesPerRequest: number | null;
  readonly enableOfflineQueue?: boolean;
  readonly enableAutoPipelining?: boolean;
  readonly autoResubscribe?: boolean;
  readonly connectTimeout?: number;
  readonly commandTimeout?: number;
}

const retryStrategy = (attempt: number): number => Math.min(50 * 2 ** attempt, 2000);

function connect(url: string, options: RedisBehaviour): RedisConnection {
  const { kind, hosts, tls, username, password, db, primary, sentinelPassword } = targetOf(url);
  const own = {
    ...options,
    ...(username && { username }),
    ...(password && { password }),
    ...(tls && { tls: {} }),
  };
  if (kind === 'cluster') {
    const { enableOfflineQueue = true, enableAutoPipelining = false } = options;
    const nodes = { redisOptions: own, enableOfflineQueue, enableAutoPipelining };
    return quiet(new Cluster([...hosts], { ...nodes, clusterRetryStrategy: retryStrategy }));
  }
  if (kind === 'sentinel') {
    const sentinels = { sentinels: [...hosts], name: primary!, sentinelRetryStrategy: retryStrategy };
    const asking = {
      ...(sentinelPassword && { sentinelPassword }),
      ...(tls && { enableTLSForSentinelMode: true }),
    };
    return quiet(new Redis({ ...own, ...sentinels, ...asking, db, retryStrategy }));
  }
  return quiet(new Redis({ ...own, ...hosts[0]!, db, retryStrategy }));
}

function targetOf(url: string): RedisTarget {
  const target = readRedisUrl(url);
  if (!target) throw new Error('REDIS_URL is of no known form');
  return target;
}

/** ioredis reports each failed attempt as an `error` event, which would end the process if it had no listener. */
function quiet<Connection extends RedisConnection>(redis: Connection): Connection {
  redis.on('error', () => {});
  return redis;
}
