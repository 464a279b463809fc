import { createHmac } from 'node:crypto';
import { FAILURE_CODES, FAILURE_STATUSES } from '../../api/http/codes.ts';

/** The deed of a server at a call: it answers, ends the connection without an answer, says nothing, or stops in the middle of a body. */
export type Deed =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  | 'cut'
  | 'silent'
  | 'half';

/** The outcome of a call in a client: `ok`, or the class of the error, and its fields where it has them. */
export interface Outcome {
  readonly kind: string;
  readonly status?: number;
  readonly code?: string;
  readonly codes?: Readonly<Record<string, readonly string[]>>;
  readonly errors?: string | Readonly<Record<string, readonly string[]>>;
  readonly retryAfter?: number | null;
}

export interface CallCase {
  readonly name: string;
  /** A list, a change, and a change with an Idempotency-Key. */
  readonly call: 'list' | 'change' | 'keyed';
  /** The last one stays. */
  readonly deeds: readonly Deed[];
  readonly retries?: number;
  readonly timeoutMs?: number;
  readonly requests: number;
  readonly outcome: Outcome;
}

const json = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Deed => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const OK = json(200, { status: 'success', message: { contactTypes: [] }, id: 1 });
const failing = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Deed =>
  json(status, { status: 'failed', errors: 'What it says', code }, headers);
const AT_ONCE = { 'Retry-After': '0' };
const failed = (kind: string, status: number, code: string, retryAfter: number | null = null): Outcome => ({
  kind,
  status,
  code,
  codes: {},
  errors: 'What it says',
  retryAfter,
});

const CLASSES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  404: 'NotFound',
  409: 'Conflict',
  422: 'InvalidInputs',
  429: 'TooManyRequests',
};
const classOf = (status: number): string => CLASSES[status] ?? 'ApiError';

/** A page of HTML stands for a proxy, or for a URL that is no API. `URL` stands for the address of the call. */
const page = (status: number): Deed => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: `<html>${'<p>a page</p>'.repeat(100)}</html>`,
});
const NO_API = 'This is no API: HTML from URL';

/** Calls of a client, which both clients make alike. */
export const CALL_CASES: readonly CallCase[] = [
  { name: 'a success', call: 'list', deeds: [OK], requests: 1, outcome: { kind: 'ok' } },
  ...[429, 502, 503, 504].map(
    (status): CallCase => ({
      name: `${status}, then a success`,
      call: 'list',
      deeds: [failing(status, 'busy', AT_ONCE), OK],
      requests: 2,
      outcome: { kind: 'ok' },
    }),
  ),
  {
    name: '503 all the time',
    call: 'list',
    deeds: [failing(503, 'store_away', AT_ONCE)],
    requests: 3,
    outcome: failed('ApiError', 503, 'store_away', 0),
  },
  {
    name: '503 all the time, without retries',
    call: 'list',
    deeds: [failing(503, 'store_away', { 'Retry-After': '7' })],
    retries: 0,
    requests: 1,
    outcome: failed('ApiError', 503, 'store_away', 7),
  },
  {
    name: '503 to a change without a key',
    call: 'change',
    deeds: [failing(503, 'store_away', AT_ONCE), OK],
    requests: 1,
    outcome: failed('ApiError', 503, 'store_away', 0),
  },
  {
    name: '503 to a change with a key, then a success',
    call: 'keyed',
    deeds: [failing(503, 'store_away', AT_ONCE), OK],
    requests: 2,
    outcome: { kind: 'ok' },
  },
  {
    name: '409 while the first call with the key runs, then a success',
    call: 'keyed',
    deeds: [failing(409, 'idempotency_running', AT_ONCE), OK],
    requests: 2,
    outcome: { kind: 'ok' },
  },
  {
    name: '409 for the state of a record',
    call: 'keyed',
    deeds: [failing(409, 'sender_unverified'), OK],
    requests: 1,
    outcome: failed('Conflict', 409, 'sender_unverified'),
  },
  ...(['cut', 'half'] as const).flatMap((deed): CallCase[] => [
    {
      name: `no answer (${deed}) to a change without a key`,
      call: 'change',
      deeds: [deed, OK],
      requests: 1,
      outcome: { kind: 'NoAnswer' },
    },
    {
      name: `no answer (${deed}) to a change with a key, then a success`,
      call: 'keyed',
      deeds: [deed, OK],
      requests: 2,
      outcome: { kind: 'ok' },
    },
  ]),
  ...(['silent', 'half'] as const).map(
    (deed): CallCase => ({
      name: `no answer in time (${deed})`,
      call: 'list',
      deeds: [deed],
      retries: 0,
      timeoutMs: 300,
      requests: 1,
      outcome: { kind: 'NoAnswer' },
    }),
  ),
  ...[200, 404, 502].map(
    (status): CallCase => ({
      name: `a page of HTML with ${status}`,
      call: 'list',
      deeds: [page(status)],
      retries: 0,
      requests: 1,
      outcome: { kind: classOf(status), status, code: '', codes: {}, errors: NO_API, retryAfter: null },
    }),
  ),
  {
    name: 'a text of a proxy',
    call: 'list',
    deeds: [{ status: 502, headers: { 'Content-Type': 'text/plain' }, body: 'x'.repeat(1000) }],
    retries: 0,
    requests: 1,
    outcome: {
      kind: 'ApiError',
      status: 502,
      code: '',
      codes: {},
      errors: 'x'.repeat(200),
      retryAfter: null,
    },
  },
  {
    name: 'refused inputs',
    call: 'change',
    deeds: [
      json(422, {
        status: 'failed',
        errors: { name: ['The name field is required.'] },
        code: 'invalid_inputs',
        codes: { name: ['required'] },
      }),
    ],
    requests: 1,
    outcome: {
      kind: 'InvalidInputs',
      status: 422,
      code: 'invalid_inputs',
      codes: { name: ['required'] },
      errors: { name: ['The name field is required.'] },
      retryAfter: null,
    },
  },
  ...FAILURE_STATUSES.map(
    (status): CallCase => ({
      name: `the status ${status}`,
      call: 'change',
      deeds: [failing(status, 'other')],
      requests: 1,
      outcome: failed(classOf(status), status, 'other'),
    }),
  ),
  ...FAILURE_CODES.map(
    (code): CallCase => ({
      name: `the code ${code}`,
      call: 'change',
      deeds: [failing(409, code)],
      requests: 1,
      outcome: failed('Conflict', 409, code),
    }),
  ),
];

