import type { Config } from '../../common/config.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { USED_OTHERWISE } from '../http/reserved-keys.ts';

/** A chapter of the reference's introduction. Its paragraphs are Markdown with only inline code. */
export interface Chapter {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Shown unchanged. */
  readonly code?: string;
  readonly statuses?: readonly Status[];
}

/** What an HTTP status says. */
export interface Status {
  readonly status: number;
  readonly meaning: string;
  /** What a client can do about it. */
  readonly remedy: string;
}

const STATUSES: readonly Status[] = [
  { status: 400, meaning: 'The body can not be read.', remedy: 'Mend the call. `hints` may say where.' },
  { status: 401, meaning: 'A key is missing, or the pair is wrong.', remedy: 'Check both keys.' },
  {
    status: 403,
    meaning:
      'The key may not make this call, or not from this network; or the account is suspended or closed.',
    remedy: '`errors` says which. The account page sets what a key may do.',
  },
  {
    status: 404,
    meaning: 'The record, or the path, is not there.',
    remedy: 'Check the id, and whether the record is of this account.',
  },
  { status: 405, meaning: 'The path has other methods.', remedy: 'Use one that `Allow` names.' },
  {
    status: 409,
    meaning: 'The state of the record forbids it, or a quota has no room.',
    remedy:
      'As `errors` says. With `Retry-After` the first call with this `Idempotency-Key` is still handled: wait so many seconds.',
  },
  { status: 413, meaning: 'The body, the file or the list is too large.', remedy: 'Split it.' },
  {
    status: 415,
    meaning: 'The body is of a type that is not read, or is compressed.',
    remedy: 'Set `Content-Type`, and send the body as it is.',
  },
  {
    status: 422,
    meaning: 'Inputs are missing or refused.',
    remedy: '`errors` has texts for each of them; `hints` may say what would be right.',
  },
  {
    status: 429,
    meaning: 'Too many requests, or too many at once. Nothing was done.',
    remedy: 'Try again after `Retry-After` seconds.',
  },
  {
    status: 500,
    meaning: 'Our fault.',
    remedy: 'Tell the operator the `X-Request-Id`. With an `Idempotency-Key` the call can be sent again.',
  },
  {
    status: 503,
    meaning: 'A store is away. A change may have been made, or may still be.',
    remedy:
      'Try again after `Retry-After` seconds. With an `Idempotency-Key` it is made once, and the repeat gets the first answer.',
  },
];

const inMebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toLocaleString('en')} MiB`;

/** What applies to every endpoint. */
export const introduction = (limits: Config['limits']): readonly Chapter[] => [
  {
    title: 'Keys',
    paragraphs: [
      'Every request carries the two headers `PublicKey` and `SecretKey`, a pair from the account page. All records ' +
        'belong to the account of the keys; those of other accounts are simply not there.',
      'A pair has a scope. `read` may make the calls that change nothing. `send` may also do what a program that sends needs: send ' +
        'messages and single sends, add and change contacts, and add opt-outs. `all` may do everything. Each endpoint says which scope ' +
        'it needs. A pair may expire, after which it is refused as one that does not exist, and it may be for clients of some ' +
        'networks alone.',
    ],
  },
  {
    title: 'Requests',
    paragraphs: [
      'A POST takes `multipart/form-data`, `application/x-www-form-urlencoded` or `application/json`, with the same ' +
        'names. Lists are `key[0]`, `key[1]`, or `key[]`, or the key repeated, or a JSON array. Texts are trimmed, an ' +
        'empty text is a missing one, a text has at most 255 characters where nothing else is said (an address 254, a custom value 4,096). Booleans are 0, 1, true or false.',
      'An input that a call does not take is ignored, and so is one in the query that belongs in the body: `warnings` beside `message` and the header ' +
        '`X-Ignored-Inputs` then name it. A name near one that leaves people out is refused.',
      'In an update an input that is absent keeps its value; an optional one given blank, or null, clears it.',
      'A body has at most 65,536 bytes, or more where its call says so under 413. It nests at most 32 levels, and has no `Content-Encoding`. ' +
        `A CSV file is at most ${inMebibytes(limits.csv)}, an image ${inMebibytes(limits.image)}, a list ` +
        `${limits.items.toLocaleString('en')} items, a template ${inMebibytes(limits.template)}. What is larger is ` +
        'refused whole, and nothing is done.',
    ],
  },
  {
    title: 'Answers',
    paragraphs: [
      'Every answer is JSON, but for CSV files. A success has `status` `success` and a `message`: a text, or an object ' +
        'with what was asked for. Some deletions have their text in `errors`, as is said there. Every answer has an ' +
        '`X-Request-Id`, by which our log finds it.',
      'What makes a record answers its `id` beside `message`, and its `utr` where it has one. A list of addresses makes ' +
        'many: there `ids` has the entry of each address, in the order given and each once, also of those that were ' +
        'there before.',
      'Times such as `created_at` are ISO 8601 in UTC with six decimals; `sent_at`, `live_at` and `send_at` are ' +
        '`YYYY-MM-DD HH:MM:SS` in the time zone of the account.',
    ],
  },
  {
    title: 'Errors',
    paragraphs: [
      'A failure has `status` `failed` and `errors`: a text, or, where inputs are missing or refused, an object with ' +
        'an array of texts for each of them. All problems are told at once. `hints` may stand beside it: what would be ' +
        'right, where it is wrong, as an array of texts for an input, `body` or `path`.',
    ],
    statuses: STATUSES,
    code: JSON.stringify({ status: 'failed', errors: { name: [texts.required('name')] } }),
  },
  {
    title: 'Sending a call again',
    paragraphs: [
      'A call that changes something, also by GET or DELETE, takes the header `Idempotency-Key`: up to 255 visible ' +
        'characters of your own, such as a UUID, one for each thing to be done. Where no answer came, or a 5xx or 429, send ' +
        'the same call with the same key once more: what was done is not done again, and for 24 hours its first answer ' +
        'comes again, with the header `Idempotent-Replayed: true`. That holds after a crash at any moment, too.',
      'The same call is the same method, path, inputs and file, in whatever encoding. Another one with that key is ' +
        `refused (422, \`${USED_OTHERWISE}\`); so is one that comes while the first is still handled (409). A key belongs to ` +
        'its account. Refusals are answers, too: what was refused once is tried with a new key.',
    ],
  },
  {
    title: 'Lists',
    paragraphs: [
      'A list is whole and in ascending id, unless it is paged: `limit` (1 to 10,000) says how many, `after_id` behind ' +
        'which id. A page has `next_after_id` beside `message`: the `after_id` of the next page, or null at the end.',
    ],
  },
];
