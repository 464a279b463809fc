import { QUOTAS, type QuotaName, quotaText } from '../../common/domain/quotas.ts';
import { secondsToNextMinute } from '../../common/quotas/renders.ts';
import type { Deferment } from '../../common/rendering/made.ts';
import { codeOfConflict, codeOfStatus, type FailureCode } from './codes.ts';
import { withReferences } from './hints.ts';

export type FieldTexts = Readonly<Record<string, readonly string[]>>;

export class Failure extends Error {
  readonly status: number;
  readonly errors: string | FieldTexts;
  readonly headers: Readonly<Record<string, string>>;
  /** Accepted values by input. They are separate because the contract fixes the texts of `errors`. */
  readonly hints: FieldTexts | null;
  /** The same in one word, for programs. */
  readonly code: FailureCode;

  constructor(
    status: number,
    errors: string | FieldTexts,
    headers: Readonly<Record<string, string>> = {},
    hints: FieldTexts | null = null,
    code: FailureCode = codeOfStatus(status),
  ) {
    super(typeof errors === 'string' ? errors : JSON.stringify(errors));
    this.status = status;
    this.errors = errors;
    this.headers = headers;
    this.hints = hints;
    this.code = code;
  }
}

/** 422: an input is missing or refused; `hints` name accepted values. */
export const invalid = (errors: FieldTexts, given: FieldTexts = {}): Failure => {
  const hints = withReferences(errors, given);
  return new Failure(422, errors, {}, Object.keys(hints).length > 0 ? hints : null);
};

export const invalidField = (key: string, text: string, hint?: string): Failure =>
  invalid({ [key]: [text] }, hint === undefined ? {} : { [key]: [hint] });

/** `name`: the name of the conflict in its row; none outside of the contract. */
export const conflict = (text: string, name = ''): Failure =>
  new Failure(409, text, {}, null, codeOfConflict(name));

/** 403: an operator suspended the account. */
export const SUSPENDED = 'Account is suspended';
export const suspended = (): Failure => new Failure(403, SUSPENDED, {}, null, 'suspended');

/** 403: the owner closed the account. */
export const CLOSED = 'Account is closed';
export const closed = (): Failure => new Failure(403, CLOSED, {}, null, 'closed');

export const quotaReached = (name: QuotaName, headers: Failure['headers'] = {}): Failure =>
  new Failure(409, quotaText(name), headers, null, 'quota');
/** 429: the account has too much under way, and some of it ends soon. */
export const quotaBusy = (name: QuotaName, headers: Failure['headers'] = {}): Failure =>
  new Failure(429, quotaText(name), { 'Retry-After': '1', ...headers }, limitOf(QUOTAS[name].about), 'busy');

/** Each 429 says which limit was met. */
const limitOf = (limit: string): FieldTexts => ({ limit: [limit] });

const DESIGN_AGAIN_SECONDS = 5;

/** The answer when a design cannot be rendered now: the account's other designs, its quota, or all renderers are the reason. */
export function notRendered(busy: Deferment['busy']): Failure {
  if (busy === 'quota') {
    return quotaBusy('renders_per_minute', { 'Retry-After': String(secondsToNextMinute()) });
  }
  const whose =
    busy === 'account'
      ? 'Designs of an account that are rendered at once'
      : 'Designs of all accounts that are rendered at once';
  return inUse(DESIGN_AGAIN_SECONDS, whose);
}

export const notFound = (hints: FieldTexts | null = null): Failure =>
  new Failure(404, 'Not Found', {}, hints);
/** 405: the header `Allow` and the hint name the methods of the path. */
export function wrongMethod(allowed: ReadonlySet<string>): Failure {
  // A HEAD is a GET without its body.
  const own = [...allowed].filter((method) => method !== 'HEAD');
  return new Failure(
    405,
    'Method Not Allowed',
    { Allow: [...allowed].join(', ') },
    { method: [`Use ${own.join(' or ')}.`] },
  );
}

export const malformed = (hints: FieldTexts | null = null): Failure =>
  new Failure(400, 'Bad Request', {}, hints);
export const tooLarge = (): Failure => new Failure(413, 'Payload Too Large', { Connection: 'close' });
/** 415: the body has an unsupported type or encoding. It stays unread, so the connection closes. */
export const unreadableBody = (hint?: string): Failure =>
  new Failure(
    415,
    'Unsupported Media Type',
    { Connection: 'close', 'Accept-Post': BODY_TYPES.join(', ') },
    hint === undefined ? null : { body: [hint] },
  );
export const BODY_TYPES = Object.freeze([
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]);
/** 429: `limit` says of what there was too much. */
export const tooMany = (seconds: number, limit: string): Failure =>
  new Failure(429, 'Too Many Requests', { 'Retry-After': String(seconds) }, limitOf(limit));
/** 429: what the call needs is in use for too long. */
export const inUse = (seconds: number, limit: string, headers: Failure['headers'] = {}): Failure =>
  new Failure(
    429,
    'Too Many Requests',
    { 'Retry-After': String(seconds), ...headers },
    limitOf(limit),
    'busy',
  );
/** The client disconnected. Only the log shows this answer; nginx uses the same number. */
export const clientGone = (): Failure => new Failure(499, 'Client Closed Request');
/** 503: a store did not answer. */
export const storeAway = (): Failure => new Failure(503, 'Service Unavailable', { 'Retry-After': '5' });
export const serverError = (): Failure => new Failure(500, 'Server Error');
