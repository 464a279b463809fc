import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process of this id runs; one that ended and that its parent has not yet taken note of does not. */
export const isAlive = (pid) => beginningOf(pid) !== '';

/**
 * When the process began, in the system's own words, or '' when there is none. Ids are used again, in containers at
 * every start; an id with its beginning is not.
 */
export function beginningOf(pid) {
  if (!exists(pid)) return '';
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): the name, in brackets, may hold anything; the state is field 3, the start (ticks since boot) field 22.
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
    // Another user's.
    return error.code === 'EPERM';
  }
}

// Where there is no /proc (macOS).
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
