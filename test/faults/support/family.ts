import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Peak resident megabytes of a program while it was watched: its own, and of all its children together. */
export interface FamilyMemory {
  readonly ownMb: number;
  readonly childrenMb: number;
  /** The largest number of children at a time. */
  readonly children: number;
}

const SAMPLE_MS = 100;

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
};

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** The descendants of a process. */
function descendants(pid: number): readonly number[] {
  // Node starts its children from its first thread.
  const own = read(`/proc/${pid}/task/${pid}/children`).trim();
  const children = own === '' ? [] : own.split(' ').map(Number);
  return (
    children
      // esbuild compiles the watching program, so it is not counted.
      .filter((child) => read(`/proc/${child}/comm`).trim() !== 'esbuild')
      .flatMap((child) => [child, ...descendants(child)])
  );
}

/** Measures the memory of a program and its children ten times a second. */
export function watchFamily(pid: number): { stop(): Promise<FamilyMemory> } {
  const over = new AbortController();
  let most: FamilyMemory = { ownMb: 0, childrenMb: 0, children: 0 };
  const watching = (async () => {
    while (!over.signal.aborted) {
      const family = descendants(pid);
      const childrenMb = family.reduce((sum, child) => sum + residentMb(child), 0);
      most = {
        ownMb: Math.max(most.ownMb, Math.round(residentMb(pid))),
        childrenMb: Math.max(most.childrenMb, Math.round(childrenMb)),
        children: Math.max(most.children, family.length),
      };
      await delay(SAMPLE_MS);
    }
  })();
  return {
    async stop() {
      over.abort();
      await watching;
      return most;
    },
  };
}
