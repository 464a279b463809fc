/** Lets a bounded number in at a time; the others wait in the order in which they came. */
export interface Gate {
  readonly size: number;
  enter(): Promise<void>;
  leave(): void;
}

export function createGate(size: number): Gate {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return {
    size,
    async enter() {
      if (inside < size) {
        inside += 1;
        return;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave() {
      const next = waiting.shift();
      // The place passes on as it is: nobody slips in between.
      if (next) next();
      else inside -= 1;
    },
  };
}
