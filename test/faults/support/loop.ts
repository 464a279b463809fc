import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Watched, WatchedEvent } from '../../fuzz/watch.ts';

const WATCH = fileURLToPath(new URL('../../fuzz/watch.ts', import.meta.url));

/** What a process says of its event loop once it has ended in good order. */
export interface LoopWatch {
  /** What it is to be started with. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Milliseconds of CPU of its own in the turn that had most, of those that took longer than 200 ms; 0 where none did. A machine
   * that has no turn for it lengthens a turn, and not this.
   */
  longestOwn(): number;
  /** What it has said so far of turns that took long and rejections that nobody handled; it need not have ended. */
  events(): readonly WatchedEvent[];
}

/** Watches a process's event loop from within; it writes what it saw to a file of this name. */
export function watchLoop(folder: string, name: string): LoopWatch {
  const file = join(folder, name);
  return {
    environment: { NODE_OPTIONS: `--import=./local/tsx.mjs --import=${WATCH}`, FUZZ_WATCH: file },
    longestOwn() {
      const { stalls } = JSON.parse(readFileSync(file, 'utf8')) as Watched;
      return Math.round(Math.max(0, ...stalls.map(({ own }) => own)));
    },
    events() {
      const live = `${file}.live`;
      if (!existsSync(live)) return [];
      const lines = readFileSync(live, 'utf8').split('\n');
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as WatchedEvent);
    },
  };
}
