import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type GuardedServer, startGuarded } from '../../local/guard.ts';
import { freePort } from '../../local/ports.ts';
import { findServer, SERVERS } from '../../local/servers.mjs';
import { hang } from './hang.ts';
import { until } from './until.ts';

/** Several Redis servers that clients use as one. */
export interface RedisSet {
  /** The value of `REDIS_URL`. */
  readonly url: string;
  /** kill -9 of the primary that sentinels watch, or of a node of the cluster. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** A primary and a replica. */
export interface HangingSet extends RedisSet {
  /** Stops the primary without closing its connections, until the replica has taken over. */
  hang(): Promise<void>;
}

export interface SentinelSet extends HangingSet {
  /** As `kill`, after the replica has missed the writes of the last second. */
  killUnfollowed(): Promise<void>;
}

const PASSWORD = 'p@ss:word';
const LOGIN = `:${encodeURIComponent(PASSWORD)}@`;

interface Server extends GuardedServer {
  readonly port: number;
}

/** Servers in a folder that is removed with them. */
function ground() {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-redis-set-'));
  const servers: Server[] = [];
  return {
    /** Starts a server with these configuration lines, and waits until it answers. */
    async start(lines: readonly string[], ...flags: string[]): Promise<Server> {
      const port = await freePort();
      const own = join(folder, String(port));
      mkdirSync(own);
      const settings = join(own, 'server.conf');
      const all = [`port ${port}`, 'bind 127.0.0.1', `dir ${own}`, `logfile ${join(own, 'log')}`, ...lines];
      writeFileSync(settings, `${all.join('\n')}\n`);
      const server = {
        ...(await startGuarded([findServer(SERVERS.redis)!, settings, ...flags], { patience: 10 })),
        port,
      };
      servers.push(server);
      await until(async () => (await ask(port, ['PING'])) !== null, `a Redis on port ${port}`);
      return server;
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends one command to one server; null when it does not answer. */
async function ask(port: number, [name, ...given]: readonly string[]): Promise<unknown> {
  const options = { host: '127.0.0.1', port, maxRetriesPerRequest: 0, retryStrategy: () => null };
  const redis = new Redis({ ...options, password: PASSWORD, lazyConnect: true });
  redis.on('error', () => {});
  try {
    return await redis.call(name!, ...given);
  } catch {
    return null;
  } finally {
    redis.disconnect();
  }
}

/** A primary, its replica, and one sentinel that decides alone and considers a server dead after half a second. */
export async function startSentinelSet(): Promise<SentinelSet> {
  const { start, stop } = ground();
  const login = [`requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`, 'appendonly yes'];
  const primary = await start(login);
  const replica = await start([...login, `replicaof 127.0.0.1 ${primary.port}`]);
  const replicaSays = (text: string, what: string, ms?: number) =>
    until(async () => String(await ask(replica.port, ['INFO', 'replication'])).includes(text), what, ms);
  await replicaSays('master_link_status:up', 'the replica to follow');
  const sentinel = await start(
    [
      `requirepass ${PASSWORD}`,
      `sentinel monitor primary 127.0.0.1 ${primary.port} 1`,
      `sentinel auth-pass primary ${PASSWORD}`,
      'sentinel down-after-milliseconds primary 500',
    ],
    '--sentinel',
  );
  await until(
    async () => JSON.stringify(await ask(sentinel.port, ['SENTINEL', 'REPLICAS', 'primary'])).length > 10,
    'the sentinel to know the replica',
  );
  const query = `sentinelPassword=${encodeURIComponent(PASSWORD)}`;
  return {
    url: `redis+sentinel://${LOGIN}127.0.0.1:${sentinel.port}/primary/0?${query}`,
    kill: () => primary.kill(),
    async hang() {
      await hang(primary.pid);
      await replicaSays('role:master', 'the replica to take over', 30_000);
    },
    async killUnfollowed() {
      await hang(replica.pid);
      await delay(1000);
      await primary.kill();
      process.kill(replica.pid, 'SIGCONT');
    },
    stop,
  };
}

const SLOTS = 16_384;
const NODES = 3;

/** Three nodes with a third of the slots each. */
export const startCluster = async (): Promise<RedisSet> => clusterOf(ground());

/** The same with a fourth node without slots, whose own URL is `spare`. `kill` kills it. */
export async function startSpareCluster(): Promise<RedisSet & { readonly spare: string }> {
  const servers = ground();
  const { nodes, ...set } = await clusterOf(servers);
  const spare = await servers.start(CLUSTERED);
  await ask(spare.port, ['CLUSTER', 'MEET', '127.0.0.1', String(nodes[0]!.port)]);
  const id = String(await ask(spare.port, ['CLUSTER', 'MYID']));
  for (const { port } of nodes)
    await until(
      async () => String(await ask(port, ['CLUSTER', 'NODES'])).includes(`${id} 127.0.0.1:${spare.port}@`),
      'the nodes to know the spare one',
      30_000,
    );
  return {
    ...set,
    spare: `redis+cluster://${LOGIN}127.0.0.1:${spare.port}`,
    kill: () => spare.kill(),
  };
}

/** The same with a replica of the first node, which all clients that subscribe use first. */
export async function startReplicatedCluster(): Promise<HangingSet> {
  const servers = ground();
  const { primary, nodes, ...set } = await clusterOf(servers);
  const replica = await servers.start(CLUSTERED);
  await ask(replica.port, ['CLUSTER', 'MEET', '127.0.0.1', String(primary.port)]);
  const id = String(await ask(primary.port, ['CLUSTER', 'MYID']));
  await until(
    async () => (await ask(replica.port, ['CLUSTER', 'REPLICATE', id])) === 'OK',
    'the replica to know its primary',
    30_000,
  );
  const says = (port: number, command: readonly string[], text: string, what: string) =>
    until(async () => String(await ask(port, command)).includes(text), what, 30_000);
  await says(replica.port, ['INFO', 'replication'], 'master_link_status:up', 'the replica to follow');
  for (const { port } of nodes)
    await says(port, ['CLUSTER', 'NODES'], `slave ${id}`, 'the nodes to know the replica');
  return {
    ...set,
    kill: () => primary.kill(),
    async hang() {
      await hang(primary.pid);
      await says(replica.port, ['INFO', 'replication'], 'role:master', 'the replica to take over');
      for (const { port } of nodes.filter((node) => node !== primary))
        await says(port, ['CLUSTER', 'INFO'], 'cluster_state:ok', 'the cluster to agree');
    },
  };
}

const CLUSTERED = [
  'cluster-enabled yes',
  'cluster-node-timeout 3000',
  `requirepass ${PASSWORD}`,
  `masterauth ${PASSWORD}`,
];

async function clusterOf({ start, stop }: ReturnType<typeof ground>) {
  const nodes: Server[] = [];
  for (let at = 0; at < NODES; at += 1) {
    const node = await start(CLUSTERED);
    const [first, last] = [at, at + 1].map((edge) => Math.floor((edge * SLOTS) / NODES)) as [number, number];
    await ask(node.port, ['CLUSTER', 'ADDSLOTSRANGE', String(first), String(last - 1)]);
    await ask(node.port, ['CLUSTER', 'MEET', '127.0.0.1', String((nodes[0] ?? node).port)]);
    nodes.push(node);
  }
  for (const { port } of nodes) {
    await until(
      async () => String(await ask(port, ['CLUSTER', 'INFO'])).includes('cluster_state:ok'),
      'the cluster to agree',
      30_000,
    );
  }
  return {
    url: `redis+cluster://${LOGIN}${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    kill: () => nodes.at(-1)!.kill(),
    stop,
    primary: nodes[0]!,
    nodes,
  };
}
