import http from 'node:http';
import https from 'node:https';
import { failpoint } from '../../../../common/config/failpoints.ts';
import { onAbort } from '../on-abort.ts';
import { aborted, type Fault, type Lost } from '../outcome.ts';
import { isTlsTrouble } from '../smtp/faults.ts';
import { flatten } from '../smtp/reply-lines.ts';
import { deferralBy } from '../trouble.ts';
import type { ApiAnswer, ApiRequest } from './provider.ts';

/** What became of a request. */
export type Exchanged =
  | { readonly kind: 'answered'; readonly answer: ApiAnswer }
  /** All of it may have been read, and no answer came. */
  | { readonly kind: 'in_doubt'; readonly reason: string }
  | Lost;

/** Connections to one API, kept open while they are used. */
export interface Exchange {
  /** `id` names the mail to tests that stop the process. Does not reject. */
  post(request: ApiRequest, id: string, signal?: AbortSignal): Promise<Exchanged>;
  close(): void;
}

/** Bytes of an answer that are read at most. Providers say a few hundred, and some 50 more for each mail of a batch. */
const MOST_READ = 64 * 1024;
/** Bytes that are given to a connection at a time, until the last. */
const SLICE = 64 * 1024;
/**
 * Milliseconds that a connection may be idle. Servers keep theirs for 5 s and more: one that is closed just as a request is written would
 * leave the mail in doubt.
 */
const IDLE_MS = 2000;
/** While a server takes longer than this to connect, mails had better go to other servers. */
const CONNECT_MS = 30_000;

/**
 * Redirects are not followed, and certificates are checked. The server has `timeoutMs` to read the request and twice that to answer,
 * because giving up then may cause a second copy.
 */
export function createExchange(options: {
  readonly base: URL;
  readonly connections: number;
  readonly timeoutMs: number;
}): Exchange {
  const { base, connections, timeoutMs } = options;
  const isTls = base.protocol === 'https:';
  const agent = new (isTls ? https : http).Agent({
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
    timeout: IDLE_MS,
  });
  const target = {
    agent,
    method: 'POST',
    hostname: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port || (isTls ? 443 : 80),
    // The agent's limit is for idle connections; a request has its own.
    timeout: 4 * timeoutMs,
  };

  /**
   * Tries once. `isUnclear`: a connection that was used before may be closed by the server meanwhile, or the server itself goes, so another
   * connection is worth a try.
   */
  function tryOnce(
    { path, headers, body }: ApiRequest,
    id: string,
    signal?: AbortSignal,
  ): Promise<{ readonly result: Exchanged; readonly isUnclear: boolean }> {
    if (signal?.aborted) return Promise.resolve({ result: aborted(), isUnclear: false });
    return new Promise((resolve) => {
      let connected = false;
      let begun = false;
      /** Set before the last bytes of the request are given to the socket. While it is false, the server can't have all of it. */
      let out = false;
      /** The server reads nothing any more. That is its own trouble. */
      let isSilent = false;
      let timer: NodeJS.Timeout;
      const request = (isTls ? https : http).request({
        ...target,
        path,
        headers: { ...headers, 'content-length': body.length, 'accept-encoding': 'identity' },
      });
      const forget = signal && onAbort(signal, () => fail('aborted by the sender', 'aborted'));

      function settle(result: Exchanged): void {
        clearTimeout(timer);
        forget?.();
        const isLost = result.kind === 'lost' && result.fault === 'connection';
        resolve({ result, isUnclear: isLost && (request.reusedSocket || result.deferral !== undefined) });
      }
      function lost(reason: string, fault: Fault): Lost {
        const plain: Lost = { kind: 'lost', fault, reason: flatten(reason), opening: !connected };
        if (!begun || fault !== 'connection' || isSilent) return plain;
        return { ...plain, deferral: deferralBy('lost', 'in the middle of the request', plain.reason) };
      }
      function fail(reason: string, fault: Fault = 'connection'): void {
        settle(out ? { kind: 'in_doubt', reason: flatten(reason) } : lost(reason, fault));
        request.destroy();
      }
      function limit(ms: number, what: string): void {
        clearTimeout(timer);
        timer = setTimeout(() => {
          isSilent = true;
          fail(`${what} in ${ms} ms`);
        }, ms);
      }

      function write(): void {
        connected = true;
        begun = true;
        limit(timeoutMs, 'the request was not read');
        let from = 0;
        const more = (): void => {
          while (body.length - from > SLICE) {
            const slice = body.subarray(from, (from += SLICE));
            if (!request.write(slice)) return void request.once('drain', more);
          }
          out = true;
          limit(2 * timeoutMs, 'no answer');
          request.end(body.subarray(from));
          failpoint('after-dot', id);
        };
        more();
      }

      limit(Math.min(timeoutMs, CONNECT_MS), 'no connection');
      request.on('socket', (socket) => {
        if (request.reusedSocket) {
          connected = true;
          afterPoll(() => {
            if (!socket.destroyed && !request.destroyed) write();
          });
        } else if (isTls) socket.once('secureConnect', write);
        else if (socket.connecting) socket.once('connect', write);
        else write();
      });
      request.on('error', (error: NodeJS.ErrnoException) =>
        fail(error.message, isTlsTrouble(error.code ?? '') ? 'tls' : 'connection'),
      );
      request.on('response', (response) => {
        // A server may answer before it has read all: then it has refused.
        const early = !out;
        const parts: Buffer[] = [];
        let size = 0;
        const answered = (whole: boolean): void => {
          const { statusCode: status = 0, headers } = response;
          const text = Buffer.concat(parts).toString('utf8');
          settle({ kind: 'answered', answer: { status, headers, text, whole } });
          if (!whole || early) request.destroy();
        };
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MOST_READ) answered(false);
          else parts.push(chunk);
        });
        response.on('end', () => answered(response.complete));
        response.on('error', () => answered(false));
      });
    });
  }

  async function post(request: ApiRequest, id: string, signal?: AbortSignal): Promise<Exchanged> {
    const { result, isUnclear } = await tryOnce(request, id, signal);
    return isUnclear ? (await tryOnce(request, id, signal)).result : result;
  }

  return { post, close: () => agent.destroy() };
}

/** Calls once what has arrived at sockets is read: the end of a kept connection is known before anything is written to it. */
const afterPoll = (act: () => void): void => void setImmediate(() => setImmediate(act));
