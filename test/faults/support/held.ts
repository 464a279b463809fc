import { fileURLToPath } from 'node:url';
import type { Program } from '../../../bench/support/processes.ts';
import type { Sizes } from './watch.ts';

/** The environment in which a program says what it holds, when it is asked to. */
export const COLLECTING = {
  NODE_OPTIONS: `--import ${fileURLToPath(new URL('./collecting.mjs', import.meta.url))}`,
};

/** Asks a program to collect its garbage and say what is left. */
export function collect({ child }: Program): void {
  child.kill('SIGUSR2');
}

/** What it said so far: objects and buffers that are needed. */
export function heldBy(program: Program): Sizes {
  const lines = program.said().matchAll(/^held (\d+) (\d+)$/gm);
  return [...lines].map(([, at, bytes]) => [Number(at), Number(bytes) / 2 ** 20]);
}
