import { type ClientRequest, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createKeyPair, type KeyPair, UNLIMITED } from '../../common/accounts/key-pairs.ts';
import { type Client, startApi } from './api.ts';
import { type ApiProcess, startApiProcess } from './api-process.ts';
import { send } from './calls.ts';
import { rawRequest } from './raw-http.ts';

const MEGABYTE = 2 ** 20;
/** Requests at once: as many as an account may have under way. */
export const MANY = 200;
/** Megabytes of heap that the process has. */
export const HEAP_MB = 512;

/** A request whose last byte is not sent yet, and the status of its answer; 0: the connection was closed without one. */
export interface Held {
  readonly sending: ClientRequest;
  readonly status: Promise<number>;
}

const text = (bytes: number): Buffer => Buffer.from(JSON.stringify({ name: 'a'.repeat(bytes - 11) }));
export const DESIGN = text(2.5 * 2 * MEGABYTE - 100);

export const ATTACK_NAMES = [
  'that are compressed, of 10 MiB each',
  'that are longer than their call takes',
  'sent by a key that may only read',
  'of the largest size, held before their last byte',
] as const;
type AttackName = (typeof ATTACK_NAMES)[number];

interface Attack {
  /** Holds many bodies. */
  run(): Held[];
  /** The statuses of their answers. */
  readonly answers: readonly number[];
}

/** An API process of little memory, an account that attacks it with bodies, and another one. */
export interface HeldBodies {
  readonly tried: ApiProcess;
  readonly attacker: Client;
  /** Sends all bytes but the last. */
  hold(path: string, keys: KeyPair, body: Buffer, headers?: Record<string, string>): Held;
  readonly attacks: Readonly<Record<AttackName, Attack>>;
  /** Requests whose bodies come in chunks of one byte, and their statuses. */
  inSmallChunks(): Promise<number[]>;
  /** Expects the other account to be answered. */
  expectToWork(): Promise<void>;
  stop(): Promise<void>;
}

/** How often each status was answered. */
export async function answersOf(held: readonly Held[]): Promise<Record<number, number>> {
  const found: Record<number, number> = {};
  for (const status of await Promise.all(held.map((one) => one.status)))
    found[status] = (found[status] ?? 0) + 1;
  for (const { sending } of held) sending.destroy();
  return found;
}

export async function startHeldBodies(name: string): Promise<HeldBodies> {
  const api = await startApi(name);
  const [other, attacker] = [await api.account(), await api.account()];
  const readKey = await createKeyPair(attacker.user_id, 'reads', { ...UNLIMITED, scope: 'read' });
  const tried = await startApiProcess(api.config, { node: [`--max-old-space-size=${HEAP_MB}`] });
  let calls = 0;

  function hold(path: string, keys: KeyPair, body: Buffer, headers: Record<string, string> = {}): Held {
    const sending = request(`${tried.url}/api${path}`, {
      method: 'POST',
      agent: false,
      headers: {
        PublicKey: keys.public_key,
        SecretKey: keys.secret_key,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        ...headers,
      },
    });
    const status = new Promise<number>((resolve) => {
      sending.once('response', (answer) => resolve(answer.resume().statusCode!));
      sending.once('close', () => resolve(0));
      // A connection may be reset after its answer, because the body was not read.
      sending.on('error', () => resolve(0));
    });
    sending.write(body.subarray(0, -1));
    return { sending, status };
  }

  const many = (make: (at: number) => Held): Held[] => Array.from({ length: MANY }, (_, at) => make(at));

  return {
    tried,
    attacker,
    hold,
    attacks: {
      'that are compressed, of 10 MiB each': {
        run() {
          const zipped = gzipSync(text(10 * MEGABYTE));
          return many(() => hold('/contacts-type/add', attacker, zipped, { 'Content-Encoding': 'gzip' }));
        },
        answers: [415],
      },
      'that are longer than their call takes': {
        run() {
          const body = text(10 * MEGABYTE - 100);
          return many(() => hold('/contacts-type/add', attacker, body));
        },
        answers: [413],
      },
      'sent by a key that may only read': {
        run() {
          const [body, zipped] = [text(4 * MEGABYTE), gzipSync(text(4 * MEGABYTE))];
          return many((at) =>
            at % 2 === 0
              ? hold('/automations/schedule/check', readKey, body)
              : hold('/senders', readKey, zipped, { 'Content-Encoding': 'gzip' }),
          );
        },
        answers: [408, 415],
      },
      'of the largest size, held before their last byte': {
        run: () => many(() => hold('/templates/save', attacker, DESIGN)),
        answers: [408, 429],
      },
    },
    async inSmallChunks() {
      const head = ['POST /api/contacts-type/add HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
      const keys = [`PublicKey: ${attacker.public_key}`, `SecretKey: ${attacker.secret_key}`];
      const lines = [...head, ...keys, 'Transfer-Encoding: chunked', 'Connection: close', '', ''];
      const bytes = lines.join('\r\n') + '1\r\na\r\n'.repeat(10_000);
      const held = Array.from({ length: MANY / 2 }, () => rawRequest(tried.url, bytes));
      return (await Promise.all(held)).map(({ status }) => status);
    },
    async expectToWork() {
      const { status } = await send(tried, other, {
        path: '/contacts-type/add',
        init: {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ name: `Customers ${(calls += 1)}` }),
        },
      });
      expect([status, tried.child.exitCode, tried.child.signalCode]).to.deep.equal([200, null, null]);
    },
    async stop() {
      await tried.end('SIGKILL');
      await api.stop();
    },
  };
}
