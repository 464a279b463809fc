import type { MongoClient } from 'mongodb';
import mongoose from 'mongoose';
import { type ApiParts, createApi } from '../../api/create-api.ts';
import { createAccount } from '../../common/accounts/accounts.ts';
import { createKeyPair, type KeyPair } from '../../common/accounts/key-pairs.ts';
import { type Config, readConfig } from '../../common/config.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { DataKey } from '../../common/models/data-keys.ts';
import { Rendering } from '../../common/models/renderings.ts';
import type { RedisConnection } from '../../common/redis/redis.ts';
import { useErasureSecrets } from '../../common/secrets/erasure-key.ts';
import { upserting } from '../../common/store/collection.ts';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import { Counter } from '../../common/store/counters.ts';
import type { Sequence } from '../../common/store/ids.ts';
import { withoutCodes } from './answers.ts';
import { empty, prepareDatabase } from './databases.ts';
import { checkAnswer } from './documented.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import './password-cost.ts';
import './rsa-keys.ts';
import { useToldMs } from '../../common/queries/told-events.ts';
import { requestText } from './requests.ts';
import { atEndOfRun, beforeOwnDatabase, keptMongodbUrl, redisUrl, sharedMongodbUrl } from './services.ts';
import { until } from './until.ts';

/** An answer: the status, the headers and the body, parsed if it is JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  // A test reads the fields it expects, and fails when they are missing.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  /** Of a failure. */
  code?: string;
  codes?: Readonly<Record<string, readonly string[]>> | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Calls the API with the keys of one account. Fields are sent as JSON, unless a body is given. */
export interface Client extends KeyPair {
  user_id: number;
  get(path: string): Promise<Answer>;
  post(path: string, body?: Fields | FormData | URLSearchParams): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  request(path: string, init?: RequestInit): Promise<Answer>;
}

/** The API in this process, with its own database, Redis database and port. */
export interface Api {
  config: Config;
  url: string;
  ring: Ring;
  /** Makes an account with a key pair. */
  account(options?: { timezone?: string }): Promise<Client>;
  /** Starts a second API on the same stores with other settings, like another process. */
  another(
    environment?: Readonly<Record<string, string>>,
  ): Promise<Pick<Api, 'url' | 'request' | 'tracked' | 'stop'>>;
  /** Waits until the answered opens and clicks are written. */
  tracked(): Promise<void>;
  /** A request without keys; `path` follows the origin. */
  request(path: string, init?: RequestInit): Promise<Answer>;
  stop(): Promise<void>;
}

// A call that saves a webhook waits so long; a second would be most of the time of some tests.
useToldMs(20);

let accounts = 0;

type Environment = Readonly<Record<string, string>>;

/**
 * The API that test files of this process share, or one of its own for a test that needs other settings or parts. The shared one has
 * limits on calls for no one. A test that looks at all accounts uses `startOwnApi`.
 */
export const startApi = (
  name: string,
  environment: Environment = {},
  parts: Partial<ApiParts> = {},
): Promise<Api> =>
  canShare(environment) && Object.keys(parts).length === 0
    ? borrowApi()
    : startOwnApi(name, environment, parts);

/** The settings of what is shared, in addition to those of all APIs of tests. */
const SHARED: Environment = { RATE_CALLS: '0', SMTP_CONNECTIONS: '3' };
export const canShare = (environment: Environment): boolean =>
  Object.entries(environment).every(([name, value]) => SHARED[name] === value);

let shared: Promise<{ readonly api: Api; readonly mail: MailServer }> | undefined;

async function makeShared() {
  const mail = await startMailServer();
  const api = await makeApi(await sharedMongodbUrl(), await redisUrl(`shared-${process.pid}`), {
    ...SHARED,
    SMTP_URL: mail.url,
  });
  atEndOfRun(async () => {
    await api.stop();
    await mail.stop();
  });
  return { api, mail };
}

/** The mail server of the shared API. */
export const sharedMail = async (): Promise<MailServer> => (await (shared ??= makeShared())).mail;

const uses = new WeakMap<MongoClient, { open: number }>();

/** Tells whether no connection of a client is in use. */
function watchUse(client: MongoClient): () => boolean {
  const use = uses.get(client) ?? { open: 0 };
  if (!uses.has(client)) {
    client.on('connectionCheckedOut', () => (use.open += 1));
    client.on('connectionCheckedIn', () => (use.open -= 1));
    uses.set(client, use);
  }
  return () => use.open === 0;
}

/** Ids of records go on, since processes remember them, as they do keys and what was rendered. */
const STAYS = [Counter.name, DataKey.name, Rendering.name];

/** Stays connected until a test wants a database of its own, or the test file ends. */
async function borrowApi(): Promise<Api> {
  const { api } = await (shared ??= makeShared());
  await connectMongo(api.config.mongodbUrl);
  const isIdle = watchUse(mongoose.connection.getClient());
  beforeOwnDatabase(async () => {
    // A call may go on after its answer, and a question of it that is broken off would end the process.
    await until(isIdle, 'the calls to end');
    await disconnectMongo();
  });
  // Another API of this process may have had other secrets.
  useErasureSecrets(api.config);
  return {
    ...api,
    async stop() {
      await api.tracked();
      if (!(await empty(mongoose.connection.db!, STAYS)))
        throw new Error('A test changed the shared database itself: it needs startOwnApi.');
    },
  };
}

