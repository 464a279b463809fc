import { fileURLToPath } from 'node:url';
import type { Program } from '../../../bench/support/processes.ts';
import type { Sizes } from './trend.ts';

/** The environment in which a program reports on request how much memory it holds. */
export const COLLECTING = {
  NODE_OPTIONS: `--import ${fileURLToPath(new URL('./collecting.mjs', import.meta.url))}`,
};

/** Asks a program to collect its garbage and to report the rest. */
export function collect({ child }: Program): void {
  child.kill('SIGUSR2');
}

/** Megabytes after each collection: see `collecting.mjs`. */
export interface Held {
  /** Memory of objects and buffers. */
  readonly held: Sizes;
  /** Resident memory without these and the room reserved for them. */
  readonly besides: Sizes;
  readonly resident: Sizes;
}

export function heldBy(program: Program): Held {
  const lines = [...program.said().matchAll(/^held (\d+) (\d+) (\d+) (\d+)$/gm)];
  const sizes = (at: 2 | 3 | 4): Sizes => lines.map((line) => [Number(line[1]), Number(line[at]) / 2 ** 20]);
  return { held: sizes(2), besides: sizes(3), resident: sizes(4) };
}
