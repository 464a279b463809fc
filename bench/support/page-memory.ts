import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** The memory of a page after a garbage collection. */
export interface Held {
  /** Bytes of the heap of its scripts. */
  readonly heap: number;
  /** Nodes of its documents, also of those that are not shown any more. */
  readonly nodes: number;
}

/** Looks at what a page holds, `every` so many milliseconds for `ms`. */
export async function memoryOf(page: Page, ms: number, every: number): Promise<readonly Held[]> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('HeapProfiler.enable');
  const looks: Held[] = [];
  const ends = performance.now() + ms;
  while (performance.now() < ends) {
    await sleep(every);
    await debug.send('HeapProfiler.collectGarbage');
    const { usedSize } = await debug.send('Runtime.getHeapUsage');
    const { nodes } = await debug.send('Memory.getDOMCounters');
    looks.push({ heap: usedSize, nodes });
  }
  await debug.detach();
  return looks;
}
