import { createLimit, type LimitStore } from '../pace/limit.ts';
import { onAbort } from './waiting-mails.ts';

export type Pace = ReturnType<typeof createPace>;

export interface PaceOptions {
  /** The key of the rate: one name for each mail server, the same in every worker. */
  readonly name: string;
  readonly rate: number;
  readonly store: Omit<LimitStore, 'onLeave'>;
}

export function createPace({ name, rate, store }: PaceOptions) {
  const waiters = new Set<(leave: boolean) => void>();
  const limit = createLimit({
    name,
    // Workers of earlier versions book the rate of a server by this key.
    key: `pace:${name}`,
    period: 'second',
    most: () => rate,
    store: { ...store, onLeave: serve },
  });

  /** A limit without places books the next ones, and calls this again. */
  function serve(): void {
    for (const go of waiters) {
      if (limit.take() > 0) return;
      go(true);
    }
  }

  return {
    /** Resolves when a mail may be sent: true, or false when `signal` was aborted first. */
    take(signal?: AbortSignal): Promise<boolean> {
      if (signal?.aborted) return Promise.resolve(false);
      if (waiters.size === 0 && limit.take() === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const go = (leave: boolean): void => {
          waiters.delete(go);
          forget?.();
          resolve(leave);
        };
        const forget = signal && onAbort(signal, () => go(false));
        waiters.add(go);
      });
    },
  };
}
