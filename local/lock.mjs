// A lock file. Plain Node, because the set-up takes a lock before any package is installed.
import { readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { beginningOf } from './processes.mjs';

/** Milliseconds for which a lock file may be empty: it is made by `wx` and written a moment later. */
const WRITING_MS = 2000;

/** `{ release }`, or `{ holder }`: its process. A dead process's lock is taken over under a second lock, as two may try. */
export function takeLock(file) {
  const mine = `${process.pid} ${beginningOf(process.pid)}\n`;
  for (;;) {
    if (create(file, mine)) return { release: () => void (read(file) === mine && remove(file)) };
    const found = read(file);
    if (found === undefined) continue;
    if (isHeld(file, found)) return { holder: holderOf(found) };
    const claim = `${file}.takeover`;
    if (create(claim, mine)) {
      if (read(file) === found) remove(file);
      remove(claim);
    } else {
      const rival = read(claim);
      if (rival === undefined) continue;
      if (isHeld(claim, rival)) return { holder: holderOf(rival) };
      remove(claim);
    }
  }
}

const holderOf = (text) => Number(text.split(' ')[0]);

function isHeld(file, text) {
  const pid = holderOf(text);
  if (!text) return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < WRITING_MS;
  return beginningOf(pid) !== '' && text === `${pid} ${beginningOf(pid)}\n`;
}

function create(file, text) {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function remove(file) {
  try {
    unlinkSync(file);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
