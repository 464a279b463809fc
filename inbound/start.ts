import { readConfig } from '../common/config.ts';
import { createLogger } from '../common/log.ts';
import { serveMetrics } from '../common/metrics/server.ts';
import { watchStore } from '../common/metrics/store.ts';
import { useOwnRules } from '../common/replies/classify.ts';
import { readOwnRules } from '../common/replies/own-rules.ts';
import { stopOnSignal } from '../common/shutdown.ts';
import { endUnlessStarted } from '../common/start/failure.ts';
import { prepareStart } from '../common/start/prepare.ts';
import { connectMongo, disconnectMongo } from '../common/store/connection.ts';
import { configuredReceivers } from './configured.ts';
import { runInbound } from './run.ts';

const STOP_MS = 9000;

async function start(): Promise<void> {
  const config = readConfig();
  const log = createLogger('inbound', config.logLevel);
  const receivers = configuredReceivers(config);
  if (receivers.length === 0) {
    // Most platforms would restart a process that ends, forever.
    log.warn('no receiver configured; the process waits until it is stopped');
    const metrics = await serveMetrics(config, log, async () => null);
    const alive = setInterval(() => {}, 2 ** 30);
    stopOnSignal(log, STOP_MS, async () => {
      clearInterval(alive);
      await metrics?.close();
    });
    return;
  }
  useOwnRules(readOwnRules(config.replyRulesFile));
  await connectMongo(config.mongodbUrl);
  await prepareStart(config, log);
  const store = watchStore(config.mongodbUrl);
  const running = await runInbound(config, log);
  const metrics = await serveMetrics(config, log, store.problem);
  stopOnSignal(log, STOP_MS, async () => {
    await running.stop();
    await metrics?.close();
    await store.close();
    await disconnectMongo();
  });
  log.info({ receivers }, 'receivers started');
}

endUnlessStarted(start());
