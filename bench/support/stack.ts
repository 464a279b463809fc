import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '../../common/accounts/accounts.ts';
import { createKeyPair, type KeyPair } from '../../common/accounts/key-pairs.ts';
import { createIndexes } from '../../common/migrations/indexes.ts';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import { type Mongod, startMongod } from '../../local/mongod.ts';
import { freePort } from '../../local/ports.ts';
import { PROGRAM_ENVIRONMENT } from '../../local/program-environment.ts';
import { type RedisServer, startRedis } from '../../local/redis.ts';
import { ask } from './ask.ts';
import { type Program, startProgram } from './processes.ts';
import { type Sink, type SinkOptions, spawnSink } from './sink.ts';

/** Of the account whose keys the stack has. */
export const OWNER = Object.freeze({ email: 'bench@example.com', password: 'correct horse' });

/** All parts of the service in their own processes, as in production, with temporary files. */
export interface Stack {
  /** The current MongoDB. A test that starts another one on its files assigns it here. */
  mongod: Mongod;
  redis: RedisServer;
  startMongod(): Promise<Mongod>;
  startRedis(): Promise<RedisServer>;
  /** The address of the API. */
  origin: string;
  /** The first of the mail servers. */
  sink: Sink;
  sinks: readonly Sink[];
  api: Program;
  /** Milliseconds from its start to its first answer. */
  answeredMs: number;
  keys: KeyPair & { user_id: number };
  environment: Readonly<Record<string, string>>;
  call(path: string, body?: Readonly<Record<string, unknown>>): Promise<{ status: string; message: never }>;
  /** Calls as another account. */
  callAs(keys: KeyPair): Stack['call'];
  startWorker(extra?: Readonly<Record<string, string>>): Program;
  /** Starts the receiver of mails that come back. */
  startInbound(extra?: Readonly<Record<string, string>>): Program;
  /** The build of the programs that are started from now on. */
  build: string | undefined;
  /** Starts a further API on the same stores. */
  startFurtherApi(): Promise<Pick<Stack, 'api' | 'origin'>>;
  /** Starts another API, sets `origin` to it, and stops the previous one. */
  replaceApi(): Promise<void>;
  stop(): Promise<void>;
}

interface StackOptions {
  /** One or several mail servers. `{n}` in the name of the book's file keeps their books apart. */
  sink?: SinkOptions;
  sinks?: number;
  environment?: Readonly<Record<string, string>>;
  /** Starts MongoDB in a folder; by default a replica set of one. */
  mongo?: (folder: string) => Promise<Mongod>;
  /** Starts Redis in a folder; by default one server. */
  redis?: (folder: string) => Promise<RedisServer>;
  /** The folder of the build to run; by default the one that `BUILD` names. Without any, the sources are run. */
  build?: string;
  /** The folder for the logs of all processes; without it they are dropped. */
  logs?: string;
}

/** Adds to the environment of a program. Options of Node come after those of deployed programs. */
function withMore(
  settings: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { NODE_OPTIONS: options } = more;
  const all = options && { NODE_OPTIONS: `${PROGRAM_ENVIRONMENT.NODE_OPTIONS} ${options}` };
  return { ...settings, ...more, ...all };
}

/** Milliseconds in which a program must be ready, on a busy machine. */
const STARTED_MS = 60_000;

/** Starts an API on a free port, or on another one when a program takes that port first. */
async function startApi(
  { public_key: PublicKey, secret_key: SecretKey }: KeyPair,
  start: (port: number) => Program,
): Promise<{ api: Program; origin: string; answeredMs: number }> {
  for (;;) {
    const port = await freePort();
    const began = performance.now();
    const api = start(port);
    const origin = `http://127.0.0.1:${port}`;
    const ended = () => api.child.exitCode !== null || api.child.signalCode !== null;
    const until = performance.now() + STARTED_MS;
    while (!ended()) {
      if (performance.now() > until) {
        await api.kill();
        throw new Error(`the API did not answer in ${STARTED_MS} ms: ${api.said()}`);
      }
      // Another program's API would answer too, but would not know the keys.
      const ours = await fetch(`${origin}/api/contacts-type`, { headers: { PublicKey, SecretKey } }).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ours) return { api, origin, answeredMs: performance.now() - began };
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    if (!/EADDRINUSE/.test(api.said())) throw new Error(`the API ended at its start: ${api.said()}`);
  }
}

