import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { failpoint } from '../../../../common/config/failpoints.ts';
import type { Fault, MailLoss } from '../outcome.ts';
import { isTlsTrouble } from '../smtp/faults.ts';
import { flatten } from '../smtp/reply-lines.ts';
import { deferralBy } from '../trouble.ts';
import { onAbort } from '../waiting-mails.ts';
import type { ApiAnswer } from './provider.ts';

export type PostResult =
  | { readonly kind: 'answered'; readonly answer: ApiAnswer }
  | { readonly kind: 'in_doubt'; readonly reason: string }
  | MailLoss;

/** `isUnclear`: the server closed a reused connection or is going down, so another connection is worth a try. */
export interface RequestEnd {
  readonly result: PostResult;
  readonly isUnclear: boolean;
}

interface RequestParts {
  readonly body: Buffer;
  /** It names the mail to tests that stop the process. */
  readonly id: string;
  readonly timeoutMs: number;
  readonly resolve: (end: RequestEnd) => void;
}

/** The most bytes of an answer that are read. Providers send a few hundred, and some 50 more for each mail of a batch. */
const MOST_READ = 64 * 1024;
const SLICE = 64 * 1024;
/** If a server takes longer to connect, other servers should take the mails. */
const CONNECT_MS = 30_000;

/** The server has `timeoutMs` to read and twice that to answer, because giving up then may cause a second copy. */
export class OneRequest {
  readonly #request: ClientRequest;
  readonly #parts: RequestParts;
  /** It is `written` before the last bytes are given to the socket. Until then, the server cannot have all of it. */
  #state: 'connecting' | 'connected' | 'begun' | 'written' = 'connecting';
  #timer: NodeJS.Timeout | undefined;
  #forget: (() => void) | undefined;

  constructor(request: ClientRequest, parts: RequestParts) {
    this.#request = request;
    this.#parts = parts;
  }

  start(signal?: AbortSignal): void {
    this.#forget = signal && onAbort(signal, () => this.#fail('aborted by the sender', 'aborted'));
    this.#limit(Math.min(this.#parts.timeoutMs, CONNECT_MS), 'no connection');
    this.#request.on('socket', (socket) => this.#connect(socket));
    this.#request.on('error', ({ message, code = '' }: NodeJS.ErrnoException) =>
      this.#fail(message, isTlsTrouble(code) ? 'tls' : 'connection'),
    );
    this.#request.on('response', (response) => this.#read(response));
  }

  #connect(socket: Socket): void {
    const write = (): void => this.#write();
    if (this.#request.reusedSocket) {
      this.#state = 'connected';
      afterPoll(() => {
        if (!socket.destroyed && !this.#request.destroyed) write();
      });
    } else if (socket instanceof TLSSocket) socket.once('secureConnect', write);
    else if (socket.connecting) socket.once('connect', write);
    else write();
  }

  #write(): void {
    this.#state = 'begun';
    this.#limit(this.#parts.timeoutMs, 'the request was not read');
    this.#writeFrom(0);
  }

  #writeFrom(start: number): void {
    const { body, timeoutMs, id } = this.#parts;
    let from = start;
    while (body.length - from > SLICE) {
      const slice = body.subarray(from, (from += SLICE));
      if (!this.#request.write(slice)) return void this.#request.once('drain', () => this.#writeFrom(from));
    }
    this.#state = 'written';
    this.#limit(2 * timeoutMs, 'no answer');
    this.#request.end(body.subarray(from));
    failpoint('after-dot', id);
  }

  #read(response: IncomingMessage): void {
    // A server that answers before it has read all has refused.
    const isEarly = this.#state !== 'written';
    const parts: Buffer[] = [];
    let size = 0;
    const answered = (whole: boolean): void => {
      const { statusCode: status = 0, headers } = response;
      const text = Buffer.concat(parts).toString('utf8');
      this.#settle({ kind: 'answered', answer: { status, headers, text, whole } });
      if (!whole || isEarly) this.#request.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_READ) answered(false);
      else parts.push(chunk);
    });
    response.on('end', () => answered(response.complete));
    response.on('error', () => answered(false));
  }

  #limit(ms: number, what: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(`${what} in ${ms} ms`, 'connection', true), ms);
  }

  /** `isSilent`: the server no longer reads, which is its own trouble. */
  #fail(reason: string, fault: Fault, isSilent = false): void {
    const isOut = this.#state === 'written';
    this.#settle(
      isOut ? { kind: 'in_doubt', reason: flatten(reason) } : this.#lost(flatten(reason), fault, isSilent),
    );
    this.#request.destroy();
  }

  #lost(reason: string, fault: Fault, isSilent: boolean): MailLoss {
    const plain: MailLoss = { kind: 'lost', fault, reason, opening: this.#state === 'connecting' };
    if (this.#state !== 'begun' || fault !== 'connection' || isSilent) return plain;
    return { ...plain, deferral: deferralBy('lost', 'in the middle of the request', reason) };
  }

  #settle(result: PostResult): void {
    clearTimeout(this.#timer);
    this.#forget?.();
    const isLost = result.kind === 'lost' && result.fault === 'connection';
    const isUnclear = isLost && (this.#request.reusedSocket || result.deferral !== undefined);
    this.#parts.resolve({ result, isUnclear });
  }
}

/** Calls `act` after all arrived data is read: the end of a kept connection is known before a write to it. */
const afterPoll = (act: () => void): void => void setImmediate(() => setImmediate(act));
