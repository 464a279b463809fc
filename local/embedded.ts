import { totalmem } from 'node:os';
import { join } from 'node:path';
import { cached } from '../common/cache/cached.ts';
import { embedded } from '../common/config/running.ts';
import { dataDir, keptSecret, lockDataDir, publishServices, type Services } from './data-dir.ts';
import type { GuardedServer } from './guard.ts';
import type { Mailbox } from './mailbox/mailbox.ts';
import { diskFull, type Mongod, startMongod } from './mongod.ts';
import { type RedisServer, startRedis } from './redis.ts';
import { SetupError } from './servers.mjs';

export const URLS = ['MONGODB_URL', 'REDIS_URL', 'SMTP_URL'] as const;
export type UrlName = (typeof URLS)[number];

const DATABASE = 'mailing';

export interface EmbeddedOptions {
  /** Default: `process.env`. `DATA_DIR` and `MAILBOX_PORT` are read from it, too. */
  readonly env?: NodeJS.ProcessEnv;
  readonly wanted?: readonly UrlName[];
  readonly publish?: boolean;
  readonly say?: (line: string) => void;
}

export interface EmbeddedServices extends Services {
  /** The settings for using them: the URLs of the started services, and the secret if it was unset. */
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves with a sentence when a store ends unexpectedly. */
  readonly failed: Promise<string>;
  readonly stop: () => Promise<void>;
}

interface Stoppable {
  readonly stop: () => Promise<void>;
}

/**
 * Starts a service for each of the three URLs that is unset, on its files in `DATA_DIR` with the data of the last run. Throws a
 * SetupError if a service cannot start or `DATA_DIR` is in use; then all are stopped again.
 */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<EmbeddedServices> {
  const { env = process.env, wanted = URLS, publish = true, say } = options;
  const folder = dataDir(env);
  const missing = new Set(wanted.filter((name) => !env[name]));
  const lock = missing.size > 0 ? lockDataDir(folder) : undefined;
  const told = say ? { say } : {};
  const starting: Promise<Stoppable>[] = [];
  const begin = <Server extends Stoppable>(name: UrlName, start: () => Promise<Server>) => {
    if (!missing.has(name)) return undefined;
    const server = start();
    starting.push(server);
    return server;
  };
  const mongodStart = begin('MONGODB_URL', () =>
    startMongod({ folder: join(folder, 'mongodb'), cacheGb: cacheGb(), ...told }),
  );
  const redisStart = begin('REDIS_URL', () => startRedis({ folder: join(folder, 'redis'), ...told }));
  const mailboxStart = begin('SMTP_URL', async () => {
    // The mailbox needs development packages, so it is loaded only when it is used.
    const { startMailbox } = await import('./mailbox/mailbox.ts');
    return startMailbox({ folder: join(folder, 'mailbox'), port: mailboxPort(env) });
  });
  let stopping = false;
  const stop = cached(async (): Promise<void> => {
    stopping = true;
    if (lock) publishServices(folder, undefined);
    const stops: Promise<void>[] = [];
    for (const one of await Promise.allSettled(starting))
      if (one.status === 'fulfilled') stops.push(one.value.stop());
    await Promise.all(stops);
    lock?.release();
  });
  for (const one of await Promise.allSettled(starting)) {
    if (one.status === 'rejected') {
      await stop();
      throw one.reason;
    }
  }
  const mongod = await mongodStart;
  const redis = await redisStart;
  const services = servicesOf(mongod, redis, await mailboxStart);
  if (publish && missing.size > 0) publishServices(folder, services);
  return {
    ...services,
    environment: {
      ...(services.mongodbUrl && { MONGODB_URL: services.mongodbUrl }),
      ...(services.redisUrl && { REDIS_URL: services.redisUrl }),
      ...(services.smtpUrl && { SMTP_URL: services.smtpUrl }),
      ...(!env['APP_SECRET'] && !env['APP_SECRETS'] && { APP_SECRET: keptSecret(folder) }),
    },
    failed: Promise.race([unasked('mongod', mongod), unasked('Redis', redis)]),
    stop,
  };

  function unasked(name: string, server: GuardedServer | undefined): Promise<string> {
    return new Promise((resolve) => {
      void server?.exited.then(
        (code) => !stopping && resolve(`${name} exited unexpectedly with code ${code}.${diskFull(folder)}`),
      );
    });
  }
}

function servicesOf(mongod?: Mongod, redis?: RedisServer, mailbox?: Mailbox): Services {
  return {
    ...(mongod && { mongodbUrl: mongod.url(DATABASE) }),
    ...(redis && { redisUrl: redis.url() }),
    ...(mailbox && { smtpUrl: mailbox.smtpUrl, mailboxUrl: mailbox.url }),
  };
}

/** A quarter of the machine's memory, at most 1 GiB; the rest is for the programs. */
const cacheGb = (): number => Math.max(0.25, Math.min(1, totalmem() / 2 ** 30 / 4));

function mailboxPort(env: NodeJS.ProcessEnv): number {
  const port = Number(env['MAILBOX_PORT'] || embedded.settings.MAILBOX_PORT.standard);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new SetupError(`MAILBOX_PORT must be a port number, not ${env['MAILBOX_PORT']}.`);
}
