import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../common/config.ts';
import { movableClock } from './automations.ts';

/** A worker in a process of its own, on this process's clock. */
export interface ClockedWorker {
  /** As a power cut would: at once, in the middle of whatever it does. */
  kill(): Promise<void>;
}

/** A clock that this process and its workers share. */
export interface WorldClock {
  /** Moves it on, for this process first: what a worker does then never looks early. */
  pass(milliseconds: number): Promise<void>;
  startWorker(environment?: Readonly<Record<string, string>>): Promise<ClockedWorker>;
  stop(): Promise<void>;
}

export function startWorldClock(start: Date, config: Config): WorldClock {
  const clock = movableClock(start.getTime());
  const workers = new Set<ChildProcess>();

  const kill = async (worker: ChildProcess): Promise<void> => {
    if (!workers.delete(worker)) return;
    const gone = once(worker, 'exit');
    worker.kill('SIGKILL');
    await gone;
  };

  return {
    async pass(milliseconds) {
      clock.pass(milliseconds);
      for (const worker of workers) {
        const moved = once(worker, 'message');
        worker.send(clock.offset());
        await moved;
      }
    },
    async startWorker(environment = {}) {
      const worker = fork(fileURLToPath(new URL('clocked-worker.ts', import.meta.url)), {
        execArgv: ['--import', './local/tsx.mjs'],
        env: {
          ...process.env,
          MONGODB_URL: config.mongodbUrl,
          REDIS_URL: config.redisUrl,
          SMTP_URL: config.smtpUrls.join(','),
          APP_SECRET: config.appSecret,
          LOG_LEVEL: config.logLevel,
          CLOCK_OFFSET: String(clock.offset()),
          ...environment,
        },
      });
      workers.add(worker);
      await once(worker, 'message');
      return { kill: () => kill(worker) };
    },
    async stop() {
      await Promise.all([...workers].map(kill));
    },
  };
}
