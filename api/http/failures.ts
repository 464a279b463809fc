import { type QuotaName, quotaText } from '../../common/domain/quotas.ts';
import { secondsToNextMinute } from '../../common/quotas/renders.ts';
import type { Deferment } from '../../common/rendering/made.ts';

/** Texts by input field: the validation shape of the contract. */
export type FieldTexts = Readonly<Record<string, readonly string[]>>;

/** An answer that is not a success. `errors` becomes the envelope's `errors`; `headers` are sent with it. */
export class Failure extends Error {
  readonly status: number;
  readonly errors: string | FieldTexts;
  readonly headers: Readonly<Record<string, string>>;
  /** Hints by input on what would be accepted. They are separate because the texts of `errors` are fixed. */
  readonly hints: FieldTexts | null;

  constructor(
    status: number,
    errors: string | FieldTexts,
    headers: Readonly<Record<string, string>> = {},
    hints: FieldTexts | null = null,
  ) {
    super(typeof errors === 'string' ? errors : JSON.stringify(errors));
    this.status = status;
    this.errors = errors;
    this.headers = headers;
    this.hints = hints;
  }
}

/** 422: an input is missing or refused; `hints` say what would be right. */
export const invalid = (errors: FieldTexts, hints: FieldTexts = {}): Failure =>
  new Failure(422, errors, {}, Object.keys(hints).length > 0 ? hints : null);

/** Characters of the client's input that a hint repeats. */
const REPEATED = 80;

/** The client's input as a hint repeats it. */
export const repeated = (text: string): string =>
  JSON.stringify(text.length > REPEATED ? `${text.slice(0, REPEATED)}…` : text);

/** 422 on one input. */
export const invalidField = (key: string, text: string): Failure => invalid({ [key]: [text] });

/** 409: the state of the record forbids it. */
export const conflict = (text: string): Failure => new Failure(409, text);

/** 403: an operator suspended the account. */
export const SUSPENDED = 'Account is suspended';
export const suspended = (): Failure => new Failure(403, SUSPENDED);

/** 403: its owner closed the account. */
export const CLOSED = 'Account is closed';
export const closed = (): Failure => new Failure(403, CLOSED);

/** 409: the account has used up a quota. */
export const quotaReached = (name: QuotaName): Failure => conflict(quotaText(name));
/** 429: the account has too much under way; some of it ends soon. `headers` are sent with the answer. */
export const quotaBusy = (name: QuotaName, headers: Failure['headers'] = {}): Failure =>
  new Failure(429, quotaText(name), { 'Retry-After': '1', ...headers });

/** Seconds after which another design may be rendered. */
const DESIGN_AGAIN_SECONDS = 5;

/** A design can't be rendered now: because of the account's other designs, its quota, or the designs of all accounts. */
export function notRendered(busy: Deferment['busy']): Failure {
  if (busy === 'quota') {
    return quotaBusy('renders_per_minute', { 'Retry-After': String(secondsToNextMinute()) });
  }
  return busy === 'account' ? tooMany(DESIGN_AGAIN_SECONDS) : tooBusy(DESIGN_AGAIN_SECONDS);
}

export const notFound = (hints: FieldTexts | null = null): Failure =>
  new Failure(404, 'Not Found', {}, hints);
export const malformed = (hints: FieldTexts | null = null): Failure =>
  new Failure(400, 'Bad Request', {}, hints);
export const tooLarge = (): Failure => new Failure(413, 'Payload Too Large', { Connection: 'close' });
/** 415: a body of a type or an encoding that is not read. The connection is closed, because the body stays unread. */
export const unreadableBody = (): Failure =>
  new Failure(415, 'Unsupported Media Type', { Connection: 'close' });
/** 429: `seconds` until another call is answered. */
export const tooMany = (seconds: number): Failure =>
  new Failure(429, 'Too Many Requests', { 'Retry-After': String(seconds) });
/** The client disconnected. Only the log shows this answer (the number is nginx's). */
export const clientGone = (): Failure => new Failure(499, 'Client Closed Request');
/** 503: there is no capacity for the call now. */
const tooBusy = (seconds: number): Failure =>
  new Failure(503, 'Service Unavailable', { 'Retry-After': String(seconds) });
export const storeAway = (): Failure => new Failure(503, 'Service Unavailable', { 'Retry-After': '5' });
export const serverError = (): Failure => new Failure(500, 'Server Error');
