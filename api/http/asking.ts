import type { Collection, Filter } from '../../common/store/collection.ts';
import type { IdBatch } from './id-batches.ts';

/** The database access of a slow question. */
export interface QuestionStore {
  /** The collection of a model, on the connections for slow questions. */
  collection<Document extends object>(model: Collection<Document>): Collection<Document>;
  /** Options of each operation. They end it when the client hangs up or the time-out passes. */
  options(): { readonly signal: AbortSignal; readonly maxTimeMS: number };
  /** Milliseconds after which a count may return a partial result. */
  readonly countingMs: number;
  /** The ids that a filter matches, in batches; the caller may stop at any batch. */
  ids<Document extends object>(
    model: Collection<Document>,
    filter: Filter<Document>,
  ): AsyncGenerator<IdBatch>;
}
