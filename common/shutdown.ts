import { setFlagsFromString } from 'node:v8';
import type { Logger } from './log.ts';
import { unhandledMetric } from './metrics/unhandled.ts';

/**
 * Runs `stop` once and ends the process: at SIGINT or SIGTERM, and after an error or rejection that no code handled. The exit code is 0
 * when the stop came to its end after a signal. It is 1 when the stop took longer than `deadline` milliseconds (docker kills after 10 s) or
 * failed, and always after an unhandled error.
 */
export function stopOnSignal(log: Logger, deadline: number, stop: () => Promise<void>): void {
  let stopping = false;
  let exitCode = 0;
  const begin = (): void => {
    if (stopping) return;
    stopping = true;
    // Node joins V8's threads in its exit. One that compiles for Maglev may wait there for a collection of garbage, which the
    // thread that exits does not make (nodejs/node#54918). What compiles now is done by then, and nothing new begins.
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
  // Node ends a process at such an error, because its state may be wrong. Stopping in order keeps what is under way: calls are
  // answered, and openings and clicks are written.
  for (const origin of ['uncaughtException', 'unhandledRejection']) {
    process.on(origin, (error: unknown) => {
      unhandledMetric.inc();
      log.fatal({ err: error, origin }, 'unhandled error; the process stops');
      exitCode = 1;
      begin();
    });
  }
}
