import { verify, X509Certificate } from 'node:crypto';
import { cached } from '../../common/cache/cached.ts';
import { TOPIC } from '../../common/config/inbound.ts';
import { FetchFailure, type FetchText } from './fetch-text.ts';
import { type HookRefusal, malformed, refused } from './hook.ts';
import { object, parsed, text } from './json.ts';

/** Milliseconds after which a message is too old. By default SNS repeats messages for an hour. */
const OLDEST_MS = 24 * 3_600_000;
/** Milliseconds that the clocks may differ. */
const AHEAD_MS = 15 * 60_000;
/** Milliseconds for which a certificate is kept. Amazon gives each its own address. */
const KEPT_MS = 24 * 3_600_000;
const MOST_KEPT = 32;
const MOST = 512 * 1024;

/** In signing order. https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
const CONFIRMATION = 'Message MessageId SubscribeURL Timestamp Token TopicArn Type'.split(' ');
const SIGNED = {
  Notification: 'Message MessageId Subject Timestamp TopicArn Type'.split(' '),
  SubscriptionConfirmation: CONFIRMATION,
  UnsubscribeConfirmation: CONFIRMATION,
};
type SnsType = keyof typeof SIGNED;

/** Version 1 is being phased out, but is still the default of a topic. */
const ALGORITHMS: Readonly<Record<string, string>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };

export interface SnsParts {
  readonly topics: readonly string[];
  readonly fetchText: FetchText;
  readonly clock: () => number;
}

/** A genuine message is signed by a certificate from the SNS host of a configured topic's region. Confirms subscriptions. */
export function createSnsReader({ topics, fetchText, clock }: SnsParts) {
  const known = new Set(topics);
  const certificateAt = cached(
    async (address: string): Promise<X509Certificate> => {
      const pem = await fetchText(address);
      try {
        return new X509Certificate(pem);
      } catch {
        throw new FetchFailure('it is no certificate');
      }
    },
    { ms: KEPT_MS, most: MOST_KEPT, clock },
  );

  return async (body: Buffer): Promise<{ type: SnsType; topic: string; message: string } | HookRefusal> => {
    const whole = parsed(body.toString());
    if (typeof whole !== 'object' || whole === null) return malformed('The body must be a JSON object');
    const message = object(whole);
    const [type, topic] = [text(message['Type']), text(message['TopicArn'])];
    if (!Object.hasOwn(SIGNED, type)) return malformed('The body is no message of Amazon SNS');
    // First of all, so that no fetch is made for a foreign topic.
    if (!known.has(topic)) return refused('The topic is not configured');
    const address = text(message['SigningCertURL']);
    if (!isCertificateAddress(address, topic)) return refused('The certificate is not of Amazon SNS');
    const algorithm = ALGORITHMS[text(message['SignatureVersion'])];
    const plain = signedText(type as SnsType, message);
    if (algorithm === undefined || plain === null) return refused('The message is not signed');
    const age = clock() - Date.parse(text(message['Timestamp']));
    if (!(age < OLDEST_MS && age > -AHEAD_MS)) return refused('The message is too old, or in the future');
    const certificate = await certificateAt(address);
    if (!isValid(certificate, clock())) return refused('The certificate is not valid now');
    const signature = Buffer.from(text(message['Signature']), 'base64');
    if (!verify(algorithm, Buffer.from(plain), certificate.publicKey, signature))
      return refused('The signature is wrong');
    if (type === 'SubscriptionConfirmation') {
      const subscribe = text(message['SubscribeURL']);
      if (!isConfirmationAddress(subscribe, topic)) return refused('It confirms something else');
      await fetchText(subscribe);
    }
    return { type: type as SnsType, topic, message: String(message['Message']) };
  };
}

const isValid = ({ validFrom, validTo }: X509Certificate, at: number): boolean =>
  Date.parse(validFrom) <= at + AHEAD_MS && Date.parse(validTo) >= at;

/** The signed text; null if a part other than the subject is missing. */
function signedText(type: SnsType, message: Readonly<Record<string, unknown>>): string | null {
  let signed = '';
  for (const name of SIGNED[type]) {
    const value = message[name];
    if (name === 'Subject' && (value === undefined || value === null)) continue;
    if (typeof value !== 'string' || value.length > MOST) return null;
    signed += `${name}\n${value}\n`;
  }
  return signed;
}

function hostOf(topic: string): string | null {
  const [, partition, region] = TOPIC.exec(topic) ?? [];
  return region === undefined ? null : `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
}

function onHost(address: string, topic: string): URL | null {
  const url = address.length <= 2048 && URL.canParse(address) ? new URL(address) : null;
  const isPlain = url?.protocol === 'https:' && `${url.port}${url.username}${url.password}${url.hash}` === '';
  return isPlain && url.hostname === hostOf(topic) ? url : null;
}

/** Whether a certificate's address belongs to Amazon SNS in the region of the topic. Otherwise anyone could name their own. */
function isCertificateAddress(address: string, topic: string): boolean {
  const url = onHost(address, topic);
  return (
    url !== null && url.search === '' && /^\/SimpleNotificationService-[\w-]{8,128}\.pem$/.test(url.pathname)
  );
}

function isConfirmationAddress(address: string, topic: string): boolean {
  const url = onHost(address, topic);
  if (url?.pathname !== '/') return false;
  const one = (name: string): string | null => {
    const all = url.searchParams.getAll(name);
    return all.length === 1 ? all[0]! : null;
  };
  return one('Action') === 'ConfirmSubscription' && one('TopicArn') === topic && Boolean(one('Token'));
}
