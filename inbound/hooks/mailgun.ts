import { createHash, createHmac } from 'node:crypto';
import type { ReplyClass } from '../../common/domain/reply-classes.ts';
import type { ReportedEvent } from '../receiver.ts';
import { type Hook, malformed, refused, sameText } from './hook.ts';
import { filledTexts, type Json, object, parsed, scalar, text } from './json.ts';
import { verdictOfProvider } from './verdict.ts';

/** Milliseconds after which a signature is too old: Mailgun repeats requests for eight hours. */
const OLDEST_MS = 12 * 3_600_000;
/** Milliseconds that the clocks may differ. */
const AHEAD_MS = 5 * 60_000;

/** Stores `digest` under `token` if it is the first, and returns the stored one. Rejects while the store is away. */
export type FirstUse = (token: string, digest: string, milliseconds: number) => Promise<string>;

const SUPPRESSED: Readonly<Record<string, ReplyClass>> = { 'suppress-bounce': 'gone' };

/**
 * `signature` has an HMAC-SHA-256 of timestamp and token by the signing key. It does not cover the event, so each token is accepted
 * for one body only. https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
 */
export function mailgunHook(signingKey: string, firstUse: FirstUse, clock: () => number): Hook {
  return {
    source: 'mailgun',
    async read({ body }) {
      const whole = parsed(body.toString());
      if (typeof whole !== 'object' || whole === null) return malformed('The body must be a JSON object');
      const { signature: given, 'event-data': data } = object(whole);
      const { timestamp, token, signature } = object(given);
      const [stamp, once, tag] = [scalar(timestamp), text(token), text(signature)];
      if (!/^\d{1,12}$/.test(stamp) || !/^[\w-]{16,128}$/.test(once) || tag === '')
        return refused('The request is not signed');
      const right = createHmac('sha256', signingKey)
        .update(stamp + once)
        .digest('hex');
      if (!sameText(right, tag.toLowerCase())) return refused('The signature is wrong');
      const age = clock() - Number(stamp) * 1000;
      if (!(age < OLDEST_MS && age > -AHEAD_MS)) return refused('The timestamp is too old, or in the future');
      const digest = createHash('sha256').update(body).digest('base64url');
      if ((await firstUse(once, digest, OLDEST_MS + AHEAD_MS)) !== digest)
        return refused('The token was used for another event');
      const event = eventOf(object(data));
      return { events: event ? [event] : [] };
    },
  };
}

function eventOf(event: Json): ReportedEvent | null {
  const status = object(event['delivery-status']);
  const message = object(object(event['message'])['headers']);
  const envelope = object(event['envelope']);
  const recipient = text(event['recipient']) || null;
  const reply = text(status['message']) || text(status['description']);
  const said = {
    reply,
    code: status['code'],
    status: status['enhanced-code'],
    recipient,
    server: 'mailgun',
  };
  const clues = {
    returnPaths: filledTexts(envelope['sender']),
    messageIds: filledTexts(message['message-id']),
  };
  const base = { recipient, reply, clues };
  const reason = text(event['reason']);
  switch (event['event']) {
    case 'failed':
      if (event['severity'] === 'temporary')
        return { ...base, kind: 'deferred', ...verdictOfProvider(said, ['later', 'temporary']) };
      if (event['severity'] !== 'permanent') return null;
      if (reason.startsWith('suppress-'))
        return {
          ...base,
          kind: 'bounced',
          class: SUPPRESSED[reason] ?? 'unknown',
          rule: 'mailgun-suppressed',
        };
      return { ...base, kind: 'bounced', ...verdictOfProvider(said, ['unknown', 'permanent']) };
    case 'complained':
      return { ...base, kind: 'complained', class: 'policy', rule: 'mailgun-complained' };
    case 'unsubscribed':
      return { ...base, kind: 'unsubscribed', class: 'unknown', rule: 'mailgun-unsubscribed' };
    default:
      return null;
  }
}
