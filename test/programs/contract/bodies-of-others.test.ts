import { readFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createKeyPair, type KeyPair, UNLIMITED } from '../../../common/accounts/key-pairs.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type ApiProcess, startApiProcess } from '../../support/api-process.ts';
import { send } from '../../support/calls.ts';
import { rawRequest } from '../../support/raw-http.ts';

const MEGABYTE = 2 ** 20;
/** Requests at once: as many as an account may have under way. */
const MANY = 200;

/** A request whose last byte is not sent yet, and the status of its answer; 0: the connection was closed without one. */
interface Held {
  readonly sending: ClientRequest;
  readonly status: Promise<number>;
}

describe('bodies of another account, in a process with a heap of 512 MB', function () {
  this.timeout(120_000);
  let api: Api;
  let other: Client;
  let attacker: Client;
  let readKey: KeyPair;
  let tried: ApiProcess;

  before(async () => {
    api = await startApi('contract-bodies-of-others');
    other = await api.account();
    attacker = await api.account();
    readKey = await createKeyPair(attacker.user_id, 'reads', { ...UNLIMITED, scope: 'read' });
    tried = await startApiProcess(api.config, { node: ['--max-old-space-size=512'] });
  });
  after(async () => {
    await tried?.end('SIGKILL');
    await api?.stop();
  });

  /** Sends all bytes but the last. */
  function hold(path: string, keys: KeyPair, body: Buffer, headers: Record<string, string> = {}): Held {
    const sending = request(`${tried.url}/api${path}`, {
      method: 'POST',
      agent: false,
      headers: {
        PublicKey: keys.public_key,
        SecretKey: keys.secret_key,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        ...headers,
      },
    });
    const status = new Promise<number>((resolve) => {
      sending.once('response', (answer) => resolve(answer.resume().statusCode!));
      sending.once('close', () => resolve(0));
      // A connection may be reset after its answer, because the body was not read.
      sending.on('error', () => resolve(0));
    });
    sending.write(body.subarray(0, -1));
    return { sending, status };
  }

  const text = (bytes: number): Buffer => Buffer.from(JSON.stringify({ name: 'a'.repeat(bytes - 11) }));
  const design = text(2.5 * 2 * MEGABYTE - 100);

  /** How often each status was answered. */
  async function answersOf(held: readonly Held[]): Promise<Record<number, number>> {
    const found: Record<number, number> = {};
    for (const status of await Promise.all(held.map((one) => one.status)))
      found[status] = (found[status] ?? 0) + 1;
    for (const { sending } of held) sending.destroy();
    return found;
  }

  async function expectToWork(): Promise<void> {
    const { status } = await send(tried, other, {
      path: '/contacts-type/add',
      init: {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: `Customers ${performance.now()}` }),
      },
    });
    expect([status, tried.child.exitCode, tried.child.signalCode]).to.deep.equal([200, null, null]);
  }

  const attacks: Record<string, { run: () => Held[]; answers: readonly number[] }> = {
    'that are compressed, of 10 MiB each': {
      run: () => {
        const zipped = gzipSync(text(10 * MEGABYTE));
        const zip = { 'Content-Encoding': 'gzip' };
        return Array.from({ length: MANY }, () => hold('/contacts-type/add', attacker, zipped, zip));
      },
      answers: [415],
    },
    'that are longer than their call takes': {
      run: () => {
        const body = text(10 * MEGABYTE - 100);
        return Array.from({ length: MANY }, () => hold('/contacts-type/add', attacker, body));
      },
      answers: [413],
    },
    'sent by a key that may only read': {
      run: () => {
        const [body, zipped] = [text(4 * MEGABYTE), gzipSync(text(4 * MEGABYTE))];
        return Array.from({ length: MANY }, (_, at) =>
          at % 2 === 0
            ? hold('/automations/schedule/check', readKey, body)
            : hold('/senders', readKey, zipped, { 'Content-Encoding': 'gzip' }),
        );
      },
      answers: [408, 415],
    },
    'of the largest size, held before their last byte': {
      run: () => Array.from({ length: MANY }, () => hold('/templates/save', attacker, design)),
      answers: [408, 429],
    },
  };
  for (const [what, { run, answers }] of Object.entries(attacks)) {
    it(`are refused, ${what}`, async () => {
      const held = run();
      const answered = answersOf(held);
      await expectToWork();
      // 0: a client that still sends may see the end of the connection before it reads the answer. 429: too many calls are under way.
      expect(Object.keys(await answered).map(Number)).to.include.members(answers);
      expect([0, 429, ...answers]).to.include.members(Object.keys(await answered).map(Number));
      await expectToWork();
      // Those that were held no longer count: one of the largest size is read at once.
      const again = hold('/templates/save', attacker, design);
      again.sending.end(design.subarray(-1));
      expect(await again.status).to.equal(422);
    });
  }

  it('are not read without a right key', async () => {
    const wrong = { ...attacker, secret_key: 'wrong' };
    const held = Array.from({ length: MANY }, () => hold('/templates/save', wrong, design));
    expect([0, 401, 429]).to.include.members(Object.keys(await answersOf(held)).map(Number));
    await expectToWork();
  });

  it('in chunks of one byte take no more memory than others', async () => {
    const head = ['POST /api/contacts-type/add HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
    const keys = [`PublicKey: ${attacker.public_key}`, `SecretKey: ${attacker.secret_key}`];
    const lines = [...head, ...keys, 'Transfer-Encoding: chunked', 'Connection: close', '', ''];
    const bytes = lines.join('\r\n') + '1\r\na\r\n'.repeat(10_000);
    const held = Array.from({ length: MANY / 2 }, () => rawRequest(tried.url, bytes));
    await expectToWork();
    const answered = await Promise.all(held);
    expect(new Set(answered.map(({ status }) => status))).to.deep.equal(new Set([408]));
    await expectToWork();
  });

  it('never take more memory than the process may have', () => {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${tried.child.pid}/status`, 'utf8'));
    expect(Number(peak![1]) / 1024).to.be.lessThan(512);
  });
});
