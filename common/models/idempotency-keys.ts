import type { Binary } from 'mongodb';
import { collection, model } from '../store/collection.ts';

/** What was answered to a keyed call. */
export interface KeptAnswer {
  readonly status: number;
  /** JSON; where it shows a secret, sealed (`common/secrets/kept-answers.ts`). */
  readonly body: string;
  readonly sealed?: true;
}

/** An `Idempotency-Key` of an account: which request it came with, and what that was answered, for a day. */
export interface IdempotencyKeyDocument {
  /** The account and the key's SHA-256, `12-9f86…`. */
  _id: string;
  user_id: number;
  /** SHA-256 of the request. */
  request: string;
  /** The call that handles it now. Only that call writes the answer, together with all that it changes. */
  token: string;
  /** The database session of its transaction: of a handler that died it would lock what it wrote for a minute. */
  session: Binary;
  /** When that one took it. It may give signs of life later, see `IdempotencyBeat`. */
  taken_at: Date;
  /** When it was first asked for. */
  since: Date;
  /** Null while it is handled, or after its handler died. */
  answer: KeptAnswer | null;
  expires_at: Date;
}

const schema = collection<IdempotencyKeyDocument>('idempotency_keys');
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const IdempotencyKey = model<IdempotencyKeyDocument>('IdempotencyKey', schema);
