import type { Collection, Filter } from '../../common/store/collection.ts';
import type { IdBatch } from './id-batches.ts';

/** What a slow question asks with. */
export interface QuestionStore {
  /** The collection of a model, on the connections of slow questions. */
  collection<Document extends object>(model: Collection<Document>): Collection<Document>;
  /** For each of its operations: they end when the client hangs up, and when their time is over. */
  options(): { readonly signal: AbortSignal; readonly maxTimeMS: number };
  /** Milliseconds after which a count may end with what was found. */
  readonly countingMs: number;
  /** The ids that a filter matches, in batches: the caller may stop at any time. */
  ids<Document extends object>(
    model: Collection<Document>,
    filter: Filter<Document>,
  ): AsyncGenerator<IdBatch>;
}
