import { createHash } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import { withTimeLimit } from '../../common/batching/late.ts';
import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import { askGuarded, type GuardedAnswer } from '../../common/guarded/client.ts';
import { mayBePlain } from '../../common/guarded/urls.ts';
import type { WebhookAttemptDocument } from '../../common/models/webhook-attempts.ts';
import type { WebhookDocument } from '../../common/models/webhooks.ts';
import type { WebhookEvent } from './event.ts';

const ANSWER_MS = 10_000;

/** A call that was made. `failure`: null if the endpoint took it. */
export type WebhookCall = Omit<WebhookAttemptDocument, '_id'>;

export interface Caller {
  readonly webhook: Pick<WebhookDocument, '_id' | 'user_id' | 'url' | 'batch'>;
  readonly secrets: readonly Buffer[];
  readonly config: Pick<Config, 'dnsServers' | 'production' | 'publicUrl'>;
  readonly signal: AbortSignal;
}

const signaturesOf = (message: string, at: Date, body: string, secrets: readonly Buffer[]): string =>
  secrets.map((secret) => new Signer(secret, { format: 'raw' }).sign(message, at, body)).join(' ');

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
  const began = performance.now();
  const message = webhook.batch ? batchId(events) : events[0]!.id;
  const body = JSON.stringify(
    webhook.batch ? { type: 'batch', timestamp: at.toISOString(), data: events } : events[0],
  );
  const seconds = Math.floor(at.getTime() / 1000);
  const answer = await askGuarded(
    {
      method: 'POST',
      url: webhook.url,
      plain: mayBePlain(new URL(webhook.url), config.production),
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `MailingService-Webhooks (+${config.publicUrl})`,
        'webhook-id': message,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signaturesOf(message, at, body, secrets),
      },
      body,
      signal: withTimeLimit(signal, ANSWER_MS),
    },
    { dnsServers: config.dnsServers, loopback: !config.production },
  );
  return {
    user_id: webhook.user_id,
    webhook_id: webhook._id,
    message_id: message,
    types: [...new Set(events.map(({ type }) => type))],
    events: events.length,
    status: answer.kind === 'answered' ? answer.status : null,
    failure: failureOf(answer),
    took_ms: Math.round(performance.now() - began),
    at,
  };
}

function failureOf(answer: GuardedAnswer): string | null {
  if (answer.kind === 'answered') {
    const { status } = answer;
    return status >= 200 && status < 300 ? null : `It answered ${status}`;
  }
  if (answer.kind === 'refused')
    return answer.why === 'address'
      ? 'Its address is not public'
      : `Its ${answer.why === 'port' ? 'port' : 'URL'} is not allowed`;
  if (answer.code === 'ETIMEOUT') return `It did not answer within ${ANSWER_MS / 1000} seconds`;
  if (answer.code === 'ENOTFOUND') return 'Its host does not exist';
  return `It could not be reached (${answer.code})`;
}
