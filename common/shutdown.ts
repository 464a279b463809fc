import { setFlagsFromString } from 'node:v8';
import type { Logger } from './log.ts';

/**
 * Runs `stop` once, at SIGINT or SIGTERM, and ends the process: with 0 when it came to its end, with 1 when it
 * took longer than `deadline` milliseconds (docker kills after 10 s) or failed.
 */
export function stopOnSignal(log: Logger, deadline: number, stop: () => Promise<void>): void {
  let stopping = false;
  const begin = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    // Node joins V8's threads in its exit. One that compiles for Maglev may wait there for a collection of garbage, which the
    // thread that exits does not make (nodejs/node#54918). What compiles now is done by then, and nothing new begins.
    setFlagsFromString('--no-maglev');
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({ deadline }, 'stopping took too long');
      process.exit(1);
    }, deadline).unref();
    stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', begin);
  process.on('SIGTERM', begin);
}
