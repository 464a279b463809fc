import type { Types } from 'mongoose';
import type { EventType } from '../domain/event-types.ts';
import { collection, model } from '../store/collection.ts';

/** A webhook's progress: all notes before `note`, and `told` records of it, were sent. */
export interface WebhookPosition {
  at: Date;
  note: Types.ObjectId | null;
  told: number;
}

interface FormerSecret {
  sealed: string;
  until: Date;
}

export interface WebhookDocument {
  _id: number;
  user_id: number;
  url: string;
  events: EventType[];
  /** True: up to 500 events in a call; false: one. */
  batch: boolean;
  /** The signing key, sealed (`common/secrets/webhook-secrets.ts`). */
  sealed: string;
  /** Replaced secrets and the end of their use; the newest last. */
  former?: FormerSecret[];
  /** False: it failed for three days, or a restore holds it. */
  enabled: boolean;
  /** Set until the operator releases it or its owner requests a new call. */
  hold_reason?: 'restored' | null;
  position: WebhookPosition;
  due_at: Date;
  /** The start and number of the failed calls in a row; null: the last call succeeded. */
  failing_since: Date | null;
  failures: number;
  last_failure: string | null;
  /** A call was answered late or not at all a short time ago: it takes its turns apart from endpoints that answer at once. */
  late?: boolean;
  /** When a call was last answered late, also at an earlier endpoint. */
  late_at?: Date;
  /** With `late`: its endpoint was not called yet, and takes its first turn apart from both. */
  untried?: boolean;
  lease_token: string | null;
  lease_until: Date;
  created_at: Date;
  updated_at: Date;
}

export const ANSWERED = Object.freeze({ failing_since: null, failures: 0, last_failure: null });

/** Makes a failed, disabled or held webhook be called at once. */
export const CALLED_AGAIN = Object.freeze({ enabled: true, hold_reason: null, ...ANSWERED });

/**
 * Nothing is known of its endpoint: a slow one would take a lane of those that answer at once, and a quick one would wait behind slow ones.
 * Workers of before know `late` only.
 */
export const UNTRIED = Object.freeze({ late: true, untried: true });

export const newWebhook = (
  given: Pick<WebhookDocument, '_id' | 'user_id' | 'url' | 'events' | 'batch' | 'sealed'>,
  at: Date,
): WebhookDocument => ({
  ...given,
  ...CALLED_AGAIN,
  ...UNTRIED,
  position: { at, note: null, told: 0 },
  due_at: at,
  lease_token: null,
  lease_until: new Date(0),
  created_at: at,
  updated_at: at,
});

const schema = collection<WebhookDocument>('webhooks');
schema.index({ user_id: 1, _id: 1 });
schema.index({ due_at: 1 }, { partialFilterExpression: { enabled: true } });

export const Webhook = model<WebhookDocument>('Webhook', schema);
