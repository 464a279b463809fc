import { setFlagsFromString } from 'node:v8';
import type { Logger } from './log.ts';
import { unhandledMetric } from './metrics/unhandled.ts';

/**
 * Runs `stop` once and ends the process: at SIGINT or SIGTERM, and after an unhandled error or rejection. The exit code is 0 when
 * `stop` finishes after a signal. It is 1 when it takes longer than `deadline` milliseconds (docker kills after 10 s) or fails,
 * and always after an unhandled error. The log of such an error has `requests`, because its stack may not show which one failed.
 */
export function stopOnSignal(
  log: Logger,
  deadline: number,
  stop: () => Promise<void>,
  requests?: () => readonly object[],
): void {
  let stopping = false;
  let exitCode = 0;
  const begin = (): void => {
    if (stopping) return;
    stopping = true;
    // Node joins V8's threads in its exit. A Maglev compiler thread may wait there for a garbage collection that the exiting
    // thread does not run (nodejs/node#54918). Without Maglev, running compilations end by then and no new one begins.
    setFlagsFromString('--no-maglev');
    setTimeout(() => {
      log.error({ deadline_ms: deadline }, 'shutdown exceeded its deadline; the process exits');
      process.exit(1);
    }, deadline).unref();
    stop().then(
      () => {
        log.info('process stopped');
        process.exit(exitCode);
      },
      (error: unknown) => {
        log.error({ err: error }, 'shutdown failed; the process exits');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (!stopping) log.info({ signal }, 'shutdown started');
      begin();
    });
  }
  // Node ends a process at such an error, because its state may be wrong. An orderly stop keeps work under way: calls are
  // answered, and openings and clicks are written.
  for (const origin of ['uncaughtException', 'unhandledRejection']) {
    process.on(origin, (error: unknown) => {
      unhandledMetric.inc();
      log.fatal({ err: error, origin, requests: requests?.() }, 'unhandled error; the process stops');
      exitCode = 1;
      begin();
    });
  }
}
