import type { Context } from 'koa';
import { halfOfRest, type Share, Turns } from '../../common/fairness/turns.ts';
import type { MediaDocument } from '../../common/models/media.ts';
import { inUse } from '../http/failures.ts';

/** Bytes of large images that clients are reading: an image counts once. */
const HELD_BYTES = 96 * 2 ** 20;
/** A smaller image counts for nothing: connections have shares. */
const SMALL = 512 * 1024;
/** Milliseconds that a client has to read a large image. */
const READ_MS = 60_000;
const AGAIN_SECONDS = 5;

/** Shares for images that are being read. */
export function createHeldImages() {
  const shares = new Turns<number>({
    total: HELD_BYTES,
    each: halfOfRest(HELD_BYTES),
    line: { each: 100, total: 1000 },
    patienceMs: 10_000,
    refusal: () => inUse(AGAIN_SECONDS, 'Large images that are read at once'),
  });
  const held = new Map<string, { readers: number; readonly share: Share }>();
  return {
    /** Waits for room. The result ends the reading. Throws a 429 after ten seconds. */
    async read({
      token,
      user_id,
      bytes,
    }: Pick<MediaDocument, 'token' | 'user_id' | 'bytes'>): Promise<() => void> {
      if (bytes <= SMALL) return () => {};
      let one = held.get(token);
      if (!one) {
        one = { readers: 0, share: shares.ask(user_id, bytes) };
        held.set(token, one);
      }
      one.readers += 1;
      const end = (): void => {
        one.readers -= 1;
        if (one.readers > 0) return;
        if (held.get(token) === one) held.delete(token);
        one.share.leave();
      };
      try {
        await one.share.begun;
      } catch (error) {
        // No reader waits for this share any more; the next one asks again.
        if (held.get(token) === one) held.delete(token);
        throw error;
      }
      return end;
    },
  };
}

/** Cuts an answer that is not read in time, and then calls `end`. */
export function endWhenRead({ res }: Context, end: () => void): void {
  const timer = setTimeout(() => res.destroy(), READ_MS);
  timer.unref();
  const over = (): void => {
    clearTimeout(timer);
    end();
  };
  if (res.closed) over();
  else res.once('close', over);
}
