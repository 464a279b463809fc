import { collection, model } from '../store/collection.ts';

/**
 * An address that an account had erased. The row stays for ever: it is how the address is recognised, and gets no mail, when it comes
 * back. It does not have the address itself, but its keyed hash.
 */
export interface ErasureDocument {
  /** The account and the keyed hash of the address: `12-9f86…` (`common/secrets/erasure-key.ts`). */
  _id: string;
  user_id: number;
  /** The address for the worker that looks for it, sealed; null once it looks no more. */
  sealed: string | null;
  /** When it was last asked for: what was there before is erased. */
  requested_at: Date;
  /** When the address was first gone from everything; null until then. */
  erased_at: Date | null;
  /** When a worker looks for it, again where it did before; null once it looks no more. */
  due_at: Date | null;
  /** How often a worker has looked for it since it was asked for. */
  passes: number;
  /** When a worker looked for the last time: what was under way when it was asked for has ended by then. */
  done_at: Date | null;
}

const schema = collection<ErasureDocument>('erasures');
// Whether an account has any: asked with each batch of mails.
schema.index({ user_id: 1, requested_at: 1 });
// The sweep: addresses that are to be looked for. Those that are done are most of all and never asked for.
schema.index({ user_id: 1, due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });

export const Erasure = model<ErasureDocument>('Erasure', schema);
