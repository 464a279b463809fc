import { type QuotaName, quotaText } from '../../common/domain/quotas.ts';
import { secondsToNextMinute } from '../../common/quotas/renders.ts';
import type { Later } from '../../common/rendering/renderer.ts';

/** Texts by input field: the specification's validation shape. */
export type FieldTexts = Readonly<Record<string, readonly string[]>>;

/** An answer that is no success. `errors` is the envelope's member; `headers` go with it. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly errors: string | FieldTexts,
    readonly headers: Readonly<Record<string, string>> = {},
    /** What would be right, by input: beside `errors`, whose texts are fixed. */
    readonly hints: FieldTexts | null = null,
  ) {
    super(typeof errors === 'string' ? errors : JSON.stringify(errors));
  }
}

const spoken = (key: string): string => key.replaceAll('_', ' ');

/** The rulings' texts (section 2), each about one input: the only place that forms them. */
export const texts = {
  required: (key: string) => `The ${spoken(key)} field is required.`,
  /** The specification's exception (Errors, 2), to the missing period. */
  ownerRequired: () => 'The name field is required',
  email: (key: string, address?: string) =>
    `The ${spoken(key)} field must be a valid email address${address === undefined ? '.' : `: ${address}.`}`,
  asciiEmail: (key: string) =>
    `The ${spoken(key)} field must be a valid email address, of ASCII characters before the @.`,
  integer: (key: string) => `The ${spoken(key)} field must be an integer.`,
  number: (key: string) => `The ${spoken(key)} field must be a number.`,
  min: (key: string, count: number) => `The ${spoken(key)} field must be at least ${count} characters.`,
  max: (key: string, count: number) =>
    `The ${spoken(key)} field must not be greater than ${count} characters.`,
  between: (key: string, from: number, to: number) =>
    `The ${spoken(key)} field must be between ${from} and ${to}.`,
  items: (key: string, count: number) => `The ${spoken(key)} field must not have more than ${count} items.`,
  selected: (key: string) => `The selected ${spoken(key)} is invalid.`,
  taken: (key: string) => `The ${spoken(key)} has already been taken.`,
  matches: (key: string, format: string) => `The ${spoken(key)} field must match the format ${format}.`,
  afterNow: (key: string) => `The ${spoken(key)} field must be a date after now.`,
  csv: (key: string) => `The ${spoken(key)} field must be a file of type: csv.`,
  csvEmail: (key: string) => `The ${spoken(key)} field must have an email column.`,
  csvColumns: (key: string, count: number) =>
    `The ${spoken(key)} field must not have more than ${count} columns.`,
  csvHeader: (key: string, bytes: number) =>
    `The ${spoken(key)} field must have a header of at most ${bytes} bytes, its quotes in pairs.`,
  emptyWhen: (key: string, other: string) =>
    `The ${spoken(key)} field must be empty when ${spoken(other)} is given.`,
  /** `problem` says where, what and what would be right. */
  design: (key: string, problem: string) => `The ${spoken(key)} field can not be used: ${problem}`,
  format: (key: string) => `The ${spoken(key)} field format is invalid.`,
} as const;

/** 422: an input is missing or refused; `hints` say what would be right. */
export const invalid = (errors: FieldTexts, hints: FieldTexts = {}): Failure =>
  new Failure(422, errors, {}, Object.keys(hints).length > 0 ? hints : null);

/** Characters of what a client sent that a hint repeats. */
const REPEATED = 80;

/** What a client sent, as a hint repeats it. */
export const repeated = (text: string): string =>
  JSON.stringify(text.length > REPEATED ? `${text.slice(0, REPEATED)}…` : text);

/** 422 on one input. */
export const invalidField = (key: string, text: string): Failure => invalid({ [key]: [text] });

/** 409: the state of the record forbids it. */
export const conflict = (text: string): Failure => new Failure(409, text);

/** 403: an operator stopped the account. */
export const SUSPENDED = 'Account is suspended';
export const suspended = (): Failure => new Failure(403, SUSPENDED);

/** 409: the account has as much as it may. */
export const quotaReached = (name: QuotaName): Failure => conflict(quotaText(name));
/** 429: the account has as much under way as it may; some of that ends soon. `headers` go with it. */
export const quotaBusy = (name: QuotaName, headers: Failure['headers'] = {}): Failure =>
  new Failure(429, quotaText(name), { 'Retry-After': '1', ...headers });

/** Seconds after which there may be room for another design. */
const DESIGN_AGAIN_SECONDS = 5;

/** A design is not rendered now: for its account's own designs, its quota, or everyone's. */
export function notRendered(busy: Later['busy']): Failure {
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
export const unreadableType = (): Failure => new Failure(415, 'Unsupported Media Type');
/** 429: `seconds` until another one is answered. */
export const tooMany = (seconds: number): Failure =>
  new Failure(429, 'Too Many Requests', { 'Retry-After': String(seconds) });
/** The client hung up: only the log sees this (the number is nginx's). */
export const clientGone = (): Failure => new Failure(499, 'Client Closed Request');
/** 503: there is no room for it just now. */
export const tooBusy = (seconds: number): Failure =>
  new Failure(503, 'Service Unavailable', { 'Retry-After': String(seconds) });
export const storeAway = (): Failure => new Failure(503, 'Service Unavailable', { 'Retry-After': '5' });
export const serverError = (): Failure => new Failure(500, 'Server Error');
