import type { Types } from 'mongoose';
import type { EventType } from '../domain/event-types.ts';
import { collection, model } from '../store/collection.ts';

/** How far a webhook was told: all notes before this one, and so many records of it. */
export interface WebhookPosition {
  at: Date;
  /** Null: no note of that time was told. */
  note: Types.ObjectId | null;
  /** Records of the note that were told. */
  told: number;
}

/** A sealed secret that was replaced. */
export interface FormerSecret {
  sealed: string;
  until: Date;
}

/** An endpoint of an account that is told of events. */
export interface WebhookDocument {
  _id: number;
  user_id: number;
  url: string;
  events: EventType[];
  /** Up to 500 events in a call; otherwise one. */
  batch: boolean;
  /** The key that signs calls, sealed (`common/secrets/webhook-secrets.ts`). */
  sealed: string;
  /** Secrets that were replaced, and until when they sign calls, too; the newest last. */
  former?: FormerSecret[];
  /** False: it failed for three days, or a restore holds it. */
  enabled: boolean;
  /** What holds it, until the operator lets it go or its owner has it called again. */
  hold_reason?: 'restored' | null;
  position: WebhookPosition;
  /** When a worker looks for events next. */
  due_at: Date;
  /** Since when all calls have failed, and how many; null: the last call was answered with 2xx. */
  failing_since: Date | null;
  failures: number;
  /** Why the last call failed. */
  last_failure: string | null;
  lease_token: string | null;
  lease_until: Date;
  created_at: Date;
  updated_at: Date;
}

/** What a webhook has whose last call was answered with 2xx. */
export const ANSWERED = Object.freeze({ failing_since: null, failures: 0, last_failure: null });

/** What makes a webhook that failed, was disabled or is held be called at once. */
export const CALLED_AGAIN = Object.freeze({ enabled: true, hold_reason: null, ...ANSWERED });

/** A webhook that is told what happens from now on. */
export const newWebhook = (
  given: Pick<WebhookDocument, '_id' | 'user_id' | 'url' | 'events' | 'batch' | 'sealed'>,
  at: Date,
): WebhookDocument => ({
  ...given,
  ...CALLED_AGAIN,
  position: { at, note: null, told: 0 },
  due_at: at,
  lease_token: null,
  lease_until: new Date(0),
  created_at: at,
  updated_at: at,
});

const schema = collection<WebhookDocument>('webhooks');
schema.index({ user_id: 1, _id: 1 });
// What workers look for.
schema.index({ due_at: 1 }, { partialFilterExpression: { enabled: true } });

export const Webhook = model<WebhookDocument>('Webhook', schema);
