import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP } from 'node:net';
import { mayConnect } from './addresses.ts';
import { lookUpHost } from './lookup.ts';
import { isPortAllowed, portOf } from './urls.ts';

/** The rest of a longer answer is not read. */
export const ANSWER_BYTES = 64 * 1024;
const HEADER_BYTES = 16 * 1024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface GuardSettings {
  /** Null: the system's DNS servers. */
  readonly dnsServers: readonly string[] | null;
  /** Allows loopback addresses: in development and tests. */
  readonly loopback: boolean;
}

export interface GuardedRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Allows addresses without TLS. */
  readonly plain: boolean;
  /** Redirects to follow, each checked like the first address; the next one is the answer. */
  readonly redirects?: number;
  /** Ends the answer after its headers. */
  readonly headOnly?: boolean;
  readonly signal: AbortSignal;
}

export type GuardedAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** At most {@link ANSWER_BYTES}. Empty for HEAD. */
      readonly body: Buffer;
      readonly cut: boolean;
    }
  /** Not sent: the URL, its port, or an address of its host is not allowed. */
  | { readonly kind: 'refused'; readonly why: 'url' | 'port' | 'address' }
  /** A code of the DNS, of the connection or of TLS; `ETIMEOUT` after an abort. */
  | { readonly kind: 'failed'; readonly code: string };

/**
 * Requests a URL that an account gave, without access to the internal network. All addresses of the host are checked after the
 * DNS answer, and the connection uses one of exactly these, so that a second DNS answer changes nothing. Proxies of the
 * environment are not used, connections are not reused, and answers are not decompressed. Never rejects.
 */
export async function askGuarded(asked: GuardedRequest, settings: GuardSettings): Promise<GuardedAnswer> {
  const url = readUrl(asked.url, asked.plain);
  if (url === null) return { kind: 'refused', why: 'url' };
  if (!isPortAllowed(portOf(url))) return { kind: 'refused', why: 'port' };
  const found = await lookUpHost(url.hostname, settings.dnsServers, asked.signal);
  if (asked.signal.aborted) return TIMED_OUT;
  if ('code' in found) return { kind: 'failed', code: found.code };
  // One forbidden address refuses all: a name that leads inside is never right.
  if (!found.addresses.every((address) => mayConnect(address, settings)))
    return { kind: 'refused', why: 'address' };
  const answer = await askAddress(found.addresses[0]!, url, asked);
  if (!('location' in answer)) return answer;
  const { location, ...answered } = answer;
  const left = asked.redirects ?? 0;
  if (location === null || left === 0 || !URL.canParse(location, url)) return answered;
  return askGuarded({ ...asked, url: new URL(location, url).href, redirects: left - 1 }, settings);
}

const TIMED_OUT: GuardedAnswer = Object.freeze({ kind: 'failed', code: 'ETIMEOUT' });

function readUrl(text: string, plain: boolean): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const allowed = url.protocol === 'https:' || (plain && url.protocol === 'http:');
  // A URL with a name or password is refused: no request of ours sends any.
  return allowed && url.username === '' && url.password === '' ? url : null;
}

type HttpAnswer = Extract<GuardedAnswer, { kind: 'answered' }> & { readonly location: string | null };

/** Connects to this address without asking the DNS. */
function askAddress(
  address: string,
  url: URL,
  { method, headers = {}, body, headOnly = false, signal }: GuardedRequest,
): Promise<HttpAnswer | GuardedAnswer> {
  return new Promise((resolve) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const request: ClientRequest = (url.protocol === 'https:' ? overHttps : overHttp)({
      host: address,
      port: portOf(url),
      // The certificate is checked against the URL's name.
      ...(isIP(host) === 0 && { servername: host.replace(/\.$/, '') }),
      method,
      path: `${url.pathname}${url.search}`,
      headers: { Host: url.host, 'Accept-Encoding': 'identity', Connection: 'close', ...headers },
      agent: false,
      maxHeaderSize: HEADER_BYTES,
      signal,
    });
    const end = (answer: HttpAnswer | GuardedAnswer): void => {
      resolve(answer);
      request.destroy();
    };
    const fail = (error: NodeJS.ErrnoException): void =>
      end(signal.aborted ? TIMED_OUT : { kind: 'failed', code: error.code ?? 'EFAILED' });
    request.on('response', (response) => readAnswer(response, headOnly, end, fail));
    request.on('error', fail);
    // An answer 101 (change of protocol) ends without an event for the answer.
    request.on('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    request.end(body);
  });
}

function readAnswer(
  response: IncomingMessage,
  headOnly: boolean,
  end: (answer: HttpAnswer) => void,
  fail: (error: NodeJS.ErrnoException) => void,
): void {
  const status = response.statusCode!;
  const location = REDIRECTS.has(status) ? (response.headers.location ?? null) : null;
  const chunks: Buffer[] = [];
  let size = 0;
  const answered = (cut: boolean): void =>
    end({
      kind: 'answered',
      status,
      body: Buffer.concat(chunks).subarray(0, ANSWER_BYTES),
      cut,
      location,
    });
  if (headOnly) return answered(false);
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > ANSWER_BYTES) answered(true);
  });
  response.on('end', () => answered(false));
  response.on('error', fail);
}
