import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createAccount } from '../../common/accounts/accounts.ts';
import { createKeyPair } from '../../common/accounts/key-pairs.ts';
import { createIndexes } from '../../common/migrations/indexes.ts';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import { startMongod } from '../../local/mongod.ts';
import { freePort } from '../../local/ports.ts';
import { startRedis } from '../../local/redis.ts';
import { isSerious, readLogLine } from '../support/log-lines.ts';
import { until } from '../support/until.ts';
import type { Watched } from './watched.ts';

/** The API in a separate process, watched from inside and by its log. */
export interface WatchedService {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Number of answered requests so far, by status. */
  readonly answered: ReadonlyMap<number, number>;
  /** The answered requests so far, in order: the machine's time, and the method and route. */
  readonly requests: readonly { readonly at: number; readonly asked: string }[];
  /** Lines of its log of level error and above. */
  readonly errors: readonly string[];
  /** Stops it in good order; returns its report and its exit code. */
  stop(): Promise<{ watched: Watched; code: number | null }>;
}

const LONG_MS = 300_000;

/** Starts it with its own stores and an account, without rate limits. */
export async function startWatchedService(): Promise<WatchedService> {
  const folder = await mkdtemp(join(tmpdir(), 'mailing-fuzz-'));
  const [mongod, redis, port] = await Promise.all([
    startMongod({ folder: join(folder, 'mongodb'), cacheGb: 1 }),
    startRedis({ folder: join(folder, 'redis') }),
    freePort(),
  ]);
  const origin = `http://127.0.0.1:${port}`;
  const seen = join(folder, 'watched.json');
  await connectMongo(mongod.url('fuzz'));
  await createIndexes();
  const account = await createAccount({
    name: 'Fuzz',
    email: 'fuzz@example.com',
    password: 'correct horse',
    timezone: 'UTC',
  });
  const keys = await createKeyPair(account!._id, 'fuzz');
  await disconnectMongo();

  const answered = new Map<number, number>();
  const requests: { at: number; asked: string }[] = [];
  const errors: string[] = [];
  const child = spawn(
    process.execPath,
    ['--import', './local/typescript.mjs', '--import', './test/fuzz/watch.mjs', 'api/main.ts'],
    {
      env: {
        ...process.env,
        MONGODB_URL: mongod.url('fuzz'),
        REDIS_URL: redis.url(),
        SMTP_URL: 'smtp://127.0.0.1:9',
        APP_SECRET: 'a secret of thirty-two characters or more',
        LOG_LEVEL: 'info',
        PORT: String(port),
        PUBLIC_URL: origin,
        RATE_CALLS: '0',
        RATE_PAGES: '0',
        RATE_WRONG_KEYS: '0',
        FUZZ_WATCH: seen,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  createInterface({ input: child.stdout }).on('line', (line) => {
    const read = readLogLine(line);
    if (!read) return;
    const { time, msg, method, route, status } = read;
    if (isSerious(read)) errors.push(line);
    if (msg !== 'request answered' || !status) return;
    answered.set(status, (answered.get(status) ?? 0) + 1);
    requests.push({ at: Date.parse(time!), asked: `${method} ${route}` });
  });
  const ready = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(ready, 'the API', LONG_MS);

  return {
    origin,
    headers: { PublicKey: keys.public_key, SecretKey: keys.secret_key },
    folder,
    answered,
    requests,
    errors,
    async stop() {
      const running = child.exitCode === null && child.signalCode === null;
      const ended = once(child, 'exit');
      if (running) {
        child.kill('SIGTERM');
        await ended;
      }
      const watched = JSON.parse(await readFile(seen, 'utf8')) as Watched;
      await Promise.all([mongod.stop(), redis.stop()]);
      await rm(folder, { recursive: true, force: true });
      return { watched, code: child.exitCode };
    },
  };
}
