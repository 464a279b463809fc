import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../../../bench/support/ask.ts';
import type { Arena } from './arena.ts';

/** The answers to a call that is repeated. */
export interface Probe {
  readonly figures: Readonly<Record<string, number>>;
  /** Answers that were neither a success nor a correct 503. */
  readonly other: readonly string[];
  /** Seconds of the slowest answer. */
  readonly slowest: number;
}

/** Calls the API every 100 ms during a scenario. */
export function startProbe({ stack }: Arena, path: string): { stop(): Promise<Probe> } {
  const over = new AbortController();
  let ok = 0;
  let unavailable = 0;
  let slowest = 0;
  const other: string[] = [];

  async function probe(): Promise<void> {
    const asked = performance.now();
    try {
      const answer = await ask(`${stack.origin}/api${path}`, {
        headers: { PublicKey: stack.keys.public_key, SecretKey: stack.keys.secret_key },
      });
      const body = (await answer.json()) as { status?: string };
      if (answer.ok) ok += 1;
      else if (answer.status === 503 && body.status === 'failed') unavailable += 1;
      else other.push(`${answer.status} ${JSON.stringify(body)}`);
    } catch (error) {
      other.push((error as Error).message);
    }
    slowest = Math.max(slowest, (performance.now() - asked) / 1000);
  }

  const done = (async () => {
    while (!over.signal.aborted) {
      await probe();
      await delay(100);
    }
  })();
  return {
    async stop() {
      over.abort();
      await done;
      slowest = Math.round(slowest * 10) / 10;
      return { figures: { calls_ok: ok, calls_503: unavailable, slowest_s: slowest }, other, slowest };
    },
  };
}
