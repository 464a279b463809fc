import { part } from '../../runtime/part.ts';

/** Admits a limited number at a time. Waiting keys take turns; waiters of one key are admitted in their order. */
export interface FairSemaphore {
  readonly size: number;
  /** Null: admitted at once; else it resolves when the key is admitted. */
  enter(key: string): Promise<void> | null;
  leave(): void;
}

/**
 * The keys are mailings. A mailing to a hundred gets the same share of connections as one to a million, whatever its number
 * of slices.
 */
export function createFairSemaphore(size: number): FairSemaphore {
  /** Waiters by key, in the order of the turns. */
  const waiting = new Map<string, (() => void)[]>();
  let inside = 0;
  return {
    size,
    enter(key) {
      if (inside < size) {
        inside += 1;
        return null;
      }
      return new Promise<void>((resolve) => {
        const queue = waiting.get(key);
        if (queue) queue.push(resolve);
        else waiting.set(key, [resolve]);
      });
    },
    leave() {
      const [turn] = waiting;
      if (!turn) {
        inside -= 1;
        return;
      }
      const [key, queue] = turn;
      const next = queue.shift()!;
      if (queue.length === 0) waiting.delete(key);
      else if (waiting.size > 1) {
        waiting.delete(key);
        waiting.set(key, queue);
      }
      // The place passes directly to the next waiter, so that no newcomer can take it.
      next();
    },
  };
}

declare module '../../runtime/context.ts' {
  interface WorkerParts {
    /** Limits the mails of all sends that this worker hands over in parallel. */
    readonly semaphore: FairSemaphore;
  }
}

export const semaphore = part('semaphore', {
  make: ({ transport }) => createFairSemaphore(transport.capacity),
});
