import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { flags, type GuardedServer, startGuarded } from './guard.ts';
import { freePort, isFree, keptPort } from './ports.ts';
import { endLeftOver, keptPassword, lastWords, type ServerFiles, serverFiles } from './server-files.ts';
import { findServer, missingServer, SERVERS, SetupError } from './servers.mjs';

/** Milliseconds to start; loading an append-only file takes about a second for each 100 MB. */
const START_MS = 120_000;

export interface RedisOptions {
  readonly folder: string;
  readonly binary?: string;
  readonly port?: number;
  readonly databases?: number;
  readonly say?: (line: string) => void;
}

export interface RedisServer extends GuardedServer {
  readonly port: number;
  readonly url: (database?: number) => string;
}

/**
 * Starts a private Redis (or Valkey) on the loopback, with a password. It appends each write to a file, synced each second; when
 * memory is short it refuses writes instead of evicting keys. BullMQ requires both. Resolves when it answers; throws a SetupError
 * with the reason.
 */
export async function startRedis(options: RedisOptions): Promise<RedisServer> {
  const { redis } = SERVERS;
  const binary = options.binary ?? findServer(redis);
  if (!binary)
    throw missingServer(
      redis,
      'No valkey-server or redis-server was found. `node local/setup.mjs` downloads one on Linux x86_64.',
    );
  const files = serverFiles(resolve(options.folder));
  await endLeftOver(files, options.say ?? (() => {}));
  const password = keptPassword(files);
  // In a file, because every user of the machine can read the command line.
  const settings = join(resolve(options.folder), 'password.conf');
  writeFileSync(settings, `requirepass ${password}\n`, { mode: 0o600 });
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (attempt === 1 ? await keptPort(files.portFile) : await freePort());
    const server = await launch([binary, settings], port, files, options.databases ?? 16);
    if (await answers(server, port, password)) {
      return {
        ...server,
        port,
        url: (database = 0) => `redis://:${password}@127.0.0.1:${port}/${database}`,
      };
    }
    // Another process may have taken the port since it was checked. Only then is another attempt useful.
    if (attempt === 3 || options.port !== undefined || (await isFree(port))) {
      throw new SetupError(
        `${binary} did not start with the folder ${files.data}. Its last output:\n${lastWords(files)}`,
      );
    }
  }
}

const launch = (
  program: readonly string[],
  port: number,
  files: ServerFiles,
  databases: number,
): Promise<GuardedServer> =>
  startGuarded(
    [
      ...program,
      ...flags({
        dir: files.data,
        logfile: files.log,
        bind: '127.0.0.1',
        port,
        databases,
        appendonly: 'yes',
        appendfsync: 'everysec',
        save: '',
        'maxmemory-policy': 'noeviction',
      }),
    ],
    { ...files, patience: 30 },
  );

/** True when it has loaded its files and answers; false when it ended before. */
async function answers(server: GuardedServer, port: number, password: string): Promise<boolean> {
  const redis = new Redis({
    host: '127.0.0.1',
    port,
    password,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => {});
  const deadline = Date.now() + START_MS;
  try {
    while (!server.gone()) {
      const pong = await ping(redis).catch(() => '');
      // Another program's server on the port would answer, too. Ours has our process id.
      if (pong.includes(`process_id:${server.pid}\r`)) return true;
      if (Date.now() > deadline) await server.stop();
      await delay(20);
    }
    return false;
  } finally {
    redis.disconnect();
  }
}

async function ping(redis: Redis): Promise<string> {
  if (redis.status === 'wait' || redis.status === 'end') await redis.connect();
  await redis.ping();
  return redis.info('server');
}
