import { askAll, problemsOf } from '../common/config/check-row.ts';
import { type Config, readConfig } from '../common/config.ts';
import { createLogger, type Logger } from '../common/log.ts';
import { serveMetrics } from '../common/metrics/server.ts';
import { watchStore } from '../common/metrics/store.ts';
import { stopOnSignal } from '../common/shutdown.ts';
import { endUnlessStarted } from '../common/start/failure.ts';
import { prepareStart } from '../common/start/prepare.ts';
import { connectMongo, disconnectMongo } from '../common/store/connection.ts';
import { workerProblem } from './runtime/metrics/problem.ts';
import { MAIL_CHECKS, tryMailServers } from './sending/transport/try-servers.ts';
import { createWorker } from './worker.ts';

/** Milliseconds to stop in: Docker kills a process after 10 s. */
const STOP_MS = 9000;

async function start(): Promise<void> {
  const config = readConfig();
  const log = createLogger('worker', config.logLevel);
  await connectMongo(config.mongodbUrl);
  await prepareStart(config, log);
  const watch = watchStore(config.mongodbUrl);
  const worker = createWorker(config, { log });
  void tellOfMailServers(config, log);
  const running = worker.run();
  const metrics = running.then(() =>
    serveMetrics(config, log, () => workerProblem(watch), { '/pace': worker.context.paceView.read }),
  );
  // Before the start has ended: the worker works, and other workers know about it, a moment before it is ready.
  stopOnSignal(log, STOP_MS, async () => {
    await running;
    await worker.stop();
    await (await metrics)?.close();
    await watch.close();
    await disconnectMongo();
  });
  await metrics;
  log.info({ slices: config.workerSlices, smtp_connections: config.smtpConnections }, 'worker started');
}

/** Meanwhile the worker works: a server that is away comes back. */
async function tellOfMailServers(config: Config, log: Logger): Promise<void> {
  const servers = await tryMailServers(config);
  for (const problem of problemsOf(askAll(MAIL_CHECKS, { servers, config }), 'warn'))
    log.warn({ problem }, 'start-up check found a problem');
}

endUnlessStarted(start());
