import type { Timestamp } from 'mongodb';
import { now } from '../../common/clock.ts';
import { lastWrite } from '../../common/store/patience.ts';

/** Milliseconds for which a round of the sweep looks ahead: no work becomes due meanwhile, unless something is written. */
export const AHEAD_MS = 5000;

/**
 * Whether a round of the sweep would find what the last one found, which was nothing: no process has written to MongoDB since, and the time to
 * which that round looked is not over. It costs a `hello`, a tenth of a round.
 */
export function createCalm(written: () => Promise<Timestamp | null> = lastWrite) {
  /** As of before the last round. */
  let write: Timestamp | null = null;
  let askedAt = 0;
  let until = 0;
  return {
    async lasts(): Promise<boolean> {
      // The next round reports an outage.
      const last = await written().catch(() => null);
      const at = now().getTime();
      if (last !== null && write !== null && last.equals(write) && at < until) return true;
      write = last;
      askedAt = at;
      until = 0;
      return false;
    },
    /** `found`: whether the round that followed found work. */
    note(found: boolean): void {
      until = found ? 0 : askedAt + AHEAD_MS;
    },
  };
}
