import type { WorkerContext } from './context.ts';

/** Something that each round of the sweep looks after. */
export type Chore = (worker: WorkerContext) => Promise<void>;

/** A chore that costs more than it hurries: done every so many milliseconds. */
export function seldom(milliseconds: number, chore: Chore): Chore {
  let next = 0;
  const seldomly: Chore = async (worker) => {
    if (performance.now() < next) return;
    next = performance.now() + milliseconds;
    await chore(worker);
  };
  return Object.defineProperty(seldomly, 'name', { value: chore.name });
}
