import { setTimeout as delay } from 'node:timers/promises';
import type { KeyPair } from '../../../common/accounts/key-pairs.ts';
import { Message } from '../../../common/models/messages.ts';
import { rows } from '../../support/rows.ts';

/** Calls that wait for an answer at a time: a client has no more connections. */
const AT_ONCE = 200;
const ANSWER_MS = 20_000;
/** Milliseconds after which a call without a success is made again. */
const AGAIN_MS = 300;

/** Calls that were all answered with success in the end. */
export interface Answered {
  /** Of each call, by its key: the message that it was told. */
  readonly utrs: ReadonlyMap<string, string>;
  /** Calls that were made again, because they were not answered or refused for the moment. */
  readonly repeated: number;
  /** By what a call was answered that was made again. */
  readonly why: Readonly<Record<string, number>>;
  readonly seconds: number;
}

export interface KeyedCall {
  readonly key: string;
  readonly email: string;
}

/**
 * Sends single messages as a careful client does: so many calls begin in a second, each with its `Idempotency-Key`, and what is not answered with
 * success is asked again with the same key. Rejects when a call is refused for good, or not answered for `patienceMs`.
 */
export async function sendKeyed(
  calls: readonly KeyedCall[],
  perSecond: number,
  { origin, keys, patienceMs }: { origin: () => string; keys: KeyPair; patienceMs: number },
): Promise<Answered> {
  const utrs = new Map<string, string>();
  const why: Record<string, number> = {};
  let repeated = 0;
  const began = performance.now();

  const attempt = async ({ key, email }: KeyedCall): Promise<string | null> => {
    const told = (reason: string): null => {
      repeated += 1;
      why[reason] = (why[reason] ?? 0) + 1;
      return null;
    };
    try {
      const answer = await fetch(`${origin()}/api/messages/send`, {
        method: 'POST',
        headers: {
          PublicKey: keys.public_key,
          SecretKey: keys.secret_key,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body: JSON.stringify({
          email,
          sender_id: 1,
          subject: 'Your code',
          template_html: '<p>Your code is ((code))</p>',
          data: { code: key },
        }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const text = await answer.text();
      if (answer.status === 200) return (JSON.parse(text) as { utr: string }).utr;
      if (![409, 429, 503].includes(answer.status)) throw new Error(`${answer.status} ${text}`);
      return told(String(answer.status));
    } catch (error) {
      if (/^\d{3} /.test((error as Error).message)) throw error;
      return told('no answer');
    }
  };
  const one = async (call: KeyedCall): Promise<void> => {
    const until = performance.now() + patienceMs;
    for (;;) {
      const utr = await attempt(call);
      if (utr !== null) return void utrs.set(call.key, utr);
      if (performance.now() > until) throw new Error(`${call.key} was not answered in ${patienceMs} ms`);
      await delay(AGAIN_MS);
    }
  };
  const left = [...calls.entries()];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const wait = began + (next[0] * 1000) / perSecond - performance.now();
      if (wait > 0) await delay(wait);
      await one(next[1]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { utrs, repeated, why, seconds: Math.round((performance.now() - began) / 100) / 10 };
}

/** How many messages a worker is still to look at. */
export const waitingMessages = (): Promise<number> =>
  rows(Message).countDocuments({ look_at: { $type: 'date' } });
