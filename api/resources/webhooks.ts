import { randomUUID } from 'node:crypto';
import { insertBounded } from '../../common/changes/bounded-inserts.ts';
import { takeWebhookTestPlace, WEBHOOK_TESTS } from '../../common/changes/verification-quotas.ts';
import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import { EVENT_TYPES } from '../../common/domain/event-types.ts';
import { timestamp } from '../../common/domain/times.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { postSigned } from '../../common/guarded/signed-call.ts';
import { type RefusedPart, refusedPartOf } from '../../common/guarded/urls.ts';
import { NOTES_KEPT_SECONDS } from '../../common/models/event-notes.ts';
import { WebhookAttempt } from '../../common/models/webhook-attempts.ts';
import {
  CALLED_AGAIN,
  newWebhook,
  UNTRIED,
  Webhook,
  type WebhookDocument,
} from '../../common/models/webhooks.ts';
import { whenAllAreTold } from '../../common/queries/told-events.ts';
import { makeWebhookSecret, openWebhookSecrets } from '../../common/secrets/webhook-secrets.ts';
import { nextId } from '../../common/store/ids.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalid, invalidField, tooMany } from '../http/failures.ts';
import { byId, flag, recordId, refuse, text, wordList } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, optional, required, stated } from '../http/typed-input.ts';
import { presentAttempt, presentWebhook, presentWebhookTest } from '../present/webhooks.ts';
import { firstOfLatest, last } from './latest.ts';

/** Each webhook gets its own calls, so many webhooks cost workers as many calls. */
const MOST = 10;
/** Milliseconds for which a replaced secret still signs, and how many of them: each costs a hash of every call. */
const [FORMER_MS, MOST_FORMER] = [24 * 3600_000, 3];
/** In characters. */
const URL_MAX = 2048;

const FORM_HINT = 'Write a URL that begins with https:// and has no user name, password or fragment';

const HINTS: Readonly<Record<RefusedPart, string>> = {
  scheme: FORM_HINT,
  login: FORM_HINT,
  fragment: FORM_HINT,
  port: 'Write a URL on port 443, 80 or above 1023',
  address: 'Write a URL at a public address: the service calls no private, local or reserved one',
};

/** A correct form, if a URL will never be called; null: it may be called. */
function urlHint(url: string, loopback: boolean): string | null {
  const refused = URL.canParse(url) ? refusedPartOf(new URL(url), { loopback }) : 'scheme';
  return refused && HINTS[refused];
}

/** Outside of production an endpoint may be on this machine, for trials; only the configuration says which it is. */
function refuseUncallable(url: string, { production }: Pick<Config, 'production'>): void {
  const hint = urlHint(url, !production);
  if (hint !== null) throw invalid({ url: [texts.format('url')] }, { url: [hint] });
}

const url = () =>
  stated(
    text({ max: URL_MAX }).custom((value, helpers) => {
      const hint = urlHint(value, true);
      return hint === null ? value : refuse(helpers, texts.format, hint);
    }),
    { type: 'string', format: 'uri', maxLength: URL_MAX },
  )
    .description(
      'The endpoint: https on port 443, 80 or above 1023, at a public address. Outside of production, also http on the loopback.',
    )
    .example('https://shop.example/webhooks/mail');

const events = () =>
  wordList(EVENT_TYPES)
    .description('The types of its events.')
    .example(['delivery.bounced', 'delivery.complained']);

const batch = () =>
  optional(flag())
    .description('1: a call has up to 500 events. 0, the default: a call has one event.')
    .example(0);

const from = optional(
  stated(
    text().custom((value, helpers) => {
      const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?Z$/.test(value) ? new Date(value) : null;
      return at === null || Number.isNaN(at.getTime())
        ? refuse(helpers, (key) => texts.matches(key, 'Y-m-d\\TH:i:s\\Z'))
        : at;
    }),
    { type: 'string', format: 'date-time' },
  ),
)
  .description(
    'Send all events since this time (UTC) again. Events are stored for seven days. Without it: only events that were not sent yet.',
  )
  .example('2026-11-20T08:00:00Z');

const bodies = optional(flag())
  .description('1: with `body` and `answer` of each call, which are null without it.')
  .example(1);

const find = (userId: number, id: number): Promise<WebhookDocument | null> =>
  Webhook.of(userId).findOne({ _id: id });

