import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../../../bench/support/ask.ts';
import type { Stack } from '../../../bench/support/stack.ts';
import type { Change } from './changes.ts';

/** A request and its answer; null when there was none. */
interface Asked {
  readonly kind: string;
  readonly status: number | null;
  readonly seconds: number;
  /** Time of the answer, by `performance.now`. */
  readonly at: number;
}

interface Entry {
  readonly change: Change;
  readonly name: string;
  readonly status: number | null;
  /** Time of the answer, by `Date.now`. */
  readonly at: number;
}

/** The answers during a period, compared with the database. */
export interface History {
  readonly acknowledged: number;
  readonly refused: number;
  /** Number of calls with 503 or without an answer, which may be done or not. */
  readonly unknown: number;
  /** Number of those that were done. */
  readonly unknownDone: number;
  /** The violated claims, as texts. */
  readonly broken: readonly string[];
  /** Seconds of the slowest answer, and what was asked. */
  readonly slowest_s: number;
  readonly slowest: string;
  /** Recipients who unsubscribed, and when this was answered with success (`Date.now`). */
  readonly optedOut: ReadonlyMap<string, number>;
}

export interface Clients {
  /** Number of requests so far whose outcome is unknown. */
  unanswered(): number;
  /** Seconds from a moment (`performance.now`) until the first success of a later request; null when there is none yet. */
  backAfter(moment: number): number | null;
  /** Waits until the calls under way have ended. */
  stop(): Promise<void>;
  /** The result, when all requests have ended. */
  judge(): Promise<History>;
}

/** Milliseconds until a call of unknown outcome is repeated with the same key. */
const AGAIN_MS = 500;
const SHOWN = 3;

const isUnknown = (status: number | null): boolean => status === null || status === 503;
/** 429: the account has as many imports as it may have, because they wait for the store. */
const isRefused = (status: number | null): boolean => status === 422 || status === 429;

/** Clients that keep changing something, whatever happens to the database, and record the answers. */
export function startHistory(stack: Pick<Stack, 'origin' | 'keys'>, changes: readonly Change[]): Clients {
  const over = new AbortController();
  const asked: Asked[] = [];
  const entries: Entry[] = [];
  const login = { PublicKey: stack.keys.public_key, SecretKey: stack.keys.secret_key };

  async function post({ path, kind }: Change, body: unknown, key: string | null): Promise<number | null> {
    const began = performance.now();
    const form = body instanceof FormData;
    const status = await ask(`${stack.origin}/api${path}`, {
      method: 'POST',
      headers: {
        ...login,
        ...(key !== null && { 'Idempotency-Key': key }),
        ...(!form && { 'Content-Type': 'application/json' }),
      },
      body: form ? body : JSON.stringify(body),
    }).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => null,
    );
    const at = performance.now();
    asked.push({ kind, status, seconds: (at - began) / 1000, at });
    return status;
  }

  async function client(change: Change): Promise<void> {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const { name, body } = change.body(number);
      const key = change.keyed ? `${change.kind}-${number}` : null;
      let status = await post(change, body, key);
      // 409: the first call is still under way.
      const isOpen = (): boolean => isUnknown(status) || status === 409;
      while (change.keyed && isOpen() && !over.signal.aborted) {
        await delay(AGAIN_MS);
        status = await post(change, body, key);
      }
      entries.push({ change, name, status: status === 409 ? null : status, at: Date.now() });
      await delay(change.breathMs);
    }
  }

  const done = Promise.all(changes.map(client));
  return {
    backAfter(moment) {
      const back = asked.find(({ status, at, seconds }) => status === 200 && at - 1000 * seconds > moment);
      return back ? Math.round((back.at - moment) / 100) / 10 : null;
    },
    unanswered: () => asked.filter(({ status }) => isUnknown(status)).length,
    async stop() {
      over.abort();
      await done;
    },
    judge: () => judge(changes, entries, asked),
  };
}

async function judge(
  changes: readonly Change[],
  entries: readonly Entry[],
  asked: readonly Asked[],
): Promise<History> {
  const counts = new Map(
    await Promise.all(
      changes.map(async (change) => {
        const names = entries.filter((entry) => entry.change === change).map(({ name }) => name);
        return [change, await change.there(names)] as const;
      }),
    ),
  );
  const countOf = ({ change, name }: Entry): number => counts.get(change)!.get(name) ?? 0;
  const of = (kind: (status: number | null, change: Change) => boolean) =>
    entries.filter(({ status, change }) => kind(status, change));
  const acknowledged = of((status) => status === 200);
  const refused = of(isRefused);
  const unknown = of(isUnknown);
  const [slowest] = [...asked].sort((one, other) => other.seconds - one.seconds);
  const broken: string[] = [];
  const say = (what: string, which: readonly Entry[]): void => {
    if (which.length > 0)
      broken.push(
        `${which.length} ${what}: ${which
          .slice(0, SHOWN)
          .map(({ name, status }) => `${name} (${status})`)
          .join(', ')}`,
      );
  };
  say(
    'acknowledged changes are not there once',
    acknowledged.filter((entry) => countOf(entry) !== 1),
  );
  say(
    'refused changes are stored',
    refused.filter((entry) => countOf(entry) !== 0),
  );
  say(
    'unknown changes are stored in part, or twice',
    unknown.filter((entry) => ![0, 1].includes(countOf(entry))),
  );
  say(
    'answers are none of these',
    of((status) => status !== 200 && !isRefused(status) && !isUnknown(status)),
  );
  say(
    'changes were refused that should not be',
    of((status, { refused: bad }) => status === 422 && !bad),
  );
  say(
    'changes were taken that should be refused',
    of((status, { refused: bad }) => status === 200 && bad === true),
  );
  return {
    acknowledged: acknowledged.length,
    refused: refused.length,
    unknown: unknown.length,
    unknownDone: unknown.filter((entry) => countOf(entry) === 1).length,
    broken,
    slowest_s: Math.round(10 * (slowest?.seconds ?? 0)) / 10,
    slowest: `${slowest?.kind} ${slowest?.status}`,
    optedOut: new Map(
      acknowledged.filter(({ change }) => change.kind === 'opt-out').map(({ name, at }) => [name, at]),
    ),
  };
}
