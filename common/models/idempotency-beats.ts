import { model, Schema } from 'mongoose';

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

const schema = new Schema<IdempotencyBeatDocument>(
  { _id: String, beat_at: { type: Date, required: true } },
  { collection: 'idempotency_beats', versionKey: false, strict: 'throw' },
);
schema.index({ beat_at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const IdempotencyBeat = model<IdempotencyBeatDocument>('IdempotencyBeat', schema);
