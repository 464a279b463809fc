import { now } from '../clock.ts';
import { CALLED_AGAIN, Webhook } from '../models/webhooks.ts';
import { everywhere } from '../store/everywhere.ts';

/** A restore holds webhooks: a copy of the store must not call the endpoints of the accounts. */
const HELD_WEBHOOKS = { hold_reason: 'restored' as const };

/** The webhook's owner reads this in `last_failure`. */
const WHY =
  'A backup was restored. Calls are held until the operator releases them or webhooks/redeliver is called.';

export async function holdWebhooks(): Promise<void> {
  await everywhere(Webhook, 'backup').updateMany(
    { enabled: true },
    { $set: { ...HELD_WEBHOOKS, enabled: false, last_failure: WHY } },
  );
}

export function heldWebhooks(): Promise<{ _id: number; webhooks: number }[]> {
  return everywhere(Webhook, 'operator')
    .aggregate<{ _id: number; webhooks: number }>([
      { $match: HELD_WEBHOOKS },
      { $group: { _id: '$user_id', webhooks: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    ])
    .toArray();
}

/** Resumes the webhooks of an account from their positions. Returns false when none is held. */
export async function releaseWebhooks(userId: number): Promise<boolean> {
  const { modifiedCount } = await Webhook.of(userId).updateMany(HELD_WEBHOOKS, {
    $set: { ...CALLED_AGAIN, due_at: now() },
  });
  return modifiedCount > 0;
}
