import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Watched, WatchedEvent } from '../../fuzz/watched.ts';

const WATCH = fileURLToPath(new URL('../../fuzz/watch.mjs', import.meta.url));

/** The report of a process about its event loop, complete when the process ends in good order. */
export interface LoopWatch {
  /** The environment to start the process with. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Of all turns longer than 200 ms, the one with most CPU time of its own, in milliseconds; 0 when there was none. A busy
   * machine makes a turn longer, but not its CPU time.
   */
  longestOwn(): number;
  /** Long turns and unhandled rejections reported so far, even while the process runs. */
  events(): readonly WatchedEvent[];
}

/** Watches the event loop of a process from inside; the process writes its report to a file of this name. */
export function watchLoop(folder: string, name: string): LoopWatch {
  const file = join(folder, name);
  return {
    environment: { NODE_OPTIONS: `--import=${WATCH}`, FUZZ_WATCH: file },
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
