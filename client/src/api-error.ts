import type { FailureCode } from './generated.ts';

/** A text; for missing or refused inputs, texts by input. */
export type Errors = string | Readonly<Record<string, readonly string[]>>;

/** Accepted values, as texts by input. */
export type Hints = Readonly<Record<string, readonly string[]>>;

interface Failed {
  readonly call: string;
  readonly status: number;
  readonly errors: Errors;
  readonly code?: FailureCode | '';
  readonly codes?: Hints;
  readonly hints: Hints;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
}

/** An answer that is not a success. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** The client's method. */
  readonly call: string;
  readonly status: number;
  readonly errors: Errors;
  /** The failure in one word, such as `sender_unverified` (FailureCode of the reference); empty if the answer came from a proxy. */
  readonly code: FailureCode | '';
  /** Codes by input, such as `required` or `taken`. */
  readonly codes: Hints;
  /** Accepted values, where the service says more than in `errors`. */
  readonly hints: Hints;
  /** The request's id in the service's log. */
  readonly requestId: string | null;
  /** Seconds to wait before a retry, if the service names them (409, 429 and 503). */
  readonly retryAfter: number | null;

  constructor({ call, status, errors, code = '', codes = {}, hints, requestId, retryAfter }: Failed) {
    super(`${call} answered ${status}: ${typeof errors === 'string' ? errors : JSON.stringify(errors)}`);
    this.call = call;
    this.status = status;
    this.errors = errors;
    this.code = code;
    this.codes = codes;
    this.hints = hints;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  /** Texts by input; empty when the error is not about inputs. */
  get inputs(): Readonly<Record<string, readonly string[]>> {
    return typeof this.errors === 'string' ? {} : this.errors;
  }
}

/** 401: a key is missing, or the pair is wrong. */
export class Unauthorized extends ApiError {
  override readonly name = 'Unauthorized';
}

/** 404: there is no such record. */
export class NotFound extends ApiError {
  override readonly name = 'NotFound';
}

/** 409: the state of the record, or a quota, forbids it. */
export class Conflict extends ApiError {
  override readonly name = 'Conflict';
}

/** 422: `inputs` has the texts by input. */
export class InvalidInputs extends ApiError {
  override readonly name = 'InvalidInputs';
}

/** 429: try again after `retryAfter` seconds. */
export class TooManyRequests extends ApiError {
  override readonly name = 'TooManyRequests';
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  401: Unauthorized,
  404: NotFound,
  409: Conflict,
  422: InvalidInputs,
  429: TooManyRequests,
};

export const apiError = (failed: Failed): ApiError => new (BY_STATUS[failed.status] ?? ApiError)(failed);

/** The service did not answer in time, or could not be reached. `cause` says why. The call may have been made. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** The client's method. */
  readonly call: string;

  constructor(call: string, cause: unknown) {
    super(`${call} got no answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.call = call;
  }
}
