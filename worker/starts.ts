import { createWay } from './way.ts';

/**
 * Sends that are being started in this worker, and their first slices. Mails of sends that are under way give way to them: a send to a hundred is
 * done at once, and of a hundred sends that are created at once none waits for most mails of the others. The processor does the same work in
 * another order.
 */
export interface Starts {
  /** A send is being started; call what it answers when its mails may go. */
  begin(): () => void;
  /** The first mails of a send are being delivered; call what it answers when they are. */
  beginFirst(): () => void;
  /** Whether a send is being started, apart from the first slices. */
  isAny(): boolean;
  /** Null: the mails of others may go; otherwise it resolves when they may. */
  over(): Promise<void> | null;
}

/** Milliseconds for which the others give way: to all, at a time, and to each, whose audience is large if it takes longer. */
export const START_BOUNDS = { mostMs: 4000, eachMs: 1000 };

export function createStarts(bounds = START_BOUNDS): Starts {
  const way = createWay(bounds);
  const starting = createWay(bounds);
  return {
    begin() {
      const leaves = [way.begin(), starting.begin()];
      return () => {
        for (const leave of leaves) leave();
      };
    },
    beginFirst: () => way.begin(),
    isAny: starting.isBusy,
    over: way.over,
  };
}
