import type { Config } from '../../common/config.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { FAILURE_CODES } from '../http/codes.ts';
import { failed } from '../http/envelope.ts';
import { USED_OTHERWISE } from '../http/reserved-keys.ts';

/** Paragraphs are Markdown with only inline code. */
export interface Chapter {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Shown unchanged. */
  readonly code?: string;
  readonly statuses?: readonly Status[];
}

export interface Status {
  readonly status: number;
  readonly meaning: string;
  /** How a client can correct the call. */
  readonly remedy: string;
}

const STATUSES: readonly Status[] = [
  {
    status: 400,
    meaning: 'The body cannot be read.',
    remedy: 'Correct the body. `hints` may say where the error is.',
  },
  { status: 401, meaning: 'A key is missing, or the pair is wrong.', remedy: 'Check both keys.' },
  {
    status: 403,
    meaning:
      'The key may not make this call, or may not be used from this network. Or the account is suspended or closed.',
    remedy: '`errors` gives the reason. The account page sets what a key may do.',
  },
  {
    status: 404,
    meaning: 'The record or the path does not exist.',
    remedy: 'Check the id, and that the record belongs to this account.',
  },
  {
    status: 405,
    meaning: 'The path does not have this method.',
    remedy: 'Use a method that the header `Allow` and `hints` name.',
  },
  {
    status: 408,
    meaning: 'The body came too slowly.',
    remedy: 'Repeat the call.',
  },
  {
    status: 409,
    meaning: 'The state of the record does not allow the call, or a quota is used up.',
    remedy:
      '`errors` gives the reason. With `Retry-After`, the first call with this `Idempotency-Key` is still running: repeat the call after that many seconds.',
  },
  { status: 413, meaning: 'The body, the file or the list is too large.', remedy: 'Split it.' },
  {
    status: 415,
    meaning: 'The type of the body is not supported, or the body is compressed.',
    remedy: 'Set `Content-Type` to a supported type, and send the body uncompressed.',
  },
  {
    status: 417,
    meaning: 'The header `Expect` asks for something else than `100-continue`.',
    remedy: 'Leave the header away.',
  },
  {
    status: 422,
    meaning: 'Inputs are missing or invalid.',
    remedy: '`errors` has the texts for each input; `hints` may suggest a correct value.',
  },
  {
    status: 429,
    meaning: 'Too many requests, or too many at the same time. The call changed nothing.',
    remedy: 'Repeat the call after `Retry-After` seconds.',
  },
  {
    status: 431,
    meaning: 'The address and the headers together have more than 16 KB.',
    remedy: 'Send long inputs in the body of a `POST`.',
  },
  {
    status: 500,
    meaning: 'An error of the service.',
    remedy: 'Report the `X-Request-Id` to the operator. With an `Idempotency-Key` you can repeat the call.',
  },
  {
    status: 503,
    meaning: 'A database of the service does not answer. A change may have been made, or may still be made.',
    remedy:
      'Repeat the call after `Retry-After` seconds. With an `Idempotency-Key` the change is made once, and the repeated call gets the first answer.',
  },
];

const inMebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toLocaleString('en')} MiB`;

export const introduction = (limits: Config['limits']): readonly Chapter[] => [
  {
    title: 'Keys',
    paragraphs: [
      'Every request has the two headers `PublicKey` and `SecretKey`: a pair of keys from the account page. All records belong to the account ' +
        'of the keys. A record of another account answers like a record that does not exist.',
      'A pair has a scope, and each endpoint names the scope that it needs. `read` allows the calls that change nothing. `send` also allows a ' +
        'program to send messages and single sends, to add and change contacts, and to add opt-outs. `all` allows every call. A pair may expire; ' +
        'it is then refused like a pair that does not exist. A pair may also be limited to some networks of clients.',
    ],
  },
  {
    title: 'Requests',
    paragraphs: [
      'A POST takes `multipart/form-data`, `application/x-www-form-urlencoded` or `application/json`, with the same input names. A list is ' +
        'written as `key[0]`, `key[1]`, as `key[]`, as a repeated key, or as a JSON array. The service trims texts, and an empty text counts as ' +
        'missing. A text has at most 255 characters unless its input says otherwise (an address 254, a custom value 4,096). Booleans are 0, 1, ' +
        'true or false.',
      'Texts are UTF-8. Other bytes are refused, in JSON with a 400 and else with a 422. A form may declare another `charset` in its content type.',
      'An input that a call does not take is ignored, and so is an input in the query that belongs in the body. `warnings`, next to `message` ' +
        '(of a 422: `hints`), and the header `X-Ignored-Inputs` then name it. A call with `Prefer: handling=strict` is refused instead, with a 422 on each such name. A name that resembles the name of an input for excluding people is refused.',
      'In an update, an absent input keeps its stored value. A blank or null value clears an optional input.',
      'A body has at most 65,536 bytes, unless its call states a larger limit under 413. It has at most 32 levels of nesting, and no ' +
        `\`Content-Encoding\`. A CSV file has at most ${inMebibytes(limits.csv)}, an image ${inMebibytes(limits.image)}, a list ` +
        `${limits.items.toLocaleString('en')} items, and a template ${inMebibytes(limits.template)}. A larger body is refused as a whole, and the` +
        ' call changes nothing.',
    ],
  },
  {
    title: 'Answers',
    paragraphs: [
      'Every answer is JSON, except downloads of files. A success has `status` `success` and a `message`: a text, or an object with the ' +
        'requested data. Some deletions have their text in `errors`; their descriptions say this. Every answer has an `X-Request-Id`, which ' +
        'identifies the request in the log of the service.',
      'A call that creates a record returns its `id` next to `message`, and its `utr` if it has one. A list of addresses creates several ' +
        'records. Such a call returns `ids`: one for each different address, in the given order, including addresses that were stored before.',
      'Times such as `created_at` are ISO 8601 in UTC with six decimals. `sent_at`, `live_at` and the `send_at` of a sender are `YYYY-MM-DD ' +
        'HH:MM:SS` in the time zone of the account.',
    ],
  },
  {
    title: 'Errors',
    paragraphs: [
      'A failure has `status` `failed` and `errors`. `errors` is a text. If inputs are missing or invalid, it is an object with an array of ' +
        'texts for each of these inputs; one answer reports all problems. `hints` may be next to `errors`. It suggests correct values, as an ' +
        'array of texts for an input, for `body` or for `path`.',
      'Programs read `code`, which never changes: ' +
        FAILURE_CODES.map((code) => `\`${code}\``).join(', ') +
        '. With `invalid_inputs`, `codes` has ' +
        'a code for each text of an input, such as `required`, `taken`, `selected`, `format` or `max`.',
    ],
    statuses: STATUSES,
    code: JSON.stringify(failed({ errors: { name: [texts.required('name')] }, code: 'invalid_inputs' })),
  },
  {
    title: 'Rate limits',
    paragraphs: [
      'An account has a number of calls at once and a number of calls a second. Every answer to a call says both: `RateLimit-Policy` has the ' +
        'calls at once (`q`) and the seconds in which they come back (`w`), `RateLimit` the calls that are left (`r`) and the seconds until all ' +
        'are back (`t`). A process of the service may have counted up to ten calls that others have not.',
      'A call beyond the limit is a 429 that changed nothing. `hints.limit` names the limit, and `Retry-After` the seconds to wait. Other limits ' +
        'answer 429, too: calls at the same time, uploads, test mails, checks of links and exports. `GET quotas` lists the quotas of the account, and the rate of calls.',
    ],
  },
  {
    title: 'Sending a call again',
    paragraphs: [
      'A call that changes something, also by GET or DELETE, takes the header `Idempotency-Key`. Its value has up to 255 visible characters of ' +
        'your choice, such as a UUID. Use a new key for each thing to do. After no answer, a 5xx or a 429, send the same call with the same key ' +
        'again. A change that was made is not made again. For 24 hours the service returns the first answer, with the header ' +
        '`Idempotent-Replayed: true`. This is also true after a crash at any moment.',
      'The same call has the same method, path, inputs and file, in any encoding. A different call with that key is refused (422, ' +
        `\`${USED_OTHERWISE}\`). A call that arrives while the first is still handled is refused, too (409). A key belongs to its account. A ` +
        'refusal is also an answer: use a new key to try a refused call again.',
    ],
  },
  {
    title: 'Lists',
    paragraphs: [
      'A list is complete and in ascending order of `id`, unless you ask for a page. `limit` (1 to 10,000) is the number of items, and the page' +
        ' begins after the item with the id `after_id`. A page has `next_after_id` next to `message`: the `after_id` of the next page, or null on' +
        ' the last page.',
    ],
  },
];