export async function startStack({
  sink: sinkOptions = {},
  sinks: sinkCount = 1,
  environment = {},
  mongo = (folder) => startMongod({ folder, cacheGb: 2 }),
  redis: startOwnRedis = (folder) => startRedis({ folder }),
  build = process.env['BUILD'],
  logs,
}: StackOptions = {}): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'mailing-bench-'));
  const sinksOptions = Array.from({ length: sinkCount }, (_, at) => ({
    ...sinkOptions,
    ...(sinkOptions.book && { book: sinkOptions.book.replace('{n}', String(at)) }),
  }));
  const mongodOfStack = () => mongo(join(folder, 'mongodb'));
  const redisOfStack = () => startOwnRedis(join(folder, 'redis'));
  const logOf = (name: string) => logs && join(logs, `${name}.log`);
  let stack: Stack | undefined;
  const programOf = (name: 'api' | 'worker' | 'inbound') => {
    const from = stack ? stack.build : build;
    return from ? join(from, name, 'main.js') : `${name}/main.ts`;
  };
  const [mongod, redis, sinks] = await Promise.all([
    mongodOfStack(),
    redisOfStack(),
    Promise.all(sinksOptions.map(spawnSink)),
  ]);
  const common = {
    MONGODB_URL: mongod.url('bench'),
    REDIS_URL: redis.url(),
    SMTP_URL: sinks.map((one) => one.url).join(','),
    APP_SECRET: 'a secret of thirty-two characters or more',
    LOG_LEVEL: 'warn',
    // All clients of a benchmark have one address.
    RATE_PAGES: '0',
    ...PROGRAM_ENVIRONMENT,
  };
  const settings = { ...common, ...withMore(common, environment) };
  await connectMongo(settings.MONGODB_URL);
  await createIndexes();
  const account = await createAccount({ name: 'Bench', ...OWNER, timezone: 'UTC' });
  const keys = { user_id: account!._id, ...(await createKeyPair(account!._id, 'bench')) };
  const programs: Program[] = [];
  const startOwnApi = async () => {
    const log = programs.length === 0 ? 'api' : `api-${programs.length}`;
    const started = await startApi(keys, (port) =>
      startProgram(programOf('api'), { ...settings, PORT: String(port) }, logOf(log)),
    );
    programs.push(started.api);
    return started;
  };
  const { api, origin, answeredMs } = await startOwnApi();
  const made: Stack = {
    mongod,
    redis,
    startMongod: mongodOfStack,
    startRedis: redisOfStack,
    origin,
    sink: sinks[0]!,
    sinks,
    api,
    answeredMs,
    keys,
    environment: settings,
    build,
    startFurtherApi: startOwnApi,
    async replaceApi() {
      const before = made.api;
      Object.assign(made, await startOwnApi());
      await before.stop();
    },
    call: (path, body) => made.callAs(keys)(path, body),
    callAs:
      ({ public_key: PublicKey, secret_key: SecretKey }) =>
      async (path, body) => {
        const answer = await ask(`${made.origin}/api${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { PublicKey, SecretKey, ...(body && { 'Content-Type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        });
        const json = (await answer.json()) as { status: string; message: never };
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`);
        return json;
      },
    startWorker(extra = {}) {
      const worker = startProgram(
        programOf('worker'),
        withMore(settings, extra),
        logOf(`worker-${programs.length}`),
      );
      programs.push(worker);
      return worker;
    },
    startInbound(extra = {}) {
      const inbound = startProgram(
        programOf('inbound'),
        withMore(settings, extra),
        logOf(`inbound-${programs.length}`),
      );
      programs.push(inbound);
      return inbound;
    },
    async stop() {
      await Promise.all(programs.map((program) => program.stop()));
      await disconnectMongo();
      await Promise.all([...sinks.map((one) => one.stop()), made.mongod.stop(), made.redis.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
  stack = made;
  return made;
}
