import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../../../bench/support/ask.ts';
import type { Random } from '../../../bench/support/random.ts';
import type { Stack } from '../../../bench/support/stack.ts';

/** The answers to the calls. */
export interface Traffic {
  readonly calls: number;
  readonly errors: readonly string[];
  /** Milliseconds that half of the answers took at most, and 99 of 100. */
  readonly p50: number;
  readonly p99: number;
}

/** Milliseconds after which waiting for an answer ends with an error; no client would wait longer. */
const LONGEST_MS = 60_000;

type Call = (
  at: number,
  traffic: string,
  joined: number,
) => readonly [path: string, body?: Readonly<Record<string, unknown>>];

/** The calls of a front end and of a customer's program, with about three reads for each write. */
const CALLS: readonly Call[] = [
  () => ['/contacts-type'],
  () => ['/single-send/list?limit=20'],
  (at) => [`/contacts/details?contact_id=${1 + (at % 100)}`],
  () => ['/contacts/list?limit=50'],
  () => ['/senders'],
  () => ['/automations'],
  (at, traffic, joined) => [
    '/contacts/add',
    { contact_type_id: joined, email: `new.${at}.${traffic}@example.com`, country: 1, first_name: 'New' },
  ],
  (at) => ['/global-unsubscribes/save', { email_address: `out.${at}@example.com` }],
];

/** Makes the calls, and notes how long each took (milliseconds) and what failed. New contacts join the contact type `joined`. */
function caller({ origin, keys }: Stack, random: Random, joined: number) {
  const took: number[] = [];
  const errors: string[] = [];
  // Makes the contacts of each run different.
  const traffic = `${process.pid}.${Math.floor(performance.now())}`;
  let calls = 0;

  async function call(): Promise<void> {
    const [path, body] = random.pick(CALLS)(calls++, traffic, joined);
    const asked = performance.now();
    try {
      const answer = await ask(`${origin}/api${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          PublicKey: keys.public_key,
          SecretKey: keys.secret_key,
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LONGEST_MS),
      });
      const text = await answer.text();
      if (!answer.ok) errors.push(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      errors.push(`${path}: ${(error as Error).message}`);
    }
    took.push(performance.now() - asked);
  }

  return {
    call,
    begun: () => calls,
    result(): Traffic {
      const sorted = took.toSorted((a, b) => a - b);
      const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
      return { calls, errors, p50: at(0.5), p99: at(0.99) };
    },
  };
}

/**
 * Calls the API `rate` times a second. Each call is made at its time, even if earlier ones were not answered, so a slow server
 * does not get fewer calls. New contacts join the contact type `joined`.
 */
export function startTraffic(
  stack: Stack,
  rate: number,
  random: Random,
  joined = 1,
): { stop(): Promise<Traffic> } {
  const { call, begun, result } = caller(stack, random, joined);
  const open = new Set<Promise<void>>();
  const over = new AbortController();

  const loop = (async () => {
    const began = performance.now();
    while (!over.signal.aborted) {
      while (begun() < ((performance.now() - began) / 1000) * rate) {
        const one = call().finally(() => open.delete(one));
        open.add(one);
      }
      await delay(5);
    }
  })();
  return {
    async stop() {
      over.abort();
      await loop;
      await Promise.all(open);
      return result();
    },
  };
}

/** Clients of {@link fullSpeed}: enough to keep an API busy. */
const CLIENTS = 8;

/** Makes as many of these calls as are answered, for so many milliseconds. */
export async function fullSpeed(stack: Stack, random: Random, ms: number): Promise<Traffic> {
  const { call, result } = caller(stack, random, 1);
  const until = performance.now() + ms;
  const client = async (): Promise<void> => {
    while (performance.now() < until) await call();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return result();
}