export interface WebhookCase {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly now: number;
  /** null: it is refused. */
  readonly events: readonly unknown[] | null;
}

const NOW = 1_764_000_000;
const [OLD, NEW, OTHER] = [1, 2, 3].map((fill) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`) as [
  string,
  string,
  string,
];

/** A call that is signed by these secrets, one after the other. */
function signed(event: unknown, ...secrets: readonly string[]) {
  const body = JSON.stringify(event);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`msg_1.${NOW}.${body}`).digest('base64')}`;
  });
  const headers: Record<string, string> = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(NOW),
    'webhook-signature': signatures.join(' '),
  };
  return { body, headers, now: NOW };
}

const EVENT = { type: 'delivery.accepted', data: { email: 'jürgen@example.com' } };
const RIGHT = { secrets: [NEW], ...signed(EVENT, NEW) };
const withHeader = (name: string, value: string | null) => {
  const { [name]: _, ...others } = RIGHT.headers;
  return { ...RIGHT, headers: value === null ? others : { ...others, [name]: value } };
};

/** Calls of a webhook, which both clients judge alike. */
export const WEBHOOK_CASES: readonly WebhookCase[] = [
  { name: 'the right secret', ...RIGHT, events: [EVENT] },
  {
    name: 'the old secret, of two that sign',
    secrets: [OLD],
    ...signed(EVENT, NEW, OLD),
    events: [EVENT],
  },
  {
    name: 'the old secret, of two that are known',
    secrets: [NEW, OLD],
    ...signed(EVENT, OLD),
    events: [EVENT],
  },
  {
    name: 'a batch',
    secrets: [NEW],
    ...signed({ type: 'batch', data: [EVENT, EVENT] }, NEW),
    events: [EVENT, EVENT],
  },
  { name: 'five minutes of age', ...RIGHT, now: NOW + 300, events: [EVENT] },
  { name: 'another secret', secrets: [NEW], ...signed(EVENT, OTHER), events: null },
  { name: 'a changed body', ...RIGHT, body: `${RIGHT.body} `, events: null },
  { name: 'a late call', ...RIGHT, now: NOW + 301, events: null },
  { name: 'a call from the future', ...RIGHT, now: NOW - 301, events: null },
  { name: 'another id', ...withHeader('webhook-id', 'msg_2'), events: null },
  { name: 'a time that is none', ...withHeader('webhook-timestamp', 'soon'), events: null },
  { name: 'a signature that is none', ...withHeader('webhook-signature', 'v1,???'), events: null },
  {
    name: 'another version',
    ...withHeader('webhook-signature', RIGHT.headers['webhook-signature']!.replace('v1', 'v2')),
    events: null,
  },
  ...Object.keys(RIGHT.headers).map((name) => ({
    name: `no header ${name}`,
    ...withHeader(name, null),
    events: null,
  })),
];
