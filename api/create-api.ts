import { listen, stopListening } from '../common/config/listen.ts';
import type { Config } from '../common/config.ts';
import { Budget } from '../common/fairness/budget.ts';
import { createDoorbell } from '../common/jobs/doorbell.ts';
import { createLogger } from '../common/log.ts';
import { createPaceReader } from '../common/metrics/pace-report.ts';
import { type MetricsServer, serveMetrics } from '../common/metrics/server.ts';
import { watchStore } from '../common/metrics/store.ts';
import {
  connectLimiter,
  connectProducer,
  connectSubscriber,
  type RedisConnection,
} from '../common/redis/redis.ts';
import { createRenderer } from '../common/rendering/renderer.ts';
import { useErasureSecrets } from '../common/secrets/erasure-key.ts';
import { createApp } from './app.ts';
import { type BodyReader, createBodyReader } from './http/body.ts';
import type { Service } from './http/endpoint.ts';
import { createKnownKeys } from './http/known-keys.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { createHttpServer } from './http/server.ts';
import { createSlowQuestions } from './http/slow-questions.ts';
import { createDomainChecks } from './services/dns/domain-checks.ts';
import { createLinkChecks } from './services/mail-check/link-checks.ts';
import { createTracking } from './services/tracking/tracking.ts';

/** All that an API is made of. */
export interface ApiParts extends Omit<Service, 'config'> {
  readonly bodies: BodyReader;
}

/** An API process. It serves nothing before `listen`. */
export interface Api {
  readonly service: Service;
  /** The connections to Redis, which may be away. */
  readonly redis: readonly RedisConnection[];
  /** Serves the metrics, and then requests. Returns the port of the requests; for port 0 the system chooses a free one. */
  listen(host: string | null, port: number): Promise<number>;
  /** Lets answers under way finish, cuts those left after `drainMs`, and closes all parts that the API made itself. */
  stop(drainMs: number): Promise<void>;
}

/** Builds the API from its configuration. MongoDB must be connected. A part of `given` takes the place of the API's own, and is closed by its maker. */
export async function createApi(config: Config, given: Partial<ApiParts> = {}): Promise<Api> {
  const log = given.log ?? createLogger('api', config.logLevel);
  // First, because nothing else can fail here.
  const reader = await createBodyReader(config.limits);
  useErasureSecrets(config);
  const redis = connectProducer(config.redisUrl);
  const limiter = connectLimiter(config.redisUrl);
  const subscriber = connectSubscriber(config.redisUrl);
  const doorbell = createDoorbell(redis, log);
  const own = {
    log,
    ring: doorbell.ring,
    limits: createRateLimits(limiter, config, log),
    keys: createKnownKeys(subscriber, redis, log),
    tracking: createTracking(config.tracking, log),
    store: watchStore(config.mongodbUrl),
    questions: createSlowQuestions(config),
    domains: createDomainChecks(config),
    links: createLinkChecks(config),
    underWay: new Budget(),
    renderer: createRenderer(config, log),
    pace: createPaceReader(redis),
    bodies: reader,
  } satisfies ApiParts;
  const { bodies, ...parts } = { ...own, ...given };
  const service: Service = { config, ...parts };
  const server = createHttpServer(createApp(service, bodies), config.maxConnections);
  let metrics: MetricsServer | null = null;

  return {
    service,
    redis: [redis, limiter, subscriber],
    async listen(host, port) {
      metrics = await serveMetrics(config, log, service.store.problem);
      return listen(server, host, port);
    },
    async stop(drainMs) {
      await stopListening(server, drainMs);
      await metrics?.close();
      await own.tracking.close();
      await own.renderer.close();
      await own.bodies.close();
      await own.questions.close();
      await own.store.close();
      await doorbell.close();
      redis.disconnect();
      limiter.disconnect();
      subscriber.disconnect();
    },
  };
}
