import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../../../bench/support/ask.ts';
import type { Random } from '../../../bench/support/random.ts';
import type { Stack } from '../../../bench/support/stack.ts';

/** What calls were answered. */
export interface Traffic {
  readonly calls: number;
  readonly errors: readonly string[];
  /** Milliseconds that half of the answers, and 99 of 100, took at the most. */
  readonly p50: number;
  readonly p99: number;
}

/** What takes longer is an error, and is not waited for: nobody does. */
const LONGEST_MS = 60_000;

type Call = (
  at: number,
  traffic: string,
  joined: number,
) => readonly [path: string, body?: Readonly<Record<string, unknown>>];

/** What a front end and somebody's program ask, about three reads to a write. */
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

/**
 * Calls the API `rate` times a second, each at its time whether or not those before it were answered, so that a server
 * that is slow is not spared by it. New people join the contact type `joined`.
 */
export function startTraffic(
  { origin, keys }: Stack,
  rate: number,
  random: Random,
  joined = 1,
): { stop(): Promise<Traffic> } {
  const took: number[] = [];
  const errors: string[] = [];
  const open = new Set<Promise<void>>();
  let calls = 0;
  // Another one's people are others.
  const traffic = `${process.pid}.${Math.floor(performance.now())}`;
  const over = new AbortController();

  async function call(at: number): Promise<void> {
    const [path, body] = random.pick(CALLS)(at, traffic, joined);
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

  const loop = (async () => {
    const began = performance.now();
    while (!over.signal.aborted) {
      while (calls < ((performance.now() - began) / 1000) * rate) {
        const one = call(calls++).finally(() => open.delete(one));
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
      const sorted = took.sort((a, b) => a - b);
      const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
      return { calls, errors, p50: at(0.5), p99: at(0.99) };
    },
  };
}
