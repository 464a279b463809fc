import { collection, model } from '../store/collection.ts';

export interface ErasurePass {
  step: number;
  /** The id or key after which the step continues; null: at its beginning. */
  after: number | string | null;
}

/** The keyed hash of an erased address. Never deleted: when the address comes back, it is recognised and gets no mail. */
export interface ErasureDocument {
  /** The account and the keyed hash: `12-9f86…` (`common/secrets/erasure-key.ts`). */
  _id: string;
  user_id: number;
  /** The sealed address for the worker that erases; null after its last pass. */
  sealed: string | null;
  /** The last request: all data from before is erased. */
  requested_at: Date;
  erased_at: Date | null;
  /** When a worker makes the next pass; null after the last. */
  due_at: Date | null;
  passes: number;
  /** Where a pass continues whose turn ended; absent: at its beginning. */
  pass?: ErasurePass;
  /** When the last pass ended: work that was under way at the request had ended by then. */
  done_at: Date | null;
}

const schema = collection<ErasureDocument>('erasures');
// Whether an account has erasures: queried with each batch of mails.
schema.index({ user_id: 1, requested_at: 1 });
// The sweep. Most rows are finished and not indexed.
schema.index({ user_id: 1, due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });

export const Erasure = model<ErasureDocument>('Erasure', schema);