export const webhooks = endpoints({
  webhookList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: Webhook.of(account.id),
        filter: {},
        fields: { sealed: 0, former: 0 },
        present: (page) => page.map(presentWebhook),
      }),
  },

  webhookSave: {
    input: inputs({ url: required(url()), events: required(events()), batch: batch() }),
    async run({ url, events, batch }, { id: user_id }, { config, conflict }) {
      refuseUncallable(url, config);
      const _id = await nextId('webhooks');
      const { shown, sealed } = await makeWebhookSecret({ _id, user_id }, config);
      const webhook = newWebhook({ _id, user_id, url, events, batch: batch === 1, sealed }, now());
      if (!(await insertBounded({ rows: Webhook.of(user_id), most: MOST }, webhook))) throw conflict('full');
      await whenAllAreTold();
      return { id: _id, secret: shown };
    },
  },

  webhookUpdate: {
    input: inputs({
      id: required(recordId()),
      url: required(url()),
      events: required(events()),
      batch: batch(),
    }),
    async run({ id, url, events, batch }, account, { config }) {
      refuseUncallable(url, config);
      const at = now();
      const { matchedCount } = await Webhook.of(account.id).updateOne(
        { _id: id },
        {
          $set: { url, events, batch: batch === 1, ...CALLED_AGAIN, ...UNTRIED, due_at: at, updated_at: at },
        },
      );
      if (matchedCount === 0) return null;
      await whenAllAreTold();
      return true;
    },
  },

  webhookRotate: {
    input: byId,
    async run({ id }, { id: user_id }, { config }) {
      const { shown, sealed } = await makeWebhookSecret({ _id: id, user_id }, config);
      for (;;) {
        const found = await find(user_id, id);
        if (!found) return null;
        const at = now();
        const replaced = { sealed: found.sealed, until: new Date(at.getTime() + FORMER_MS) };
        const former = [...(found.former ?? []).filter(({ until }) => until > at), replaced];
        const { matchedCount } = await Webhook.of(user_id).updateOne(
          // Another call may replace it at the same time.
          { _id: id, sealed: found.sealed },
          { $set: { sealed, former: former.slice(-MOST_FORMER), updated_at: at } },
        );
        if (matchedCount === 1) return { secret: shown };
      }
    },
  },

  webhookDelete: {
    input: byId,
    async run({ id }, account) {
      const found = await Webhook.of(account.id).findOneAndDelete({ _id: id });
      return found && true;
    },
  },

  webhookAttemptList: {
    input: inputs({ id: required(recordId()), last, bodies }),
    async run({ id, last: wanted, bodies: shown }, account) {
      if (!(await find(account.id, id))) return null;
      const first = await firstOfLatest(WebhookAttempt.of(account.id), { webhook_id: id }, wanted);
      return listing({
        model: WebhookAttempt.of(account.id),
        filter: { webhook_id: id, _id: { $gte: first } },
        index: { user_id: 1, webhook_id: 1, _id: 1 },
        ...(shown !== 1 && { fields: { body: 0, answer: 0 } }),
        present: (page) => page.map(presentAttempt),
      });
    },
  },

  webhookTest: {
    input: byId,
    async run({ id }, { id: user_id }, { config, signal }) {
      const webhook = await find(user_id, id);
      if (!webhook) return null;
      const [event, at] = [`webhook-test-${randomUUID()}`, now()];
      await takeTestPlace(user_id, event, at);
      const secrets = await openWebhookSecrets(webhook, at, config);
      const body = testBody(webhook, event, at);
      const answered = await postSigned(
        { url: webhook.url, secrets, config, signal },
        { id: event, at, body },
      );
      return presentWebhookTest(event, answered);
    },
  },

  webhookRedeliver: {
    input: inputs({
      id: required(recordId()).description('The id of the webhook.').example(4),
      from,
    }),
    async run({ id, from: given }, account) {
      const at = now();
      const kept = new Date(at.getTime() - NOTES_KEPT_SECONDS * 1000);
      if (given && given > at) throw invalidField('from', texts.beforeNow('from'));
      const position = given && { at: given < kept ? kept : given, note: null, told: 0 };
      const { matchedCount } = await Webhook.of(account.id).updateOne(
        { _id: id },
        { $set: { ...(position && { position }), ...CALLED_AGAIN, due_at: at, updated_at: at } },
      );
      return matchedCount === 1 || null;
    },
  },
});

async function takeTestPlace(userId: number, event: string, at: Date): Promise<void> {
  const free = await takeWebhookTestPlace(userId, event, at);
  if (free === null) return;
  const seconds = Math.max(1, Math.ceil((free.getTime() - at.getTime()) / 1000));
  throw tooMany(seconds, `${WEBHOOK_TESTS} test events an hour`);
}

/** A batch of one event for a webhook with batches, so that its endpoint gets the form that it reads. */
function testBody({ _id, batch }: WebhookDocument, id: string, at: Date): string {
  const event = { id, type: 'webhook.test', timestamp: timestamp(at), data: { webhook_id: _id } };
  return JSON.stringify(batch ? { type: 'batch', timestamp: at.toISOString(), data: [event] } : event);
}
