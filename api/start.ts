import { readConfig } from '../common/config.ts';
import { createDoorbell } from '../common/jobs/doorbell.ts';
import { createLogger } from '../common/log.ts';
import { serveMetrics } from '../common/metrics/server.ts';
import { watchStore } from '../common/metrics/store.ts';
import { createPaceReader } from '../common/pace/report.ts';
import { connectLimiter, connectProducer, connectSubscriber } from '../common/redis.ts';
import { createRenderer } from '../common/rendering/renderer.ts';
import { stopOnSignal } from '../common/shutdown.ts';
import { startFailure } from '../common/start/failure.ts';
import { prepareStart } from '../common/start/prepare.ts';
import { connectMongo, disconnectMongo } from '../common/store/connection.ts';
import { createApp } from './app.ts';
import { createBodyReader } from './http/body.ts';
import { createKnownKeys } from './http/known-keys.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { createHttpServer, listen, stopListening } from './http/server.ts';
import { createSlowQuestions } from './http/slow-questions.ts';
import { createTracking } from './tracking.ts';

/** How long answers under way may take once we are told to stop; docker kills after 10 s. */
const DRAIN_MS = 8000;

async function start(): Promise<void> {
  const config = readConfig();
  const log = createLogger('api', config.logLevel);
  await connectMongo(config.mongodbUrl);
  await prepareStart(config, log);
  const redis = connectProducer(config.redisUrl);
  const doorbell = createDoorbell(redis, log);
  const limiter = connectLimiter(config.redisUrl);
  const limits = createRateLimits(limiter, config, log);
  const subscriber = connectSubscriber(config.redisUrl);
  const keys = createKnownKeys(subscriber, redis, log);
  const tracking = createTracking(config.tracking, log);
  const store = watchStore(config.mongodbUrl);
  const questions = createSlowQuestions(config);
  const renderer = createRenderer(config, log);
  const pace = createPaceReader(redis);
  const bodies = await createBodyReader(config.limits);
  const server = createHttpServer(
    createApp(
      { config, ring: doorbell.ring, log, limits, keys, tracking, store, questions, renderer, pace },
      bodies,
    ),
    config.maxConnections,
  );
  const metrics = await serveMetrics(config, log, store.problem);
  stopOnSignal(log, DRAIN_MS + 1000, async () => {
    await stopListening(server, DRAIN_MS);
    await metrics?.close();
    await tracking.close();
    await renderer.close();
    await bodies.close();
    await questions.close();
    await store.close();
    await doorbell.close();
    redis.disconnect();
    limiter.disconnect();
    subscriber.disconnect();
    await disconnectMongo();
  });
  const port = await listen(server, config.host, config.port);
  log.info({ port, public_url: config.publicUrl }, 'the API listens');
}

try {
  await start();
} catch (error) {
  console.error(startFailure(error));
  process.exit(1);
}
