/** The call of a webhook is not one of the service, or it is too old. */
export class WrongSignature extends Error {
  override readonly name = 'WrongSignature';
}

const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

interface Verified {
  /** The secret of the webhook (`whsec_…`); during a change the old and the new one. */
  readonly secrets: string | readonly string[];
  /** The body as it arrived, before anything parses it. */
  readonly body: string;
  /** The headers of the request, by names in lower case; or a `Headers`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The current time in milliseconds. */
  readonly now?: number;
}

/**
 * Checks the signature and the age of a call (Standard Webhooks), and returns its events: one, or those of a batch. Throws a {@link
 * WrongSignature}.
 */
export async function verifyWebhook<Event = unknown>({
  secrets,
  body,
  headers,
  now = Date.now(),
}: Verified): Promise<Event[]> {
  const read = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== 'string' || value === '') throw new WrongSignature(`There is no header ${name}.`);
    return value;
  };
  const id = read('webhook-id');
  const timestamp = read('webhook-timestamp');
  const signatures = read('webhook-signature').split(' ');
  const age = now / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= TOLERANCE_SECONDS))
    throw new WrongSignature('The call is older than five minutes, or from the future.');
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const key = await keyOf(secret);
    for (const signature of signatures) {
      const [version, text = ''] = signature.split(',');
      // WebCrypto compares in a time that does not depend on where the two differ.
      if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(text), signed)))
        return eventsOf<Event>(body);
    }
  }
  throw new WrongSignature('No signature fits.');
}

const keyOf = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'raw',
    bytesOf(secret.slice(PREFIX.length)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );

/** Of base64; other text gives no bytes. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function eventsOf<Event>(body: string): Event[] {
  const read = JSON.parse(body) as { readonly type?: string; readonly data?: unknown };
  return read.type === 'batch' ? (read.data as Event[]) : [read as Event];
}
