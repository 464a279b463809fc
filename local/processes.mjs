import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process with this id runs. A process that has ended, but that its parent has not waited for, does not run. */
export const isAlive = (pid) => beginningOf(pid) !== '';

/** '' if there is no such process. Ids are reused (in containers at every start); an id with its start time is unique. */
export function beginningOf(pid) {
  if (!exists(pid)) return '';
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): the name, in brackets, may contain anything; the state is field 3, the start (ticks since boot) field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z'
      ? ''
      : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
  } catch {
    return startedByPs(pid);
  }
}

function exists(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process belongs to another user.
    return error.code === 'EPERM';
  }
}

// For systems without /proc (macOS).
function startedByPs(pid) {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}
