import { type ClientRequest, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createKeyPair, type KeyPair } from '../../common/accounts/key-pairs.ts';
import { type Api, type Client, startApi } from '../support/api.ts';
import { type ApiProcess, startApiProcess } from '../support/api-process.ts';
import { send } from '../support/calls.ts';
import { until } from '../support/until.ts';

const MEGABYTE = 2 ** 20;
/** Requests of the attacker at once: as many as an account may have under way. */
const MANY = 200;

/** A request whose body never ends: all bytes but the last are sent. Tells the status as soon as there is one. */
interface Held {
  readonly sending: ClientRequest;
  readonly status: Promise<number | 'none'>;
}

/** Bodies of one account, in a process with a heap of 512 MB, while another account calls. */
describe('bodies of another account', function () {
  this.timeout(120_000);
  let api: Api;
  let other: Client;
  let attacker: Client;
  let readOnly: KeyPair;
  let tried: ApiProcess;

  before(async () => {
    api = await startApi('contract-bodies-of-others');
    other = await api.account();
    attacker = await api.account();
    readOnly = await createKeyPair(attacker.user_id, 'reads', { scope: 'read', networks: [] });
    tried = await startApiProcess(api.config, { node: ['--max-old-space-size=512'] });
  });
  after(async () => {
    await tried?.end('SIGKILL');
    await api?.stop();
  });

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
    const status = new Promise<number | 'none'>((resolve) => {
      sending.once('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      });
      sending.once('error', () => resolve('none'));
      sending.once('close', () => resolve('none'));
    });
    sending.write(body.subarray(0, -1));
    return { sending, status };
  }

  const json = (bytes: number): Buffer => Buffer.from(JSON.stringify({ name: 'a'.repeat(bytes - 11) }));

  async function statuses(held: readonly Held[], end: boolean): Promise<Set<number | 'none'>> {
    if (end) for (const { sending } of held) sending.end('}');
    const found = new Set(await Promise.all(held.map(({ status }) => status)));
    for (const { sending } of held) sending.destroy();
    return found;
  }

  async function expectOthersAnswered(): Promise<void> {
    const answer = await send(tried, other, { method: 'GET', path: '/contacts-type', init: {} } as never);
    expect(answer.status).to.equal(200);
    expect(tried.child.exitCode).to.equal(null);
  }

  it('repro gzip', async () => {
    const zipped = gzipSync(json(10 * MEGABYTE - 100));
    const held = Array.from({ length: 100 }, () => {
      const one = hold('/contacts-type/add', attacker, zipped, { 'Content-Encoding': 'gzip' });
      one.sending.end(zipped.subarray(-1));
      return one;
    });
    console.log(await statuses(held, false), tried.child.exitCode, tried.said().slice(0, 300));
  });
  it('repro held', async () => {
    tried = await startApiProcess(api.config, { node: ['--max-old-space-size=512'] });
    const body = json(10 * MEGABYTE - 100);
    const held = Array.from({ length: 60 }, () => hold('/senders', readOnly, body));
    await until(async () => tried.child.exitCode !== null || tried.child.signalCode !== null, 'death', 60000);
    console.log(await statuses(held, false), tried.child.signalCode, tried.said().slice(0, 300));
  });
});
