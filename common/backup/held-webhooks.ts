import { now } from '../clock.ts';
import { CALLED_AGAIN, Webhook } from '../models/webhooks.ts';

/** Webhooks that a restore holds: a copy of the store must not call the endpoints of the accounts. */
const HELD_WEBHOOKS = { hold_reason: 'restored' as const };

/** What the owner of a webhook reads, in `last_failure`. */
const WHY =
  'A backup was restored: calls wait until the operator lets them go, or webhooks/redeliver is called.';

/** Holds all webhooks that would be called. */
export async function holdWebhooks(): Promise<void> {
  await Webhook.updateMany(
    { enabled: true },
    { $set: { ...HELD_WEBHOOKS, enabled: false, last_failure: WHY } },
  );
}

/** Number of webhooks that a restore holds, by account. */
export function heldWebhooks(): Promise<{ _id: number; webhooks: number }[]> {
  return Webhook.aggregate<{ _id: number; webhooks: number }>([
    { $match: HELD_WEBHOOKS },
    { $group: { _id: '$user_id', webhooks: { $sum: 1 } } },
    { $sort: { _id: 1 } },
  ]).toArray();
}

/** Lets the webhooks of an account be called again, from where they stood. False: a restore holds none. */
export async function releaseWebhooks(userId: number): Promise<boolean> {
  const { modifiedCount } = await Webhook.updateMany(
    { ...HELD_WEBHOOKS, user_id: userId },
    { $set: { ...CALLED_AGAIN, due_at: now() } },
  );
  return modifiedCount > 0;
}
