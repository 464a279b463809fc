import type { Collection, Filter } from '../../common/store/collection.ts';
import type { IdBatch } from './id-batches.ts';

export interface QuestionStore {
  /** The collection of a model, on the connections for slow questions. */
  collection<Document extends object>(model: Collection<Document>): Collection<Document>;
  /** Options of each operation. They end it when the client hangs up or the time-out passes. */
  options(): { readonly signal: AbortSignal; readonly maxTimeMS: number };
  /** Milliseconds after which a count may return a partial result. */
  readonly countingMs: number;
  ids<Document extends object>(
    model: Collection<Document>,
    filter: Filter<Document>,
  ): AsyncGenerator<IdBatch>;
}
