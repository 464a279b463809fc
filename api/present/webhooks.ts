import { timestamp } from '../../common/domain/times.ts';
import type { SignedAnswer } from '../../common/guarded/signed-call.ts';
import type { WebhookAttemptDocument } from '../../common/models/webhook-attempts.ts';
import type { WebhookDocument } from '../../common/models/webhooks.ts';

/** The secret is only in the answer that created the webhook. */
export const presentWebhook = (found: WebhookDocument) => ({
  id: found._id,
  user_id: found.user_id,
  url: found.url,
  events: found.events,
  batch: found.batch ? (1 as const) : (0 as const),
  is_enabled: found.enabled ? (1 as const) : (0 as const),
  failing_since: timestamp(found.failing_since),
  last_failure: found.last_failure,
  created_at: timestamp(found.created_at),
  updated_at: timestamp(found.updated_at),
});

export const presentAttempt = (found: WebhookAttemptDocument) => ({
  id: found._id,
  message_id: found.message_id,
  types: found.types,
  events: found.events,
  status: found.status,
  failure: found.failure,
  took_ms: found.took_ms,
  created_at: timestamp(found.at),
  body: found.body ?? null,
  answer: found.answer ?? null,
});

/** Characters of the endpoint's answer that are shown. */
const ANSWER_MAX = 500;

export const presentWebhookTest = (message_id: string, answered: SignedAnswer) => ({
  message_id,
  status: answered.status,
  failure: answered.failure,
  took_ms: answered.took_ms,
  answer: [...answered.body.toString()].slice(0, ANSWER_MAX).join(''),
});
