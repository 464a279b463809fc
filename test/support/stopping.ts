/** The signal of a worker that is asked to stop right after its job has checked `looks` times. */
export function stoppingAfter(looks: number): AbortSignal {
  let left = looks;
  return {
    get aborted() {
      left -= 1;
      return left < 0;
    },
  } as AbortSignal;
}

/** The signal of a worker that is never asked to stop. */
export const neverStopping = (): AbortSignal => new AbortController().signal;
