import { collection, model } from '../store/collection.ts';

/**
 * A heartbeat of a long keyed call. It is not in the key's row: that row is written in the call's transaction, and each heartbeat
 * would abort it.
 */
interface IdempotencyBeatDocument {
  /** The token of the key's holder. */
  _id: string;
  beat_at: Date;
}

const KEPT_SECONDS = 3600;

const schema = collection<IdempotencyBeatDocument>('idempotency_beats');
schema.index({ beat_at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const IdempotencyBeat = model<IdempotencyBeatDocument>('IdempotencyBeat', schema);
