/** A text; for missing or refused inputs, texts by input. */
export type Errors = string | Readonly<Record<string, readonly string[]>>;

/** What would be accepted, as texts by input. */
export type Hints = Readonly<Record<string, readonly string[]>>;

interface Failed {
  readonly call: string;
  readonly status: number;
  readonly errors: Errors;
  readonly hints: Hints;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
}

/** An answer of the API that is not a success. */
export class ApiError extends Error {
  /** The method of the client that was called. */
  readonly call: string;
  /** The HTTP status. */
  readonly status: number;
  readonly errors: Errors;
  /** What would be accepted, where the service says more than in `errors`. */
  readonly hints: Hints;
  /** The id of the request in the service's log. */
  readonly requestId: string | null;
  /** Seconds to wait before the next attempt, when the service says so (429 and 503). */
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

  /** The texts by input; empty when the error is not about inputs. */
  get inputs(): Readonly<Record<string, readonly string[]>> {
    return typeof this.errors === 'string' ? {} : this.errors;
  }
}
