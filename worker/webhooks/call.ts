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

/** Characters of a call that are kept for `webhooks/attempts`. */
const BODY_MAX = 4000;
/** Characters of an answer that are kept. */
const ANSWER_MAX = 500;

const batchOf = (events: readonly WebhookEvent[], at: Date): string =>
  JSON.stringify({ type: 'batch', timestamp: at.toISOString(), data: events });

/** A call with as many of its first events as are kept. Whole ones: an erasure would not find half an address. */
function keptBatch(events: readonly WebhookEvent[], at: Date): string {
  let left = BODY_MAX - batchOf([], at).length;
  const beyond = events.findIndex((event) => {
    left -= JSON.stringify(event).length + 1;
    return left < 0;
  });
  return batchOf(beyond === -1 ? events : events.slice(0, Math.max(1, beyond)), at);
}

/** The beginning of a text, which does not end within an address. */
function beginningOf(text: string, most: number): string {
  // A character has two units at most.
  const characters = Array.from(text.slice(0, 2 * most + 2));
  const first = characters.slice(0, most).join('');
  return characters.length > most ? first.replace(/[^\s,;:"'<>()]{1,320}$/, '') : first;
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
  const body = webhook.batch ? batchOf(events, at) : JSON.stringify(events[0]);
  const { status, failure, took_ms, ...answered } = await postSigned(
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
    body: beginningOf(webhook.batch && body.length > BODY_MAX ? keptBatch(events, at) : body, BODY_MAX),
    // A character has four bytes at most.
    answer: beginningOf(answered.body.subarray(0, 4 * ANSWER_MAX + 4).toString(), ANSWER_MAX),
  };
}
