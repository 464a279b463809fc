/** The signal of a worker that is told to stop right after its job has looked `looks` times whether it was. */
export function stoppingAfter(looks: number): AbortSignal {
  let left = looks;
  return {
    get aborted() {
      left -= 1;
      return left < 0;
    },
  } as AbortSignal;
}

/** The signal of a worker that goes on. */
export const neverStopping = (): AbortSignal => new AbortController().signal;
