import { atMostEvery } from '../../common/batching/at-most-every.ts';
import type { AccountCollection, Filter, OfAccount, Rows } from '../../common/store/collection.ts';
import { everywhere } from '../../common/store/everywhere.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import type { WorkerContext } from './context.ts';

/** Documents that show that work may be due. An index finds the first one, or that none exists. */
export interface Sign {
  readonly collection: string;
  readonly filter: (at: Date) => object;
}

/** A collection, also one whose documents belong to accounts: work of any account is due. */
type SignSource<Stored extends object> =
  | Rows<Stored>
  | { readonly name: string; of(account: number): Rows<Stored> };

export const sign = <Stored extends object>(
  { name }: SignSource<Stored>,
  filter: Filter<Stored> | ((at: Date) => Filter<Stored>) = {},
): Sign => ({
  collection: name,
  filter: typeof filter === 'function' ? filter : () => filter,
});

/** Work that a round of the sweep does when one of its signs is found; without signs, in each round. */
export interface Chore {
  readonly name: string;
  readonly signs?: readonly Sign[];
  /** A person or program waits for its work: a round that takes long looks for it again. */
  readonly prompt?: boolean;
  readonly run: (worker: WorkerContext) => Promise<void>;
}

export interface DueWork<Payload> {
  readonly signs: readonly Sign[];
  readonly find: (at: Date) => Promise<readonly Payload[]>;
}

/** Documents of all accounts that show due work. */
export const ofAllAccounts = <Stored extends OfAccount & { _id: number }>(
  model: AccountCollection<Stored>,
  filter: Filter<Stored> = {},
): Promise<Pick<Stored, '_id' | 'user_id'>[]> =>
  everywhere(model, 'sweep')
    .find(filter)
    .project<Pick<Stored, '_id' | 'user_id'>>({ user_id: 1 } as never)
    .toArray();

/** Handles items in order. The failure of one is logged and does not stop the others. */
export async function eachApart<Item extends { readonly _id: unknown }>(
  items: AsyncIterable<Item> | Iterable<Item>,
  { log }: Pick<WorkerContext, 'log'>,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  for await (const item of items) {
    try {
      await act(item);
    } catch (error) {
      // An outage of the store would fail all of them.
      if (isStoreAway(error)) throw error;
      log.warn({ item_id: item._id, err: error }, 'sweep item failed; it is retried in the next round');
    }
  }
}

export function seldom(milliseconds: number, chore: Chore): Chore {
  const isTime = atMostEvery(milliseconds);
  return {
    ...chore,
    async run(worker) {
      if (isTime()) await chore.run(worker);
    },
  };
}
