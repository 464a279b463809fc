import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import {
  ApiError,
  createClient,
  NoAnswer,
  verifyWebhook,
  WrongSignature,
} from '../../../client/src/index.ts';
import {
  CALL_CASES,
  type CallCase,
  type Outcome,
  WEBHOOK_CASES,
  type WebhookCase,
} from '../../support/client-cases.ts';
import { PYTHON, pythonEnvironment } from '../../support/python.ts';

/** The outcomes of all cases in one client, in their order. */
interface Told {
  readonly calls: readonly Outcome[];
  readonly webhooks: readonly (readonly unknown[] | null)[];
}

async function outcomeOf({ call, retries, timeoutMs }: CallCase, url: string): Promise<Outcome> {
  const limits = { ...(retries !== undefined && { retries }), ...(timeoutMs && { timeout: timeoutMs }) };
  const client = createClient({ url, publicKey: 'a', secretKey: 'b', ...limits });
  const calls = {
    list: () => client.contactTypeList(),
    change: () => client.contactTypeAdd({ name: 'a' }),
    keyed: () => client.contactTypeAdd({ name: 'a' }, { idempotencyKey: 'k' }),
  };
  try {
    await calls[call]();
    return { kind: 'ok' };
  } catch (error) {
    if (error instanceof NoAnswer) return { kind: error.name };
    if (!(error instanceof ApiError)) throw error;
    const { name: kind, status, code, codes, errors, retryAfter } = error;
    return { kind, status, code, codes, errors, retryAfter };
  }
}

/** Both forms of headers are taken. */
const eventsOf = ({ secrets, body, headers, now }: WebhookCase, at: number) =>
  verifyWebhook({ secrets, body, headers: at % 2 ? new Headers(headers) : headers, now: 1000 * now }).catch(
    (error: unknown) => {
      if (error instanceof WrongSignature) return null;
      throw error;
    },
  );

const inTypescript = async (urls: readonly string[]): Promise<Told> => ({
  calls: await Promise.all(CALL_CASES.map((one, at) => outcomeOf(one, urls[at]!))),
  webhooks: await Promise.all(WEBHOOK_CASES.map(eventsOf)),
});

async function inPython(urls: readonly string[]): Promise<Told> {
  const calls = CALL_CASES.map(({ call, retries, timeoutMs }, at) => ({
    url: urls[at],
    call,
    ...(retries !== undefined && { retries }),
    ...(timeoutMs && { timeout: timeoutMs / 1000 }),
  }));
  const child = spawn(PYTHON, ['-W', 'error', 'test/support/client_cases.py'], {
    env: pythonEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify({ calls, webhooks: WEBHOOK_CASES }));
  return JSON.parse(await text(child.stdout)) as Told;
}

describe('both clients, by one list of cases', () => {
  let server: Server;
  /** Requests by the first part of the path, which names a client and a case. */
  const requests = new Map<string, number>();
  const told = new Map<string, Told>();

  const urlOf = (client: string, at: number): string =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/${client}-${at}`;

  before(async () => {
    server = createServer((request, response) => {
      const place = request.url!.split('/')[1]!;
      const { deeds } = CALL_CASES[Number(place.split('-')[1])]!;
      const before = requests.get(place) ?? 0;
      requests.set(place, before + 1);
      const deed = deeds[Math.min(before, deeds.length - 1)]!;
      request.resume();
      request.on('end', () => {
        if (deed === 'silent') return;
        if (deed === 'cut') response.socket!.destroy();
        else if (deed === 'half') {
          response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
          response.write('{"status":', () => {
            if (CALL_CASES[Number(place.split('-')[1])]!.timeoutMs === undefined) response.socket!.destroy();
          });
        } else response.writeHead(deed.status, deed.headers).end(deed.body);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const urls = (client: string) => CALL_CASES.map((_, at) => urlOf(client, at));
    for (const [client, run] of [
      ['typescript', inTypescript],
      ['python', inPython],
    ] as const)
      told.set(client, await run(urls(client)));
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  for (const client of ['typescript', 'python']) {
    for (const [at, { name, requests: wanted, timeoutMs, outcome }] of CALL_CASES.entries())
      it(`${client}: ${name}`, () => {
        const found = told.get(client)!.calls[at]!;
        const errors =
          typeof found.errors === 'string'
            ? found.errors.replace(`${urlOf(client, at)}/api/contacts-type`, 'URL')
            : found.errors;
        expect({ ...found, ...(errors !== undefined && { errors }) }).to.deep.equal(outcome);
        const arrived = requests.get(`${client}-${at}`) ?? 0;
        // On a busy machine the time may be over before the request arrives.
        if (timeoutMs === undefined) expect(arrived).to.equal(wanted);
        else expect(arrived).to.be.at.most(wanted);
      });
    for (const [at, { name, events }] of WEBHOOK_CASES.entries())
      it(`${client}, of a webhook’s call: ${name}`, () => {
        expect(told.get(client)!.webhooks[at]).to.deep.equal(events);
      });
  }
});
