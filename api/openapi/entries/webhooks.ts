import { EVENT_TYPES } from '../../../common/domain/event-types.ts';
import type { presentAttempt, presentWebhook } from '../../present/webhooks.ts';
import { entries } from '../entry.ts';
import { id, integer, like, list, nullable, oneOf, record, text, timestamp } from '../shapes.ts';

const webhook = record<ReturnType<typeof presentWebhook>>('Webhook', {
  id: id(),
  user_id: id(),
  url: like(text(), 'https://shop.example/webhooks/mail'),
  events: list(oneOf(EVENT_TYPES), 'The types of the events that it is told.'),
  batch: oneOf([0, 1], '1: calls have up to 500 events each. 0: one.'),
  is_enabled: oneOf(
    [0, 1],
    '0: its endpoint failed for three days, and is not called. `webhooks/redeliver` enables it again.',
  ),
  failing_since: nullable(timestamp('Since when all calls failed.')),
  last_failure: nullable(text('Why the last call failed.')),
  created_at: timestamp(),
  updated_at: timestamp(),
});

const attempt = record<ReturnType<typeof presentAttempt>>('WebhookAttempt', {
  id: id(),
  message_id: text('The header `webhook-id` of the call.'),
  types: list(oneOf(EVENT_TYPES), 'The types of its events.'),
  events: integer('How many events it had.'),
  status: nullable(integer('The status that the endpoint answered.')),
  failure: nullable(text('Why the call failed.')),
  took_ms: integer('Milliseconds until the answer.'),
  created_at: timestamp(),
});

export const webhooks = entries(
  {
    name: 'Webhooks',
    about:
      'Your endpoint is told what happens, in the format of Standard Webhooks (docs/webhooks.md): each event has an id that stays the same ' +
      'however often it is told, and each call a signature. A call counts as taken if it is answered with 2xx within ten seconds; ' +
      'others are repeated with growing pauses, for three days. The events of one recipient come in their order. An account has ten ' +
      'webhooks at most.',
  },
  {
    webhookList: { summary: 'List webhooks', output: webhook },
    webhookSave: {
      summary: 'Add a webhook',
      about:
        'It is told what happens from the answer on. `secret` is shown in this answer alone: your endpoint checks signatures with it. ' +
        'Redirects are not followed, and addresses that are not public are not called.',
    },
    webhookUpdate: {
      summary: 'Change a webhook',
      about: 'What was not told yet goes to the new URL. A disabled webhook is enabled again.',
    },
    webhookRotate: {
      summary: 'Replace the secret of a webhook',
      about:
        '`secret` is shown in this answer alone. The old one signs calls, too, for 24 hours: until then the header `webhook-signature` has a ' +
        'signature by each, and libraries of Standard Webhooks accept either.',
    },
    webhookDelete: {
      summary: 'Delete a webhook',
      about: 'It is called no more once a call under way has ended.',
    },
    webhookAttemptList: {
      summary: 'List the calls of a webhook',
      about: 'Those of the last three days, without the content of events.',
      output: attempt,
    },
    webhookRedeliver: {
      summary: 'Tell a webhook again',
      about:
        'Enables it if it was disabled, and calls its endpoint at once: from `from` on with all events, each under the id that it had. ' +
        'Without `from`, with those that were not told yet.',
    },
  },
);
