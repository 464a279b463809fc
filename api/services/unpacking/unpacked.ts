import { extname } from 'node:path';
import { Turns } from '../../../common/fairness/turns.ts';
import { startChild } from '../../../common/rendering/child-process.ts';
import type { UnpackPayload, UnpackResult } from './unpack.ts';

const CHILD = new URL(`./unpack-child${extname(import.meta.url)}`, import.meta.url);

/** Milliseconds of processor time, and until the process must answer. */
const CPU_MS = 30_000;
const WALL_MS = 180_000;

const LINE = { each: 20, total: 1000 };

/**
 * Megabytes of the heap, of which a process may take 128 more, and processes at a time, one of an account. All are read as streams. A
 * workbook keeps its shared texts: with 200,000 rows and 20 columns, eight of them texts, it took 164 MB in all and 7.2 s of processor time.
 */
const KINDS = {
  workbook: { memoryMb: 256, turns: new Turns<number>({ total: 1, each: 1, line: LINE }) },
  archive: { memoryMb: 128, turns: new Turns<number>({ total: 2, each: 1, line: LINE }) },
};

/** Unpacks a file in a process that is killed at its limits. */
export async function unpackApart(userId: number, payload: UnpackPayload): Promise<UnpackResult> {
  const isWorkbook = /\.xlsx$/i.test(payload.name);
  const { memoryMb, turns } = KINDS[isWorkbook ? 'workbook' : 'archive'];
  const turn = await turns.enter(userId, 1);
  const child = startChild(CHILD, memoryMb);
  const began = performance.now();
  try {
    const result = await child.run({ task: 'unpack', payload, cpuMs: CPU_MS }, WALL_MS);
    if ('value' in result) return result.value as UnpackResult;
    if (result.failed === 'time' || result.failed === 'memory')
      return { problem: isWorkbook ? 'large_workbook' : 'too_large' };
    if (result.failed === 'broken' && !result.crashed) throw new Error(`unpacking failed: ${result.error}`);
    return { problem: 'broken' };
  } finally {
    child.kill();
    turn.leave(performance.now() - began);
  }
}
