/** Lets a bounded number in at a time, of each key that waits one by turns; those of a key in the order in which they came. */
export interface Gate {
  readonly size: number;
  enter(key: string): Promise<void>;
  leave(): void;
}

/** The keys are mailings: one to a hundred has as much of the lines as one to a million, however many slices that has. */
export function createGate(size: number): Gate {
  /** In the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  let inside = 0;
  return {
    size,
    async enter(key) {
      if (inside < size) {
        inside += 1;
        return;
      }
      await new Promise<void>((resolve) => {
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
      // The place passes on as it is: nobody slips in between.
      next();
    },
  };
}
