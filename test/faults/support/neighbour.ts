import { setTimeout as delay } from 'node:timers/promises';
import type { Arena } from './arena.ts';
import { startTraffic } from './traffic.ts';

/** What an account that works saw of the service. Times are in milliseconds. */
export interface Neighbour {
  readonly calls: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: readonly string[];
  /** The slowest answers of `/healthz`: the API's, and the worker's on its port of metrics. */
  readonly healthz: number;
  readonly workerHealthz: number;
  /** From the creation of a send of 100 to its completion, one after another. */
  readonly sends: readonly number[];
  /** Recipients of these sends who got no mail. */
  readonly lost: number;
}

const CALLS_A_SECOND = 20;
const HEALTH_MS = 100;
const LOOK_MS = 50;
/** What takes so long is an error, and is not waited for any longer. */
const PATIENCE_MS = 60_000;
export const RECIPIENTS = 100;

/** Asks a health check again and again; answers how long the slowest took. */
function watchHealth(url: string): { stop(): Promise<number> } {
  const over = new AbortController();
  let slowest = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      const asked = performance.now();
      // One that can't be had in time has taken as long as it was waited for.
      await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
        (answer) => answer.arrayBuffer(),
        () => {},
      );
      slowest = Math.max(slowest, performance.now() - asked);
      await delay(HEALTH_MS);
    }
  })();
  return {
    async stop() {
      over.abort();
      await watching;
      return Math.round(slowest);
    },
  };
}

/** Sends to contact type 1 until it is completed; throws where that takes too long. */
async function timeOfSend(arena: Arena): Promise<{ ms: number; delivered: number }> {
  const began = performance.now();
  const utr = await arena.send();
  while (performance.now() - began < PATIENCE_MS) {
    const { status, delivered = 0 } = await arena.details(utr);
    if (status === 3) return { ms: Math.round(performance.now() - began), delivered };
    await delay(LOOK_MS);
  }
  throw new Error(`not done after ${PATIENCE_MS / 1000} s`);
}

/** Works as an account does, for so many milliseconds and at least one send: calls, sends, and health checks beside them. */
export async function work(arena: Arena, workerPort: number, ms: number): Promise<Neighbour> {
  const health = watchHealth(`${arena.stack.origin}/healthz`);
  const workerHealth = watchHealth(`http://127.0.0.1:${workerPort}/healthz`);
  // Those who join are no recipients: each send has as many.
  const traffic = startTraffic(arena.stack, CALLS_A_SECOND, arena.random, 2);
  const began = performance.now();
  const sends: number[] = [];
  const late: string[] = [];
  let lost = 0;
  do {
    try {
      const sent = await timeOfSend(arena);
      sends.push(sent.ms);
      lost += RECIPIENTS - sent.delivered;
    } catch (error) {
      late.push(`a send of ${RECIPIENTS}: ${(error as Error).message}`);
      await delay(1000);
    }
  } while (performance.now() - began < ms);
  const [{ calls, p50, p99, errors }, healthz, workerHealthz] = await Promise.all([
    traffic.stop(),
    health.stop(),
    workerHealth.stop(),
  ]);
  return { calls, p50, p99, errors: [...late, ...errors], healthz, workerHealthz, sends, lost };
}
