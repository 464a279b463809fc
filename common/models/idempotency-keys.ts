import type { Binary } from 'mongodb';
import { collection, model } from '../store/collection.ts';

export interface KeptAnswer {
  readonly status: number;
  /** JSON; sealed if it shows a secret (`common/secrets/kept-answers.ts`). */
  readonly body: string;
  readonly sealed?: true;
}

/** An `Idempotency-Key` of an account, with the request and its answer, for a day. */
export interface IdempotencyKeyDocument {
  /** The account and the key's SHA-256, `12-9f86…`. */
  _id: string;
  user_id: number;
  request: string;
  /** The call that handles it. Only that call writes the answer, in one transaction with all its changes. */
  token: string;
  /** The database session of that transaction: a dead handler's session would lock its writes for a minute. */
  session: Binary;
  /** When that call took the key; later heartbeats are in `IdempotencyBeat`. */
  taken_at: Date;
  /** When the key was first used. */
  since: Date;
  /** Null while the call runs, or after its handler died. */
  answer: KeptAnswer | null;
  expires_at: Date;
}

const schema = collection<IdempotencyKeyDocument>('idempotency_keys');
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const IdempotencyKey = model<IdempotencyKeyDocument>('IdempotencyKey', schema);
