/**
 * A signal that aborts with another one, or after some milliseconds with a `TimeoutError`. A bare `AbortSignal.timeout` is no part for
 * `AbortSignal.any`, which holds its parts weakly: it is collected as garbage, and then never aborts (Node 20.20).
 */
export function withTimeLimit(signal: AbortSignal, ms: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException('The time is over.', 'TimeoutError')), ms).unref();
  return AbortSignal.any([signal, limit.signal]);
}
