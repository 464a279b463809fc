import { isStoreAway } from '../common/store-away.ts';
import type { WorkerContext } from './context.ts';

/** Something that each round of the sweep looks after. */
export type Chore = (worker: WorkerContext) => Promise<void>;

/** Does each of several things: one that fails is logged, and keeps none of the others from being done. */
export async function eachApart<Item extends { readonly _id: unknown }>(
  items: AsyncIterable<Item> | Iterable<Item>,
  { log }: Pick<WorkerContext, 'log'>,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  for await (const item of items) {
    try {
      await act(item);
    } catch (error) {
      // A store that is away is so for all of them.
      if (isStoreAway(error)) throw error;
      log.warn({ id: item._id, err: error }, 'the sweep left one thing for its next round');
    }
  }
}

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
