import { apiError, type Errors, type Hints, NoAnswer } from './api-error.ts';
import type { CallOptions, Endpoint } from './calls.ts';
import { type Client, ENDPOINTS, type FailureCode } from './generated.ts';
import { repeating } from './repeats.ts';
import { requestOf } from './requests.ts';

export interface ClientOptions {
  /** Such as `https://mail.example.com`; the API is at `/api` below it. */
  readonly url: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** Milliseconds within which an answer must begin and end: 60,000 unless given. Calls with files have no such limit. */
  readonly timeout?: number;
  /**
   * How often a call is repeated that got no answer, or 429, 502, 503 or 504, after `Retry-After` or a growing wait: twice unless given. A call
   * that changes something is repeated only with an `idempotencyKey`.
   */
  readonly retries?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

interface Envelope {
  readonly status: 'success' | 'failed';
  readonly message?: string | Readonly<Record<string, unknown>>;
  readonly errors?: Errors;
  readonly code?: FailureCode;
  readonly codes?: Hints;
  readonly hints?: Hints;
  readonly next_after_id?: number | null;
}

type Inputs = Readonly<Record<string, unknown>>;

const PAGE = 1000;
const TIMEOUT_MS = 60_000;
const RETRIES = 2;

/** A client for one account. Every endpoint is a method; an answer that is not a success throws an `ApiError`, none a `NoAnswer`. */
export function createClient(options: ClientOptions): Client {
  const calls = Object.entries<Endpoint>(ENDPOINTS).map(([name, endpoint]) => {
    const call = async (input: Inputs = {}, how: CallOptions = {}) =>
      answerOf(endpoint, await send(options, name, endpoint, input, how));
    const { answer } = endpoint;
    if (typeof answer === 'string' || !('list' in answer)) return [name, call];
    const each = (input: Inputs = {}, how: CallOptions = {}) =>
      walk((page) => send(options, name, endpoint, page, how), answer.list, input);
    return [name, Object.assign(call, { each })];
  });
  return Object.fromEntries(calls) as Client;
}

/** Accepts the API's URL as well as the service's. */
const originOf = (url: string): string => url.replace(/\/+$/, '').replace(/\/api$/, '');

type Answer = Envelope | Blob;

function send(
  options: ClientOptions,
  call: string,
  endpoint: Endpoint,
  input: Inputs,
  how: CallOptions,
): Promise<Answer> {
  const mayRepeat = endpoint.changes !== true || how.idempotencyKey !== undefined;
  const attempt = () => tryOnce(options, call, endpoint, input, how);
  return repeating(mayRepeat ? (options.retries ?? RETRIES) : 0, how.signal, attempt);
}

async function tryOnce(
  { url, publicKey, secretKey, fetch = globalThis.fetch, timeout = TIMEOUT_MS }: ClientOptions,
  call: string,
  endpoint: Endpoint,
  input: Inputs,
  { signal, idempotencyKey }: CallOptions,
): Promise<Answer> {
  const { path, init } = requestOf(endpoint, input);
  // A file may take longer, and its sender ends it by a signal.
  const hasFile = endpoint.answer === 'file' || endpoint.file !== undefined || endpoint.files !== undefined;
  const limits = [...(signal ? [signal] : []), ...(hasFile ? [] : [AbortSignal.timeout(timeout)])];
  const told = async <Value>(step: () => Promise<Value>): Promise<Value> => {
    try {
      return await step();
    } catch (error) {
      // The caller knows why it has ended the call.
      throw signal?.aborted ? error : new NoAnswer(call, error);
    }
  };
  const response = await told(() =>
    fetch(`${originOf(url)}/api${path}`, {
      ...init,
      headers: {
        ...init.headers,
        PublicKey: publicKey,
        SecretKey: secretKey,
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      signal: AbortSignal.any(limits),
    }),
  );
  if (response.ok && endpoint.answer === 'file') return told(() => response.blob());
  const text = await told(() => response.text());
  const envelope = read(text);
  if (response.ok && envelope?.status === 'success') return envelope;
  const retryAfter = response.headers.get('Retry-After');
  throw apiError({
    call,
    status: response.status,
    errors: envelope?.errors ?? foreign(response, text),
    code: envelope?.code ?? '',
    codes: envelope?.codes ?? {},
    hints: envelope?.hints ?? {},
    requestId: response.headers.get('X-Request-Id'),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
  });
}

/** An answer without the envelope comes from a server in front of the service, such as a proxy, or the URL is another program's. */
function foreign({ headers, url, statusText }: Response, text: string): string {
  if ((headers.get('Content-Type') ?? '').startsWith('text/html')) return `This is no API: HTML from ${url}`;
  return text.slice(0, 200) || statusText;
}

function read(text: string): Envelope | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'status' in body ? (body as Envelope) : null;
  } catch {
    return null;
  }
}

function answerOf({ answer }: Endpoint, given: Answer): unknown {
  if (given instanceof Blob) return given;
  if (answer === 'text') return given.message ?? given.errors;
  if (typeof answer === 'string') return given.message;
  if ('extras' in answer) {
    const fields = given as unknown as Readonly<Record<string, unknown>>;
    const extras = answer.extras.map((name) => [name, fields[name]] as const);
    const { key } = answer;
    const record = given.message as Readonly<Record<string, unknown>>;
    return Object.fromEntries(key === undefined ? extras : [[key, record[key]], ...extras]);
  }
  const message = given.message as Readonly<Record<string, unknown>>;
  return message['list' in answer ? answer.list : answer.key];
}

async function* walk(
  send: (input: Inputs) => Promise<Answer>,
  key: string,
  input: Inputs,
): AsyncGenerator<unknown, void, undefined> {
  let page: Inputs = { ...input, limit: input['limit'] ?? PAGE };
  for (;;) {
    const { message, next_after_id: next = null } = (await send(page)) as Envelope;
    yield* (message as Readonly<Record<string, unknown[]>>)[key] ?? [];
    if (next === null) return;
    page = { ...page, after_id: next };
  }
}
