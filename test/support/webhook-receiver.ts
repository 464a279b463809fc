import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { startWebServer, type WebServer } from './web-server.ts';

/** An event as a receiver got it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An endpoint on the loopback that checks signatures as a customer's would. */
export interface WebhookReceiver {
  readonly url: string;
  /** The key of the webhook, once it is known. */
  secret: string;
  /** The status of its answers; 0: it hangs. */
  status: number;
  /** Events of calls that were answered with 2xx, in their order, and `webhook-id` of all calls. */
  readonly events: ReceivedEvent[];
  readonly calls: string[];
  readonly server: WebServer;
  stop(): Promise<void>;
}

/** Starts a receiver. A call whose signature is wrong is answered 401. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = await startWebServer();
  const receiver: WebhookReceiver = {
    url: `${server.url}/hook`,
    secret: '',
    status: 204,
    events: [],
    calls: [],
    server,
    stop: () => server.stop(),
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    receiver.calls.push(String(request.headers['webhook-id']));
    if (receiver.status === 0) return;
    let status = receiver.status;
    if (!isSigned(request.headers, body, receiver.secret)) status = 401;
    else if (status < 300) receiver.events.push(...eventsIn(JSON.parse(body)));
    const location = status === 302 ? { Location: `${server.url}/inside` } : {};
    response.writeHead(status, location).end('x'.repeat(status === 500 ? 200_000 : 0));
  };
  server.on('/hook', (request, response) => void take(request, response));
  return receiver;
}

/** The signature as the specification describes it, computed without the library that signs. */
function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const right = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(right);
}

const eventsIn = (payload: ReceivedEvent): ReceivedEvent[] =>
  payload.type === 'batch' ? (payload.data as unknown as ReceivedEvent[]) : [payload];
