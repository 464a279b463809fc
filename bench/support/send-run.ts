import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Microseconds of CPU a mail. */
interface SendCost {
  readonly workers: number;
  /** Of workers, mongod and Redis. */
  readonly ours: number;
}

/** Runs `send.ts` in a process of its own, with stores of its own. Rejects where it ends with an error. */
export async function costOfSend(recipients: number, workers = 1): Promise<SendCost> {
  const program = new URL('../send.ts', import.meta.url).pathname;
  const args = ['--import', './local/typescript.mjs', program, String(recipients), String(workers)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { worker_us, ours_us } = JSON.parse(stdout.split('\n', 1)[0]!) as {
    worker_us: string;
    ours_us: string;
  };
  return { workers: Number(worker_us), ours: Number(ours_us) };
}
