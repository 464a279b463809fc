import type { AccountCollection, Filter, OfAccount, Order, Projection } from '../store/collection.ts';
import { everywhere } from '../store/everywhere.ts';

/** Questions of a round. */
const QUESTIONS = 4;

type FoundRow = OfAccount & { readonly _id: unknown };

/**
 * Finds due documents of all accounts for the sweep. After a full answer, the next question leaves out the accounts that had most of it,
 * and where the questions of a round are not enough, the next round begins without them: thousands of some accounts hide no others.
 */
export function createDueFinder<Stored extends FoundRow, Found extends FoundRow = Stored>(
  model: AccountCollection<Stored>,
  { fields, sort }: { readonly fields: Projection<Stored>; readonly sort: Order<Stored> },
) {
  let served: readonly number[] = [];
  return async (filter: Filter<Stored>, most: number): Promise<Found[]> => {
    const found = new Map<unknown, Found>();
    const without = new Set(served);
    let isRest = without.size > 0;
    served = [];
    for (let question = 1; ; question += 1) {
      const page = await everywhere(model, 'sweep')
        .find({ ...filter, ...(without.size > 0 && { user_id: { $nin: [...without] } }) })
        .project<Found>(fields)
        .sort(sort)
        .limit(most)
        .toArray();
      const counts = new Map<number, number>();
      for (const row of page) {
        found.set(row._id, row);
        counts.set(row.user_id, (counts.get(row.user_id) ?? 0) + 1);
      }
      if (page.length === most) {
        for (const [userId, count] of counts) if (count >= most / counts.size) without.add(userId);
      } else {
        if (!isRest) break;
        isRest = false;
        without.clear();
      }
      if (question < QUESTIONS) continue;
      served = [...without];
      break;
    }
    return [...found.values()];
  };
}
