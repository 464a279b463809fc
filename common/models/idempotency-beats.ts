import { collection, model } from '../store/collection.ts';

/**
 * A sign of life of a keyed call that takes long. Not in the key's own row: that is written in the call's transaction, which
 * each sign of life would break off.
 */
export interface IdempotencyBeatDocument {
  /** The token that holds the key. */
  _id: string;
  beat_at: Date;
}

/** Longer than any beat matters. */
const KEPT_SECONDS = 3600;

const schema = collection<IdempotencyBeatDocument>('idempotency_beats');
schema.index({ beat_at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const IdempotencyBeat = model<IdempotencyBeatDocument>('IdempotencyBeat', schema);
