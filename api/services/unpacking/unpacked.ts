import { extname } from 'node:path';
import { Turns } from '../../../common/fairness/turns.ts';
import { startChild } from '../../../common/rendering/child-process.ts';
import type { UnpackPayload, UnpackResult } from './unpack.ts';

const CHILD = new URL(`./unpack-child${extname(import.meta.url)}`, import.meta.url);

/** Of the heap, in megabytes: a workbook of 300,000 rows takes about as much. */
const MEMORY_MB = 512;
/** Milliseconds of processor time, and until the process must answer. */
const CPU_MS = 60_000;
const WALL_MS = 180_000;

/** One process of an account, and one more for others: a large workbook may take a minute. */
const turns = new Turns<number>({ total: 2, each: 1, line: { each: 20, total: 1000 } });

/** Unpacks a file in a process that is killed at its limits. */
export async function unpackApart(userId: number, payload: UnpackPayload): Promise<UnpackResult> {
  const turn = await turns.enter(userId, 1);
  const child = startChild(CHILD, MEMORY_MB);
  const began = performance.now();
  try {
    const result = await child.run({ task: 'unpack', payload, cpuMs: CPU_MS }, WALL_MS);
    if ('value' in result) return result.value as UnpackResult;
    if (result.failed === 'time' || result.failed === 'memory') return { problem: 'too_large' };
    if (result.failed === 'broken' && !result.crashed) throw new Error(`unpacking failed: ${result.error}`);
    return { problem: 'broken' };
  } finally {
    child.kill();
    turn.leave(performance.now() - began);
  }
}
