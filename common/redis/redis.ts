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

/** Flags of a node that may still serve clients but answers no others: it failed, maybe, or has no known address yet. */
const UNKNOWN_FLAGS = ['fail', 'fail?', 'handshake', 'noaddr'];

interface ClusterNode {
  readonly id: string;
  readonly host: string;
  readonly port: number;
  readonly flags: readonly string[];
}

/** A line of CLUSTER NODES is `<id> <host>:<port>@<bus port>[,<name>] <flags> …`. */
function readClusterNodes(text: string): ClusterNode[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [id, address, flags] = line.split(' ') as [string, string, string];
      const at = address.split('@')[0]!;
      const colon = at.lastIndexOf(':');
      return { id, host: at.slice(0, colon), port: Number(at.slice(colon + 1)), flags: flags.split(',') };
    });
}

const subscribersAt = async (node: Redis, channel: string): Promise<number> =>
  Number((await node.pubsub('NUMSUB', channel))[1]);

/** Throws when the node cannot be asked. */
async function subscribersElsewhere(
  like: Redis,
  { host, port }: ClusterNode,
  channel: string,
): Promise<number> {
  const node = quiet(
    like.duplicate({ host, port, readOnly: false, lazyConnect: true, retryStrategy: () => null }),
  );
  try {
    return await subscribersAt(node, channel);
  } finally {
    node.disconnect();
  }
}

/**
 * The clients that receive a channel: PUBLISH answers those of one node only, while a cluster forwards messages between nodes. `redis` knows only
 * nodes with slots and their replicas; the others are asked by connections of their own. Null: one cannot be asked, such as a primary that was
 * replaced. Its clients may still be connected to it.
 */
export async function countSubscribers(redis: Cluster, channel: string): Promise<number | null> {
  const known = redis.nodes();
  const nodes = await Promise.all(
    known.map(async (node) => {
      const [count, text] = await Promise.all([subscribersAt(node, channel), node.cluster('NODES')]);
      return { count, listed: readClusterNodes(String(text)) };
    }),
  );
  const listed = nodes.flatMap((node) => node.listed);
  const asked = new Set(listed.filter(({ flags }) => flags.includes('myself')).map(({ id }) => id));
  const unasked = listed.filter(({ id }) => !asked.has(id));
  // Nodes may disagree about one: a single doubt is enough.
  if (unasked.some(({ flags }) => flags.some((flag) => UNKNOWN_FLAGS.includes(flag)))) return null;
  const others = [...new Map(unasked.map((node) => [node.id, node])).values()];
  try {
    const more = await Promise.all(others.map((node) => subscribersElsewhere(known[0]!, node, channel)));
    return [...nodes.map(({ count }) => count), ...more].reduce((sum, count) => sum + count, 0);
  } catch {
    return null;
  }
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
