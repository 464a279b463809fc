import { isStoreAway } from '../common/mongo/store-away.ts';
import type { WorkerContext } from './context.ts';

/** Work that is due, for which each round of the sweep looks. */
export type Chore = (worker: WorkerContext) => Promise<void>;

/** Does several things one after the other. If one fails, that is logged, and the others are done nevertheless. */
export async function eachApart<Item extends { readonly _id: unknown }>(
  items: AsyncIterable<Item> | Iterable<Item>,
  { log }: Pick<WorkerContext, 'log'>,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  for await (const item of items) {
    try {
      await act(item);
    } catch (error) {
      // A store that is away would fail all of them.
      if (isStoreAway(error)) throw error;
      log.warn({ id: item._id, err: error }, 'the sweep left one thing for its next round');
    }
  }
}

/** Makes a chore of an expensive one that is not urgent: it is done every so many milliseconds. */
export function seldom(milliseconds: number, chore: Chore): Chore {
  let next = 0;
  const seldomly: Chore = async (worker) => {
    if (performance.now() < next) return;
    next = performance.now() + milliseconds;
    await chore(worker);
  };
  return Object.defineProperty(seldomly, 'name', { value: chore.name });
}
