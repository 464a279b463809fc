import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageIdOf } from '../../../../common/domain/message-ids.ts';
import { SECRETS } from '../support/inbound.ts';

/** The Message-ID of a delivery in these tests. */
export const idOf = (delivery: number): string =>
  messageIdOf({ account: 42, id: delivery }, SECRETS[0]!, 'mail.example');

export type Headers = Readonly<Record<string, string>>;

/** Posts a body as it is; answers the status and the JSON. */
export async function post(url: string, body: string | Buffer, headers: Headers = {}) {
  const response = await fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

/** Seconds since 1970. */
export const seconds = (agoMs = 0): string => String(Math.floor((Date.now() - agoMs) / 1000));

// SendGrid.
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const foreignEc = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const sendgridKey = ec.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
export function sendgridHeaders(body: string, timestamp = seconds(), key = ec.privateKey): Headers {
  return {
    'X-Twilio-Email-Event-Webhook-Signature': sign('sha256', Buffer.from(timestamp + body), key).toString(
      'base64',
    ),
    'X-Twilio-Email-Event-Webhook-Timestamp': timestamp,
  };
}

// Mailgun.
export const mailgunKey = 'the signing key of mailgun';
let tokens = 0;
export const newToken = (): string =>
  createHash('sha256')
    .update(`token ${process.pid} ${(tokens += 1)}`)
    .digest('hex')
    .slice(0, 50);
export function mailgunBody(
  event: object,
  timestamp = seconds(),
  token = newToken(),
  key = mailgunKey,
): string {
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex');
  return JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event });
}

// Resend.
export const resendSecret = `whsec_${Buffer.from('the signing secret of resend, 32').toString('base64')}`;
export function resendHeaders(body: string, timestamp = seconds(), secret = resendSecret): Headers {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64');
  return {
    'svix-id': 'msg_1',
    'svix-timestamp': timestamp,
    'svix-signature': `v1,${'A'.repeat(43)}= v1,${signature}`,
  };
}

// Amazon SNS.
export const topic = 'arn:aws:sns:eu-west-1:123456789012:bounces';
export const certificateUrl =
  'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-9c6465fa7f48f5cacd23014631ec1136.pem';
const pem = readFileSync('test/fixtures/localhost-self-signed-rsa.pem', 'utf8');
export const certificate = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/.exec(pem)![0];
export const snsKey = /-----BEGIN (?:RSA )?PRIVATE KEY-----[\s\S]*?-----END (?:RSA )?PRIVATE KEY-----/.exec(
  pem,
)![0];

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
};

/** A signed message of SNS. */
export function snsBody(fields: Readonly<Record<string, string>>, key = snsKey): string {
  const message: Record<string, string> = {
    Type: 'Notification',
    MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
    TopicArn: topic,
    Message: '{}',
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    SigningCertURL: certificateUrl,
    ...fields,
  };
  const plain = FIELDS[message['Type']!]!.filter((name) => message[name] !== undefined)
    .map((name) => `${name}\n${message[name]}\n`)
    .join('');
  const algorithm = message['SignatureVersion'] === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  return JSON.stringify({
    ...message,
    Signature: sign(algorithm, Buffer.from(plain), key).toString('base64'),
  });
}
