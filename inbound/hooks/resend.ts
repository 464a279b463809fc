import { createHmac } from 'node:crypto';
import { REFERENCE_HEADER } from '../../common/domain/mail-references.ts';
import type { ReportedEvent } from '../receiver.ts';
import { amazonClass, mayBeAutoReply } from './amazon-bounce.ts';
import { type Hook, type HookRequest, header, malformed, refused, sameText } from './hook.ts';
import { filledTexts, type Json, object, objects, parsed, text } from './json.ts';
import { verdictOfProvider } from './verdict.ts';

/** Milliseconds of the age of a signature, or of a difference of the clocks: Svix signs each repetition. */
const WINDOW_MS = 5 * 60_000;
/** Signatures in a header: two during the exchange of a secret. */
const MOST_SIGNATURES = 8;
const MOST = 100;

const NAMES = new Set(['message-id', REFERENCE_HEADER.toLowerCase()]);

/**
 * `svix-signature` has `v1,` and HMAC-SHA-256 (base64) of `id.timestamp.body`.
 * https://docs.svix.com/receiving/verifying-payloads/how-manual
 */
export function resendHook(secret: string, clock: () => number): Hook {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return {
    source: 'resend',
    async read(request) {
      const wrong = wrongSignature(request, key, clock());
      if (wrong !== null) return refused(wrong);
      const body = parsed(request.body.toString());
      if (typeof body !== 'object' || body === null) return malformed('The body must be a JSON object');
      const { type, data } = object(body);
      return { events: eventsOf(text(type), object(data)) };
    },
  };
}

function wrongSignature(request: HookRequest, key: Buffer, at: number): string | null {
  const [id, timestamp, signatures] = ['svix-id', 'svix-timestamp', 'svix-signature'].map((name) =>
    header(request, name),
  );
  if (!id || !timestamp || !signatures) return 'The request is not signed';
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(request.body).digest('base64');
  const isRight = signatures
    .split(' ', MOST_SIGNATURES)
    .some((one) => one.startsWith('v1,') && sameText(one.slice('v1,'.length), right));
  if (!isRight) return 'The signature is wrong';
  const age = at - Number(timestamp) * 1000;
  return Math.abs(age) <= WINDOW_MS ? null : 'The timestamp is too old, or in the future';
}

function eventsOf(type: string, data: Json): ReportedEvent[] {
  const clues = {
    providerIds: filledTexts(data['email_id']),
    returnPaths: [],
    messageIds: [
      ...filledTexts(data['message_id'], object(data['tags'])['mail']),
      ...objects(data['headers'], MOST)
        .filter(({ name }) => NAMES.has(text(name).toLowerCase()))
        .flatMap(({ value }) => filledTexts(value)),
    ],
  };
  const recipients = Array.isArray(data['to'])
    ? filledTexts(...data['to'].slice(0, MOST))
    : filledTexts(data['to']);
  const named = recipients.length > 0 ? recipients : [null];
  return named.flatMap((recipient) => eventOf(type, data, { recipient, clues }) ?? []);
}

function eventOf(
  type: string,
  data: Json,
  { recipient, clues }: { recipient: string | null } & Pick<ReportedEvent, 'clues'>,
): ReportedEvent | null {
  const bounce = object(data['bounce']);
  const reply = text(bounce['message']);
  const base = { recipient, reply, clues };
  const said = { reply, recipient, server: 'resend' };
  switch (type) {
    case 'email.bounced': {
      const [kind, subtype] = [text(bounce['type']), text(bounce['subType'])];
      if (mayBeAutoReply(kind, subtype)) return null;
      return { ...base, kind: 'bounced', ...verdictOfProvider(said, amazonClass(kind, subtype)) };
    }
    case 'email.delivery_delayed':
      return { ...base, kind: 'deferred', ...verdictOfProvider(said, ['later', 'delayed']) };
    case 'email.complained':
      return { ...base, kind: 'complained', class: 'policy', rule: 'resend-complained' };
    default:
      return null;
  }
}
