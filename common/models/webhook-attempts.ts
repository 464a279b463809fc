import type { EventType } from '../domain/event-types.ts';
import { collection, model } from '../store/collection.ts';

/** A call of a webhook, and what became of it. No content of an event or answer is in it. */
export interface WebhookAttemptDocument {
  _id: number;
  user_id: number;
  webhook_id: number;
  /** The header `webhook-id`. */
  message_id: string;
  /** The types of its events. */
  types: EventType[];
  /** How many events it had. */
  events: number;
  /** The status of the answer; null where there was none. */
  status: number | null;
  /** Why it failed; null where it did not. */
  failure: string | null;
  /** Milliseconds until the answer. */
  took_ms: number;
  at: Date;
}

/** Seconds that a call is kept: as long as tries are repeated. */
const KEPT_SECONDS = 3 * 24 * 3600;

const schema = collection<WebhookAttemptDocument>('webhook_attempts');
schema.index({ webhook_id: 1, _id: 1 });
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const WebhookAttempt = model<WebhookAttemptDocument>('WebhookAttempt', schema);
