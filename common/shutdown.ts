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
