import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs `send.ts` in a process of its own, with stores of its own, and answers the CPU of the workers, in microseconds a mail. Rejects where it ends with an
 * error.
 */
export async function workersCost(recipients: number, workers = 1): Promise<number> {
  const program = new URL('../send.ts', import.meta.url).pathname;
  const args = ['--import', './local/typescript.mjs', program, String(recipients), String(workers)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { worker_us } = JSON.parse(stdout.split('\n', 1)[0]!) as { worker_us: string };
  return Number(worker_us);
}
