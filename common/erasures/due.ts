import type { ErasureDocument } from '../models/erasures.ts';
import type { Filter } from '../store/collection.ts';

/** Addresses that a worker is to look for by a time, of any account, as a filter that has an index. */
export const dueErasures = (at: Date): Filter<ErasureDocument> => ({
  user_id: { $gt: 0 },
  due_at: { $type: 'date', $lte: at },
});
