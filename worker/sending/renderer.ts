import { setTimeout as pause } from 'node:timers/promises';
import type { Deferment } from '../../common/rendering/made.ts';
import type { Design, Renderer, RenderResult } from '../../common/rendering/renderer.ts';

/** Milliseconds that a job waits, and others behind it. Most designs are rendered when they are saved. */
const WAIT_MS = 300;
/** Enough to read a stored result, if another design of the account takes longer or another job waits: many may be slow at once. */
const BRIEF_MS = 10;

interface Waits {
  /** By account: designs that took longer than the wait and are still being rendered. */
  readonly slow: Map<number, number>;
  long: boolean;
  /** The owners whose designs are still being rendered, as named by the jobs. */
  readonly pending: Map<string, number>;
  /** Refusals of designs without room until the next call; otherwise these designs would wait forever. */
  readonly refused: Map<string, Deferment>;
}

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

/** Whether the design of `whose` from `renderSoon` is still being rendered, so that no work is due. */
export const isPending = (renderer: Renderer, whose: string): boolean => waitsOf(renderer).pending.has(whose);

/** `pending`: the sweep rings again. One job at a time waits long, so that a hundred slow designs do not add up. */
export async function renderSoon(
  renderer: Renderer,
  design: Design,
  account: number,
  whose: string,
): Promise<RenderResult | { readonly state: 'pending' }> {
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
    // The next call gets its error.
    rendering.catch(() => {});
  }
}

function oneLess<Key>(counts: Map<Key, number>, key: Key): void {
  const left = counts.get(key)! - 1;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}
