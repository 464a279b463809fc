import { Cluster, Redis } from 'ioredis';
import { type RedisTarget, readRedisUrl } from './redis-url.ts';

/** To one server, to the primary that sentinels name, or to a cluster. */
export type RedisConnection = Redis | Cluster;

/** The prefix of a queue's keys. It is a hash tag, because BullMQ's scripts need all keys of a queue in one slot of a cluster. */
export const queuePrefix = (queue: string): string => `{mailing-${queue}}`;

/** The prefix of all queues in version 0.1.0. */
export const oldQueuePrefix = (redis: RedisConnection): string =>
  redis instanceof Cluster ? '{bull}' : 'bull';

/** A channel of this installation only: Redis gives messages to subscribers of all of its databases. */
export const channelOf = (redis: RedisConnection, name: string): string =>
  redis instanceof Cluster ? name : `${name}:${redis.options.db ?? 0}`;

/** Whether sentinels name the primary of a connection. */
export const hasSentinels = (redis: RedisConnection): boolean =>
  redis instanceof Redis && Boolean(redis.options.sentinels);

/**
 * The clients that receive a channel: PUBLISH answers those of one node only, while a cluster forwards messages between nodes. Null: the
 * cluster has a node that `redis` does not use, such as a primary that was replaced. Its clients may still be connected to it.
 */
export async function countSubscribers(redis: Cluster, channel: string): Promise<number | null> {
  const nodes = await Promise.all(
    redis.nodes().map(async (node) => {
      const [[, count], text] = await Promise.all([node.pubsub('NUMSUB', channel), node.cluster('NODES')]);
      // A line is `<id> <address> <flags> …`.
      const lines = String(text)
        .trim()
        .split('\n')
        .map((line) => line.split(' '));
      return { count: Number(count), lines };
    }),
  );
  const ids = (lines: readonly (readonly string[])[]): string[] => lines.map(([id]) => id!);
  const asked = new Set(
    nodes.flatMap(({ lines }) => ids(lines.filter(([, , flags]) => flags!.includes('myself')))),
  );
  if (nodes.some(({ lines }) => ids(lines).some((id) => !asked.has(id)))) return null;
  return nodes.reduce((sum, { count }) => sum + count, 0);
}

/** Fails fast while Redis is away: the document is written, and the sweep rings for a lost doorbell. */
export function connectProducer(url: string): RedisConnection {
  return connect(url, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    connectTimeout: 2000,
    commandTimeout: 2000,
  });
}

/** For rate limits (`createAskRedis` waits less than this timeout): queries at the same time are sent together. */
export function connectLimiter(url: string): RedisConnection {
  return connect(url, {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    connectTimeout: 2000,
    commandTimeout: 2000,
  });
}

/** For subscriptions; it reports a reconnect itself. In a cluster it uses one node after another, as each has all messages. */
export function connectSubscriber(url: string): RedisConnection {
  const target = targetOf(url);
  const options = { maxRetriesPerRequest: null, autoResubscribe: false };
  if (target.kind !== 'cluster') return connect(url, options);
  // The subscriber in ioredis's Cluster does not report a lost connection, and takes a processor while all nodes are away.
  const { hosts } = target;
  let at = 0;
  const redis = new Redis({
    ...options,
    ...loginOf(target),
    ...hosts[0]!,
    retryStrategy(attempt) {
      at += 1;
      Object.assign(redis.options, hosts[at % hosts.length]);
      return retryStrategy(attempt);
    },
  });
  return quiet(redis);
}

/** For a BullMQ worker: it waits for Redis without a limit. */
export function connectWorker(url: string): RedisConnection {
  return connect(url, { maxRetriesPerRequest: null });
}

interface RedisBehaviour {
  /** Null: a command waits for Redis without a limit. */
  readonly maxRetriesPerRequest: number | null;
  readonly enableOfflineQueue?: boolean;
  readonly enableAutoPipelining?: boolean;
  readonly autoResubscribe?: boolean;
  readonly connectTimeout?: number;
  readonly commandTimeout?: number;
}

const retryStrategy = (attempt: number): number => Math.min(50 * 2 ** attempt, 2000);

function connect(url: string, options: RedisBehaviour): RedisConnection {
  const target = targetOf(url);
  const { kind, hosts, tls, db, primary, sentinelPassword } = target;
  const own = { ...options, ...loginOf(target) };
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

const loginOf = ({ tls, username, password }: RedisTarget) => ({
  ...(username && { username }),
  ...(password && { password }),
  ...(tls && { tls: {} }),
});

function targetOf(url: string): RedisTarget {
  const target = readRedisUrl(url);
  if (!target) throw new Error('REDIS_URL has an unknown form');
  return target;
}

/** ioredis reports each failed attempt as an `error` event, which would end the process without a listener. */
function quiet<Connection extends RedisConnection>(redis: Connection): Connection {
  redis.on('error', () => {});
  return redis;
}
