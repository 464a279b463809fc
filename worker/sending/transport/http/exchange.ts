import http from 'node:http';
import https from 'node:https';
import type { MailServerOptions } from '../mail-server.ts';
import { aborted } from '../outcome.ts';
import type { ProviderUrl } from './endpoint.ts';
import { OneRequest, type PostResult, type RequestEnd } from './one-request.ts';
import type { ApiRequest } from './provider.ts';

type ExchangeOptions = Pick<ProviderUrl, 'base'> & Pick<MailServerOptions, 'connections' | 'timeoutMs'>;

/** Servers keep connections for 5 s and more: one that closes just as a request is written would leave the mail in doubt. */
const IDLE_MS = 2000;

/** Connections to one API, kept open while they are used. Redirects are not followed, and certificates are checked. */
export class ApiConnections {
  readonly #agent: http.Agent;
  readonly #target: http.RequestOptions;
  readonly #isTls: boolean;
  readonly #timeoutMs: number;

  constructor({ base, connections, timeoutMs }: ExchangeOptions) {
    this.#timeoutMs = timeoutMs;
    this.#isTls = base.protocol === 'https:';
    this.#agent = new (this.#isTls ? https : http).Agent({
      keepAlive: true,
      maxSockets: connections,
      maxFreeSockets: connections,
      timeout: IDLE_MS,
    });
    this.#target = {
      agent: this.#agent,
      method: 'POST',
      hostname: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port || (this.#isTls ? 443 : 80),
      // The agent's limit is for idle connections; a request has its own.
      timeout: 4 * timeoutMs,
    };
  }

  /** `id` names the mail to tests that stop the process. Does not reject. */
  async post(request: ApiRequest, id: string, signal?: AbortSignal): Promise<PostResult> {
    const first = await this.#once(request, id, signal);
    return first.isUnclear ? (await this.#once(request, id, signal)).result : first.result;
  }

  close(): void {
    this.#agent.destroy();
  }

  #once({ path, headers, body }: ApiRequest, id: string, signal?: AbortSignal): Promise<RequestEnd> {
    if (signal?.aborted) return Promise.resolve({ result: aborted(), isUnclear: false });
    const request = (this.#isTls ? https : http).request({
      ...this.#target,
      path,
      headers: { ...headers, 'content-length': body.length, 'accept-encoding': 'identity' },
    });
    return new Promise((resolve) => {
      new OneRequest(request, { body, id, timeoutMs: this.#timeoutMs, resolve }).start(signal);
    });
  }
}
