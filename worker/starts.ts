interface Bounds {
  /** Milliseconds after which no one gives way to a start any longer: its audience is large. */
  readonly startMs: number;
  /** Milliseconds that all others give way at most; then they go on for as long, whatever starts. */
  readonly turnMs: number;
}

/**
 * Sends that are being started in this worker. Mails of sends that are under way give way to them, so that of a hundred sends
 * that are created at once none waits for most mails of the others. The processor does the same work in another order.
 */
export interface Starts {
  /** Does work that the others give way to. */
  during<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** Null where nothing is being started; otherwise it resolves when the others may go on. */
  over(): Promise<void> | null;
}

export function createStarts({ startMs, turnMs }: Bounds = { startMs: 1000, turnMs: 4000 }): Starts {
  let underWay = 0;
  let free = Number.NEGATIVE_INFINITY;
  let waiting: { readonly end: Promise<void>; readonly go: () => void } | undefined;

  const goOn = (): void => {
    waiting?.go();
    waiting = undefined;
  };

  function wait(): Promise<void> {
    let go!: () => void;
    const end = new Promise<void>((resolve) => {
      go = resolve;
    });
    const timer = setTimeout(() => {
      free = performance.now() + turnMs;
      goOn();
    }, turnMs);
    timer.unref();
    void end.then(() => clearTimeout(timer));
    waiting = { end, go };
    return end;
  }

  return {
    async during(work) {
      underWay += 1;
      let counts = true;
      const leave = (): void => {
        if (!counts) return;
        counts = false;
        underWay -= 1;
        if (underWay === 0) goOn();
      };
      const timer = setTimeout(leave, startMs);
      timer.unref();
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        leave();
      }
    },
    over() {
      if (underWay === 0 || performance.now() < free) return null;
      return waiting?.end ?? wait();
    },
  };
}
