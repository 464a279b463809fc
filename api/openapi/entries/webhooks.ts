import { EVENT_TYPES } from '../../../common/domain/event-types.ts';
import type { presentAttempt, presentWebhook, presentWebhookTest } from '../../present/webhooks.ts';
import { entries } from '../entry.ts';
import { id, integer, like, list, nullable, oneOf, record, text, timestamp } from '../shapes.ts';

const webhook = record<ReturnType<typeof presentWebhook>>('Webhook', {
  id: id(),
  user_id: id(),
  url: like(text(), 'https://shop.example/webhooks/mail'),
  events: list(oneOf(EVENT_TYPES), 'The types of its events.'),
  batch: oneOf([0, 1], '1: a call has up to 500 events. 0: a call has one event.'),
  is_enabled: oneOf(
    [0, 1],
    '0: its endpoint failed for three days and is not called. `webhooks/redeliver` enables it again.',
  ),
  failing_since: nullable(timestamp('The time since which all calls fail.')),
  last_failure: nullable(text('Why the last call failed.')),
  created_at: timestamp(),
  updated_at: timestamp(),
});

const attempt = record<ReturnType<typeof presentAttempt>>('WebhookAttempt', {
  id: id(),
  message_id: text('The header `webhook-id` of the call.'),
  types: list(oneOf(EVENT_TYPES), 'The types of its events.'),
  events: integer('The number of its events.'),
  status: nullable(integer('The HTTP status of the endpoint’s answer.')),
  failure: nullable(text('Why the call failed.')),
  took_ms: integer('Milliseconds until the answer of the endpoint.'),
  created_at: timestamp(),
  body: nullable(
    text(
      'With `bodies` 1: the JSON text that was sent, its first 4,000 characters, of a batch the first events. The latest 500 calls of a webhook and failed ones have it, unless they name an erased person.',
    ),
  ),
  answer: nullable(text('With `bodies` 1: the beginning of the endpoint’s answer, at most 500 characters.')),
});

const test = record<ReturnType<typeof presentWebhookTest>>('WebhookTest', {
  message_id: text('The header `webhook-id` of the call, and the id of its event.'),
  status: nullable(integer('The HTTP status of the endpoint’s answer.')),
  failure: nullable(text('Why the call failed. null: the endpoint accepted it.')),
  took_ms: integer('Milliseconds until the answer of the endpoint.'),
  answer: text('The first 500 characters of the endpoint’s answer.'),
});

export const webhooks = entries(
  {
    name: 'Webhooks',
    about:
      'The service sends events to your endpoint, in the format of Standard Webhooks. Each event has an id, which is the ' +
      'same in every repetition, and each call has a signature. A call succeeds if the endpoint answers it with 2xx within ten seconds. The ' +
      'service repeats a failed call for three days, with growing pauses. The events of one recipient arrive in their order. An account has at ' +
      'most ten webhooks.',
  },
  {
    webhookList: { summary: 'List webhooks', output: webhook },
    webhookSave: {
      summary: 'Add a webhook',
      about:
        'It gets the events that happen after the answer. Only this answer shows `secret`; your endpoint uses it to check signatures. The service' +
        ' follows no redirects, and calls only public addresses.',
    },
    webhookUpdate: {
      summary: 'Change a webhook',
      about: 'Events that were not sent yet go to the new URL. A disabled webhook is enabled again.',
    },
    webhookRotate: {
      summary: 'Replace the secret of a webhook',
      about:
        'Only this answer shows `secret`. The old secret also signs calls for 24 hours. In this time the header `webhook-signature` has a ' +
        'signature by each secret, and libraries of Standard Webhooks accept either.',
    },
    webhookDelete: {
      summary: 'Delete a webhook',
      about: 'A call that is running may still complete; no call follows.',
    },
    webhookAttemptList: {
      summary: 'List the calls of a webhook',
      about:
        'The calls of the last three days. With `bodies` 1, each has the text that was sent and the beginning of the answer. The header ' +
        '`webhook-timestamp` of a call is its `created_at`.',
      output: attempt,
    },
    webhookTest: {
      summary: 'Send a test event to a webhook',
      about:
        'Sends one event `webhook.test`, signed as all calls of the webhook, and shows the answer of the endpoint. It also calls a disabled ' +
        'webhook, changes nothing of it and is not in `webhooks/attempts`. An account can send 10 in an hour (429).',
      output: test,
    },
    webhookRedeliver: {
      summary: 'Send events to a webhook again',
      about:
        'Enables a disabled webhook and calls its endpoint at once. With `from`, it sends all events since that time, each with its old id. ' +
        'Without `from`, it sends the events that were not sent yet.',
    },
  },
);
