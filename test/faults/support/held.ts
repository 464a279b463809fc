import { fileURLToPath } from 'node:url';
import type { Program } from '../../../bench/support/processes.ts';
import type { Sizes } from './trend.ts';

/** The environment in which a program says what it holds, when it is asked to. */
export const COLLECTING = {
  NODE_OPTIONS: `--import ${fileURLToPath(new URL('./collecting.mjs', import.meta.url))}`,
};

/** Asks a program to collect its garbage and say what is left. */
export function collect({ child }: Program): void {
  child.kill('SIGUSR2');
}

/** Megabytes after each collection so far: `held` of objects and buffers, `resident` as the system counts them. */
export function heldBy(program: Program): { readonly held: Sizes; readonly resident: Sizes } {
  const lines = [...program.said().matchAll(/^held (\d+) (\d+) (\d+)$/gm)];
  const sizes = (at: 2 | 3): Sizes => lines.map((line) => [Number(line[1]), Number(line[at]) / 2 ** 20]);
  return { held: sizes(2), resident: sizes(3) };
}
