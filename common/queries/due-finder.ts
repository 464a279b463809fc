import { coolDownAfter } from '../fairness/turns.ts';
import type { AccountCollection, Filter, OfAccount, Order, Projection } from '../store/collection.ts';
import { everywhere } from '../store/everywhere.ts';

/** Questions of a round. */
const QUESTIONS = 4;
/** Accounts that the next round leaves out. With more, it begins with all. */
const LEFT_OUT = 10_000;
/**
 * A question that leaves out accounts may read all their due rows and find few others: 0.4 to 1 s for 40,000 batches, also by an index with
 * the account. After such a one, the next is asked when nine times as long has passed.
 */
const restAfter = coolDownAfter(100, 9);

type FoundRow = OfAccount & { readonly _id: unknown };

/**
 * Finds due documents of all accounts for the sweep, up to four times `most` in a round. After a full answer, the next question leaves out
 * the accounts that had most of it, and where the questions of a round are not enough, the next round begins without them: thousands of
 * some accounts hide no others.
 */
export function createDueFinder<Stored extends FoundRow, Found extends FoundRow = Stored>(
  model: AccountCollection<Stored>,
  { fields, sort }: { readonly fields: Projection<Stored>; readonly sort: Order<Stored> },
) {
  let served: readonly number[] = [];
  let restsUntil = 0;
  return async (filter: Filter<Stored>, most: number): Promise<Found[]> => {
    const found = new Map<unknown, Found>();
    const without = new Set(served);
    let isRest = without.size > 0;
    served = [];
    for (let question = 1; ; question += 1) {
      const began = performance.now();
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
        if (performance.now() < restsUntil) break;
        for (const [userId, count] of counts) if (count >= most / counts.size) without.add(userId);
      } else {
        if (without.size > 0) restsUntil = performance.now() + restAfter(performance.now() - began);
        if (!isRest) break;
        isRest = false;
        without.clear();
      }
      if (question < QUESTIONS) continue;
      if (without.size <= LEFT_OUT) served = [...without];
      break;
    }
    return [...found.values()];
  };
}
