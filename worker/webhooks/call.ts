import { createHash } from 'node:crypto';
import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import { postSigned } from '../../common/guarded/signed-call.ts';
import type { WebhookAttemptDocument } from '../../common/models/webhook-attempts.ts';
import type { WebhookDocument } from '../../common/models/webhooks.ts';
import type { WebhookEvent } from './event.ts';

/** A call that was made. `failure`: null if the endpoint took it. */
export type WebhookCall = Omit<WebhookAttemptDocument, '_id'>;

export interface Caller {
  readonly webhook: Pick<WebhookDocument, '_id' | 'user_id' | 'url' | 'batch'>;
  readonly secrets: readonly Buffer[];
  readonly config: Pick<Config, 'dnsServers' | 'production' | 'publicUrl'>;
  readonly signal: AbortSignal;
}

/** The same for the same events, so that an endpoint recognizes a repeated call. */
const batchId = (events: readonly WebhookEvent[]): string =>
  `batch-${createHash('sha256')
    .update(events.map(({ id }) => id).join(' '))
    .digest('hex')
    .slice(0, 32)}`;

/** One event, or several if the webhook asked for batches, in the format of Standard Webhooks. Does not reject. */
export async function callEndpoint(
  { webhook, secrets, config, signal }: Caller,
  events: readonly WebhookEvent[],
): Promise<WebhookCall> {
  const at = now();
  const message = webhook.batch ? batchId(events) : events[0]!.id;
  const body = JSON.stringify(
    webhook.batch ? { type: 'batch', timestamp: at.toISOString(), data: events } : events[0],
  );
  const { status, failure, took_ms } = await postSigned(
    { url: webhook.url, secrets, config, signal },
    { id: message, at, body },
  );
  return {
    user_id: webhook.user_id,
    webhook_id: webhook._id,
    message_id: message,
    types: [...new Set(events.map(({ type }) => type))],
    events: events.length,
    status,
    failure,
    took_ms,
    at,
  };
}
