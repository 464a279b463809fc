import { collection, model } from '../store/collection.ts';

/** A heartbeat of a long keyed call. In the key's own row, it would abort the call's transaction. */
interface IdempotencyBeatDocument {
  /** The token of the key's holder. */
  _id: string;
  beat_at: Date;
}

const KEPT_SECONDS = 3600;

const schema = collection<IdempotencyBeatDocument>('idempotency_beats');
schema.index({ beat_at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const IdempotencyBeat = model<IdempotencyBeatDocument>('IdempotencyBeat', schema);
