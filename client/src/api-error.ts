/** A text, or texts by input where inputs are missing or refused. */
export type Errors = string | Readonly<Record<string, readonly string[]>>;

/** What would be right, as texts by input. */
export type Hints = Readonly<Record<string, readonly string[]>>;

interface Failed {
  readonly call: string;
  readonly status: number;
  readonly errors: Errors;
  readonly hints: Hints;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
}

/** An answer of the API that is no success. */
export class ApiError extends Error {
  /** The method of the client that was called. */
  readonly call: string;
  /** The HTTP status. */
  readonly status: number;
  readonly errors: Errors;
  /** What would be right, where the service says more than `errors` does. */
  readonly hints: Hints;
  /** By which the service's log finds the request. */
  readonly requestId: string | null;
  /** Seconds to wait before the next try, where the service says so (429 and 503). */
  readonly retryAfter: number | null;

  constructor({ call, status, errors, hints, requestId, retryAfter }: Failed) {
    super(`${call} answered ${status}: ${typeof errors === 'string' ? errors : JSON.stringify(errors)}`);
    this.name = 'ApiError';
    this.call = call;
    this.status = status;
    this.errors = errors;
    this.hints = hints;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  /** The texts about inputs, by input; none where it is not about inputs. */
  get inputs(): Readonly<Record<string, readonly string[]>> {
    return typeof this.errors === 'string' ? {} : this.errors;
  }
}
