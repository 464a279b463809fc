import type { Logger } from '../../../common/log.ts';
import { part } from '../../runtime/part.ts';

/**
 * Slices whose last mails take long. Their jobs have ended, so that the next slice gets the lane. The semaphore of the worker bounds their
 * number, because each of them has a mail under way.
 */
export interface Tails {
  /** Takes over what is left of a slice. */
  add(end: Promise<void>, log: Logger): void;
  /** Resolves once none is left. */
  ended(): Promise<void>;
}

export function createTails(): Tails {
  const underWay = new Set<Promise<void>>();
  return {
    add(end, log) {
      const logged = end.catch((error: unknown) =>
        log.error({ err: error }, 'the last mails of a slice failed'),
      );
      underWay.add(logged);
      void logged.then(() => underWay.delete(logged));
    },
    async ended() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

declare module '../../runtime/context.ts' {
  interface WorkerParts {
    /** The slices whose last mails take long. */
    readonly tails: Tails;
  }
}

export const tails = part('tails', { make: createTails, finish: ({ ended }) => ended() });