/**
 * Starts an API with an empty database of its own, on a port that is free unless `environment` names one. `name` is the test file's name and names its database.
 * `environment` adds settings; `parts` take the place of the API's own, such as a log that the test reads.
 */
export async function startOwnApi(
  name: string,
  environment: Environment = {},
  parts: Partial<ApiParts> = {},
): Promise<Api> {
  return makeApi(await keptMongodbUrl(name), await redisUrl(name), environment, parts);
}

/** Sequences whose ids a process remembers: it would believe of an account what it read of the same id in another database. */
const REMEMBERED: readonly Sequence[] = [
  'accounts',
  'automations',
  'automation_schedules',
  'batches',
  'deliveries',
  'messages',
  'single_sends',
];
/** More ids than the tests of one database take. */
const IDS_OF_ONE = 1_000_000;
let databases = 0;

/** Gives each database of this process ids of its own. */
async function spreadIds(): Promise<void> {
  databases += 1;
  const $max = { last: databases * IDS_OF_ONE };
  await Counter.bulkWrite(
    REMEMBERED.map((_id) => upserting<{ _id: string; last: number }>({ _id }, { $max })),
  );
}

async function makeApi(
  mongodb: string,
  redis: string,
  environment: Environment,
  parts: Partial<ApiParts> = {},
): Promise<Api> {
  const given = {
    MONGODB_URL: mongodb,
    REDIS_URL: redis,
    SMTP_URL: 'smtp://127.0.0.1:9',
    // Where nothing listens: a question to the DNS fails at once.
    DNS_SERVERS: '127.0.0.1:9',
    APP_SECRET: 'a secret of thirty-two characters or more',
    RATE_PAGES: '0',
    // A process that is busy for seconds would close connections at the moment when its own client writes.
    KEEP_ALIVE_SECONDS: '3600',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    ...environment,
  };
  const config = readConfig(given);
  await connectMongo(config.mongodbUrl);
  await prepareDatabase();
  await spreadIds();
  const { stop, ...served } = await serve(config, parts, 'PORT' in environment ? config.port : 0);
  return {
    ...served,
    config,
    another: async (extra = {}) => serve(readConfig({ ...given, ...extra }), parts),
    account: ({ timezone = 'UTC' } = {}) => makeClient(served.request, timezone),
    async stop() {
      await stop();
      await disconnectMongo();
    },
  };
}

async function serve(config: Config, parts: Partial<ApiParts>, port = 0) {
  const running = await createApi(config, parts);
  await Promise.all(running.redis.map(isReady));
  const url = `http://127.0.0.1:${await running.listen('127.0.0.1', port)}`;
  const { ring, tracking } = running.service;
  return { url, ring, request: requester(url), tracked: tracking.flush, stop: () => running.stop(2000) };
}

/** A new account with a key pair, which signs its requests. */
async function makeClient(request: Api['request'], timezone: string): Promise<Client> {
  accounts += 1;
  const email = `owner-${process.pid}-${accounts}@example.com`;
  const account = await createAccount({ name: 'Test', email, password: 'correct horse', timezone });
  const keys = await createKeyPair(account!._id, 'test');
  const login = { PublicKey: keys.public_key, SecretKey: keys.secret_key };
  const signed: Client['request'] = (path, init = {}) =>
    request(`/api${path}`, { ...init, headers: { ...login, ...(init.headers as Record<string, string>) } });
  return {
    ...keys,
    user_id: account!._id,
    request: signed,
    get: (path) => signed(path),
    delete: (path) => signed(path, { method: 'DELETE' }),
    post: (path, body = {}) => signed(path, { method: 'POST', ...asBody(body) }),
  };
}

const asBody = (body: Fields | FormData | URLSearchParams): RequestInit =>
  body instanceof FormData || body instanceof URLSearchParams
    ? { body }
    : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };

const isReady = (redis: RedisConnection): Promise<unknown> =>
  new Promise((resolve) => (redis.status === 'ready' ? resolve(null) : redis.once('ready', resolve)));

/** Takes the codes of a failure out of its body. */
function besideCodes(answer: Answer): Answer {
  if (answer.body?.status !== 'failed') return answer;
  const { code, codes = null } = answer.body;
  return { ...answer, body: withoutCodes(answer.body), code, codes };
}

const requester =
  (url: string) =>
  async (path: string, init?: RequestInit): Promise<Answer> => {
    const { status, headers, text } = await requestText(`${url}${path}`, init);
    const json = headers.get('content-type')?.startsWith('application/json') ?? false;
    const answer: Answer = {
      status,
      headers,
      body: json && text !== '' ? JSON.parse(text) : text,
    };
    await checkAnswer(init?.method ?? 'GET', path, answer);
    return besideCodes(answer);
  };
