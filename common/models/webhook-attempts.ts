import type { EventType } from '../domain/event-types.ts';
import { collection, model } from '../store/collection.ts';

/** A call of a webhook and its outcome. An erasure removes `body` and `answer` where they name the person. */
export interface WebhookAttemptDocument {
  _id: number;
  user_id: number;
  webhook_id: number;
  /** The header `webhook-id`. */
  message_id: string;
  types: EventType[];
  events: number;
  status: number | null;
  failure: string | null;
  took_ms: number;
  at: Date;
  /** The beginning of the JSON text that was sent; of a batch its first events. Absent in older calls that succeeded. */
  body?: string;
  /** The beginning of the endpoint's answer. */
  answer?: string;
}

/** As long as tries are repeated. */
const KEPT_SECONDS = 3 * 24 * 3600;

const schema = collection<WebhookAttemptDocument>('webhook_attempts');
schema.index({ user_id: 1, webhook_id: 1, _id: 1 });
schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const WebhookAttempt = model<WebhookAttemptDocument>('WebhookAttempt', schema);
