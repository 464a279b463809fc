import { setTimeout as delay } from 'node:timers/promises';
import { OWNER } from '../../../bench/support/stack.ts';
import { signIn } from '../attacks/sign-in.ts';
import type { Arena } from './arena.ts';
import { uploadCsv } from './csv-upload.ts';
import { startTraffic } from './traffic.ts';

/** The measures of a working account. Times are in milliseconds. */
export interface Neighbour {
  readonly calls: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: readonly string[];
  /** The slowest answers of `/healthz`: of the API, and of the worker on its metrics port. */
  readonly healthz: number;
  readonly workerHealthz: number;
  /** Times from creating a send to 100 contacts until it is complete, one after another. */
  readonly sends: readonly number[];
  /** Times from the upload of a file of one row until it is imported, one after another. */
  readonly imports: readonly number[];
  /** Times of its own sign-ins, one after another. */
  readonly signIns: readonly number[];
  /** Recipients of these sends who got no mail. */
  readonly lost: number;
}

const CALLS_A_SECOND = 20;
const HEALTH_MS = 100;
const LOOK_MS = 50;
/** The contact type of new contacts. */
const NEWCOMERS = 2;
/** Milliseconds after which waiting ends with an error. */
const PATIENCE_MS = 60_000;
export const RECIPIENTS = 100;

/** Calls a health check repeatedly; returns the longest time. */
function watchHealth(url: string): { stop(): Promise<number> } {
  const over = new AbortController();
  let slowest = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      const asked = performance.now();
      // A call without an answer in time counts with the time waited for it.
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

/** Sends to contact type 1 and waits until it is complete; throws when that takes too long. */
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

/** Imports a file of one row into the contact type of newcomers. */
async function timeOfImport({ stack }: Arena, at: number): Promise<number> {
  const began = performance.now();
  await uploadCsv(stack, NEWCOMERS, `email\nimported${at}.${Math.round(began)}@x.example\n`, `one-${at}.csv`);
  while (performance.now() - began < PATIENCE_MS) {
    const { imports } = (await stack.call('/contacts/imports')).message as { imports: { state: string }[] };
    if (imports.at(-1)!.state === 'completed') return Math.round(performance.now() - began);
    await delay(LOOK_MS);
  }
  throw new Error(`not done after ${PATIENCE_MS / 1000} s`);
}

/** Signs in from a network of its own: at most this often, because right passwords have a limit. */
const SIGN_IN_MS = 5000;
const OWN_ADDRESS = '198.51.100.7';

async function timeOfSignIn({ stack }: Arena): Promise<number> {
  const began = performance.now();
  await signIn({ origin: stack.origin, ...OWNER }, OWN_ADDRESS);
  return Math.round(performance.now() - began);
}

/** Works like an account, for so many milliseconds and at least one send: calls, sends, and health checks. */
export async function work(arena: Arena, workerPort: number, ms: number): Promise<Neighbour> {
  const health = watchHealth(`${arena.stack.origin}/healthz`);
  const workerHealth = watchHealth(`http://127.0.0.1:${workerPort}/healthz`);
  // New contacts are not in the audience, so each send has the same size.
  const traffic = startTraffic(arena.stack, CALLS_A_SECOND, arena.random, NEWCOMERS);
  const began = performance.now();
  const sends: number[] = [];
  const imports: number[] = [];
  const late: string[] = [];
  const signIns: number[] = [];
  let lost = 0;
  do {
    try {
      if (performance.now() - began >= signIns.length * SIGN_IN_MS) signIns.push(await timeOfSignIn(arena));
    } catch (error) {
      late.push((error as Error).message);
    }
    try {
      const sent = await timeOfSend(arena);
      sends.push(sent.ms);
      lost += RECIPIENTS - sent.delivered;
    } catch (error) {
      late.push(`a send of ${RECIPIENTS}: ${(error as Error).message}`);
      await delay(1000);
    }
    try {
      imports.push(await timeOfImport(arena, imports.length));
    } catch (error) {
      late.push(`an import of one row: ${(error as Error).message}`);
    }
  } while (performance.now() - began < ms);
  const [{ calls, p50, p99, errors }, healthz, workerHealthz] = await Promise.all([
    traffic.stop(),
    health.stop(),
    workerHealth.stop(),
  ]);
  return {
    calls,
    p50,
    p99,
    errors: [...late, ...errors],
    healthz,
    workerHealthz,
    sends,
    imports,
    signIns,
    lost,
  };
}
