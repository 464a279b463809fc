import { connectionsEach } from '../common/config/connection-shares.ts';
import { listenAtStart, stopListening } from '../common/config/listen.ts';
import type { Config } from '../common/config.ts';
import { Budget } from '../common/fairness/budget.ts';
import { createDoorbell } from '../common/jobs/doorbell.ts';
import { createLogger } from '../common/log.ts';
import { createPaceReader } from '../common/metrics/pace-report.ts';
import { type MetricsServer, serveMetrics } from '../common/metrics/server.ts';
import { watchStore } from '../common/metrics/store.ts';
import { connectLimiter, connectProducer, connectSubscriber } from '../common/redis/redis.ts';
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

export interface ApiParts extends Omit<Service, 'config'> {
  readonly bodies: BodyReader;
}

/** Builds the API; MongoDB must be connected. A part of `given` replaces the default part, and its maker closes it. */
export async function createApi(config: Config, given: Partial<ApiParts> = {}) {
  const log = given.log ?? createLogger('api', config.logLevel);
  // First, because only this step can fail.
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
  const { maxConnections: total, trustProxy } = config;
  const connections = { total, each: connectionsEach(total, trustProxy) };
  const server = createHttpServer(createApp(service, bodies), connections, config);
  let metrics: MetricsServer | null = null;

  return {
    service,
    redis: [redis, limiter, subscriber],
    /** Starts the metrics server, then serves requests. Returns the port; port 0 lets the system choose one. */
    async listen(host: string | null, port: number): Promise<number> {
      metrics = await serveMetrics(config, log, service.store.problem);
      return listenAtStart(server, host, port, { host: 'HOST', port: 'PORT' });
    },
    /** Stops listening, cuts answers that take longer than `drainMs`, and closes the parts that `createApi` made. */
    async stop(drainMs: number): Promise<void> {
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
