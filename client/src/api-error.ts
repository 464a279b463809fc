/** A text; for missing or refused inputs, texts by input. */
export type Errors = string | Readonly<Record<string, readonly string[]>>;

/** Accepted values, as texts by input. */
export type Hints = Readonly<Record<string, readonly string[]>>;

interface Failed {
  readonly call: string;
  readonly status: number;
  readonly errors: Errors;
  readonly hints: Hints;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
}

/** An answer that is not a success. */
export class ApiError extends Error {
  /** The client's method. */
  readonly call: string;
  readonly status: number;
  readonly errors: Errors;
  /** Accepted values, where the service says more than in `errors`. */
  readonly hints: Hints;
  /** The request's id in the service's log. */
  readonly requestId: string | null;
  /** Seconds to wait before a retry, if the service names them (429 and 503). */
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

  /** Texts by input; empty when the error is not about inputs. */
  get inputs(): Readonly<Record<string, readonly string[]>> {
    return typeof this.errors === 'string' ? {} : this.errors;
  }
}
