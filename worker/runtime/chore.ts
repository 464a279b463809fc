import type { Collection, Filter } from '../../common/store/collection.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import type { WorkerContext } from './context.ts';

/** Documents that exist while there may be something to do. An index finds the first of them, or that there is none. */
export interface Sign {
  readonly collection: string;
  readonly filter: (at: Date) => object;
}

export const sign = <Stored extends object>(
  { name }: Collection<Stored>,
  filter: Filter<Stored> | ((at: Date) => Filter<Stored>) = {},
): Sign => ({
  collection: name,
  filter: typeof filter === 'function' ? filter : () => filter,
});

/** Work that a round of the sweep does when one of its signs is found; without signs, in each round. */
export interface Chore {
  readonly name: string;
  readonly signs?: readonly Sign[];
  readonly run: (worker: WorkerContext) => Promise<void>;
}

/** What is due for a job: the sweep rings for it when a sign is found. */
export interface DueWork<Payload> {
  readonly signs: readonly Sign[];
  /** The payload of each ring. */
  readonly find: (at: Date) => Promise<readonly Payload[]>;
}

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
      log.warn({ item_id: item._id, err: error }, 'sweep item failed; it is retried in the next round');
    }
  }
}

/** Makes a chore of one that is not urgent: it is done every so many milliseconds. */
export function seldom(milliseconds: number, chore: Chore): Chore {
  let next = 0;
  return {
    ...chore,
    async run(worker) {
      if (performance.now() < next) return;
      next = performance.now() + milliseconds;
      await chore.run(worker);
    },
  };
}
