import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { StartRefusal } from '../../common/config/start-refusal.ts';
import type { ReplyClass } from '../../common/domain/reply-classes.ts';
import type { ReportedEvent } from '../receiver.ts';
import { type Hook, header, malformed, refused } from './hook.ts';
import { filledTexts, type Json, objects, parsed, text } from './json.ts';
import { verdictOfProvider } from './verdict.ts';

/** SendGrid repeats requests for 24 hours, perhaps with the old signature. A repeated event has no further effect. */
const OLDEST_MS = 25 * 3_600_000;
/** Milliseconds that the clocks may differ. */
const AHEAD_MS = 5 * 60_000;
/** Events of a request: 1 MB has some 3,000. */
const MOST_EVENTS = 5000;

/** Reasons of `dropped` that SendGrid defines. Events of an address in another account's mail are no events of this mail. */
const DROPPED: Readonly<Record<string, ReplyClass>> = {
  'Bounced Address': 'gone',
  Invalid: 'gone',
  'Spam Content (if spam checker app enabled)': 'content',
  'Spam Content': 'content',
};

/**
 * The signed event webhook: `X-Twilio-Email-Event-Webhook-Signature` is ECDSA (P-256, SHA-256, DER) over the timestamp in
 * `…-Timestamp` and the exact body. https://www.twilio.com/docs/sendgrid/for-developers/tracking-events
 */
export function sendgridHook(publicKey: string, clock: () => number): Hook {
  const key = readKey(publicKey);
  return {
    source: 'sendgrid',
    async read(request) {
      const signature = header(request, 'x-twilio-email-event-webhook-signature');
      const timestamp = header(request, 'x-twilio-email-event-webhook-timestamp');
      if (signature === null || timestamp === null) return refused('The request is not signed');
      const signed = Buffer.concat([Buffer.from(timestamp), request.body]);
      if (!verify('sha256', signed, key, Buffer.from(signature, 'base64')))
        return refused('The signature is wrong');
      const age = clock() - Number(timestamp) * 1000;
      if (!(age < OLDEST_MS && age > -AHEAD_MS)) return refused('The timestamp is too old, or in the future');
      const body = parsed(request.body.toString());
      if (!Array.isArray(body)) return malformed('The body must be a JSON array');
      if (body.length > MOST_EVENTS) return malformed(`At most ${MOST_EVENTS} events are taken at once`);
      return { events: objects(body, MOST_EVENTS).flatMap((one) => eventOf(one) ?? []) };
    },
  };
}

function readKey(publicKey: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ec') return key;
  } catch {
    // Reported below.
  }
  throw new StartRefusal(
    'HOOK_SENDGRID_KEY must be the public key that SendGrid shows (base64 of an EC key).',
  );
}

function eventOf(event: Json): ReportedEvent | null {
  const recipient = text(event['email']) || null;
  const reply = text(event['reason']) || text(event['response']);
  const clues = {
    providerIds: filledTexts(event['sg_message_id']).map((id) => id.replace(/\..*$/s, '')),
    returnPaths: [],
    messageIds: filledTexts(event['smtp-id'], event['mail']),
  };
  const said = { reply, status: event['status'], recipient, server: 'sendgrid' };
  const base = { recipient, reply, clues };
  switch (event['event']) {
    case 'bounce':
      return {
        ...base,
        kind: 'bounced',
        ...verdictOfProvider(said, ['unknown', text(event['type']) === 'blocked' ? 'blocked' : 'bounce']),
      };
    case 'dropped': {
      const name = DROPPED[reply];
      return { ...base, kind: 'bounced', class: name ?? 'unknown', rule: 'sendgrid-dropped' };
    }
    case 'deferred':
      return { ...base, kind: 'deferred', ...verdictOfProvider(said, ['later', 'deferred']) };
    case 'spamreport':
      return { ...base, kind: 'complained', class: 'policy', rule: 'sendgrid-spamreport' };
    case 'unsubscribe':
    case 'group_unsubscribe':
      return { ...base, kind: 'unsubscribed', class: 'unknown', rule: 'sendgrid-unsubscribe' };
    default:
      return null;
  }
}
