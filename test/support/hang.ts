import { readdirSync, readFileSync } from 'node:fs';
import { until } from './until.ts';

/** Has a process hang until SIGCONT: only once each of its threads stands still does it answer nobody any more (Linux). */
export async function hang(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const stands = (task: string): boolean => {
    const stat = readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8');
    // proc(5): the state follows the name in brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
  };
  await until(() => readdirSync(`/proc/${pid}/task`).every(stands), `process ${pid} to hang`);
}
