import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '../../common/config.ts';
import { movableClock } from './automations.ts';
import { nodeProgram } from './built.ts';
import { storeEnvironment } from './store-environment.ts';

/** A worker in a separate process that uses this process's clock. */
export interface ClockedWorker {
  /** Kills it at once, like a power cut. */
  kill(): Promise<void>;
}

/** A clock that this process and its workers share. */
export interface WorldClock {
  /** Moves the clock forward, first in this process, so that no effect of a worker is too early for it. */
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
      const { options, script } = nodeProgram('test/support/clocked-worker.ts');
      const worker = fork(script, {
        execArgv: options,
        env: storeEnvironment(config, {
          LOG_LEVEL: config.logLevel,
          CLOCK_OFFSET: String(clock.offset()),
          ...environment,
        }),
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
