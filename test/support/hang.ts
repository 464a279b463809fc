import { readdirSync, readFileSync } from 'node:fs';
import { until } from './until.ts';

/** Makes a process hang until SIGCONT. It answers nothing any more only when all its threads are stopped (Linux). */
export async function hang(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const stands = (task: string): boolean => {
    const stat = readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8');
    // proc(5): the state follows the name in brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
  };
  await until(() => readdirSync(`/proc/${pid}/task`).every(stands), `process ${pid} to hang`);
}
