import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP } from 'node:net';
import { mayConnect } from './addresses.ts';
import { lookUpHost } from './lookup.ts';

/** Bytes of an answer that are read; what follows is not. */
export const ANSWER_BYTES = 64 * 1024;
/** Bytes of the headers of an answer. */
const HEADER_BYTES = 16 * 1024;
/** Ports below are those of other services, which may take what we send for commands. */
const FREE_PORTS = 1024;
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface GuardSettings {
  /** DNS servers; null: those of the system. */
  readonly dnsServers: readonly string[] | null;
  /** Addresses of the loopback are allowed: in development and tests. */
  readonly loopback: boolean;
}

export interface GuardedRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Whether an address without TLS is allowed. */
  readonly plain: boolean;
  /** Redirects that are followed, each checked like the first address; after them, a redirect is an answer. */
  readonly redirects?: number;
  /** The body of the answer is not wanted: it ends with its headers. */
  readonly headOnly?: boolean;
  /** Ends the request: bounds its time. */
  readonly signal: AbortSignal;
}

/** What became of a request. */
export type GuardedAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** At most {@link ANSWER_BYTES}. Empty for HEAD. */
      readonly body: Buffer;
      /** There was more of it. */
      readonly cut: boolean;
    }
  /** It was not sent: the URL, its port, or an address of its host is not allowed. */
  | { readonly kind: 'refused'; readonly why: 'url' | 'port' | 'address' }
  /** A code of the DNS, of the connection or of TLS; `ETIMEOUT` where the signal ended it. */
  | { readonly kind: 'failed'; readonly code: string };

/**
 * Asks a server of which an account gave the address. Nothing inside our own network can be reached by it: all addresses of the host
 * are checked after the DNS has answered, and the connection goes to one of exactly these, so that a second answer of the DNS
 * changes nothing. Proxies of the environment are not used, no connection is reused, and no answer is followed or unpacked by
 * itself. Does not reject.
 */
export async function askGuarded(asked: GuardedRequest, settings: GuardSettings): Promise<GuardedAnswer> {
  const url = readUrl(asked.url, asked.plain);
  if (url === null) return { kind: 'refused', why: 'url' };
  if (!isPortAllowed(portOf(url))) return { kind: 'refused', why: 'port' };
  const found = await lookUpHost(url.hostname, settings.dnsServers, asked.signal);
  if (asked.signal.aborted) return TIMED_OUT;
  if ('code' in found) return { kind: 'failed', code: found.code };
  // One address that is not allowed refuses all: a name that leads inside is never right.
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
  // Names and passwords in a URL are for people, and nothing of ours sends any.
  return allowed && url.username === '' && url.password === '' ? url : null;
}

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
const isPortAllowed = (port: number): boolean => WEB_PORTS.has(port) || port >= FREE_PORTS;

type HttpAnswer = Extract<GuardedAnswer, { kind: 'answered' }> & { readonly location: string | null };

/** Sends a request to this address, whatever the DNS says now. */
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
      // The certificate is checked against the name of the URL.
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
    // A server that changes the protocol (101) gets no answer, and ends without one.
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
