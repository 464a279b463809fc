import { extname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../common/config.ts';
import type { Logger } from '../common/log.ts';
import {
  createRenderer,
  type Design,
  type Later,
  type Rendered,
  type Renderer,
} from '../common/rendering/renderer.ts';

/** The renderer of a worker: its processes compile large mails, too. */
export const createWorkerRenderer = (config: Config, log: Logger): Renderer =>
  createRenderer(config, log, new URL(`./compose/compile-child${extname(import.meta.url)}`, import.meta.url));

/** How long a job waits for a design: those behind it are other accounts'. Most were rendered when they were saved. */
const WAIT_MS = 300;
/**
 * The same where one of the account's designs took longer and is still being made, or where another job waits already:
 * enough to read a kept result. A worker starts two sends at a time, and the designs of many may be slow at once.
 */
const BRIEF_MS = 10;

/** What the jobs of a worker wait for. */
interface Waits {
  /** Accounts with designs that took longer than a job waits, and how many of these are still being made. */
  readonly slow: Map<number, number>;
  /** Some job is in its long wait. */
  long: boolean;
  /** Whose designs are still being made, by the words of those who asked. */
  readonly pending: Map<string, number>;
  /** What came of those that found no room, until they are asked for again: else they would wait for room for ever, unseen. */
  readonly refused: Map<string, Later>;
}

/** Milliseconds that a refusal is kept for who asks again. */
const REFUSED_MS = 60_000;

const known = new WeakMap<Renderer, Waits>();

function waitsOf(renderer: Renderer): Waits {
  const waits = known.get(renderer) ?? {
    slow: new Map(),
    long: false,
    pending: new Map(),
    refused: new Map(),
  };
  known.set(renderer, waits);
  return waits;
}

/** Whether the design of `whose` is still being made since `renderSoon` was asked for it: there is nothing to do until then. */
export const isPending = (renderer: Renderer, whose: string): boolean => waitsOf(renderer).pending.has(whose);

/**
 * A design's looks, or that they are still being made: the sweep rings for the job until they are there. There is one
 * long wait at a time, so that a hundred sends of slow designs do not hold up those behind them a hundred times. `whose`
 * design it is, is for {@link isPending}.
 */
export async function renderSoon(
  renderer: Renderer,
  design: Design,
  account: number,
  whose: string,
): Promise<Rendered | { readonly state: 'pending' }> {
  const waits = waitsOf(renderer);
  const refusal = waits.refused.get(whose);
  if (refusal) {
    waits.refused.delete(whose);
    return refusal;
  }
  const rendering = renderer.render(design, account);
  const long = !waits.long && !waits.slow.has(account);
  if (long) waits.long = true;
  const given = new AbortController();
  try {
    const waited = await Promise.race([
      rendering,
      pause(long ? WAIT_MS : BRIEF_MS, { state: 'pending' } as const, { signal: given.signal }),
    ]);
    if (waited.state === 'pending') {
      const { slow, pending, refused } = waits;
      slow.set(account, (slow.get(account) ?? 0) + 1);
      pending.set(whose, (pending.get(whose) ?? 0) + 1);
      void rendering
        .then((late) => {
          if (late.state !== 'later') return;
          refused.set(whose, late);
          setTimeout(() => refused.delete(whose), REFUSED_MS).unref();
        })
        .catch(() => {})
        .finally(() => {
          oneLess(slow, account);
          oneLess(pending, whose);
        });
    }
    return waited;
  } finally {
    if (long) waits.long = false;
    given.abort();
    // Whoever asks next hears of its failure.
    rendering.catch(() => {});
  }
}

function oneLess<Key>(counts: Map<Key, number>, key: Key): void {
  const left = counts.get(key)! - 1;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}
