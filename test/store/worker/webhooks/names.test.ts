import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { setClock } from '../../../../common/clock.ts';
import { Webhook } from '../../../../common/models/webhooks.ts';
import type { WorkerContext } from '../../../../worker/runtime/context.ts';
import { type DnsServer, startDnsServer } from '../../../support/dns-server.ts';
import { type Engine, openSend, people, startEngine } from '../../../support/engine.ts';
import { type Ground } from '../../../support/factories.ts';
import { rows } from '../../../support/rows.ts';
import { startWebhookReceiver } from '../../../support/webhook-receiver.ts';
import { addContacts } from '../../../support/world.ts';

/** Outside of production the loopback may be called: its other addresses stand for what is inside a network. */
const OUTSIDE = '127.0.0.1';
const INSIDE = '127.0.0.2';

describe("the name of a webhook's endpoint", () => {
  let dns: DnsServer;
  let engine: Engine;
  let ground: Ground;
  let worker: WorkerContext;
  let id: number;
  let ahead = 0;
  const servers: Server[] = [];
  let connections: Record<typeof OUTSIDE | typeof INSIDE, number>;

  /** Counts connections and closes them, as an endpoint without TLS does. */
  async function listenAt(address: typeof OUTSIDE | typeof INSIDE, port = 0): Promise<number> {
    const server = createServer((socket) => {
      connections[address] += 1;
      socket.on('error', () => {}).destroy();
    });
    server.listen(port, address);
    await once(server, 'listening');
    servers.push(server);
    return (server.address() as AddressInfo).port;
  }

  before(async () => {
    dns = await startDnsServer();
    engine = await startEngine('worker-webhook-names');
  });
  after(async () => {
    await engine.stop();
    await dns.close();
  });
  beforeEach(async () => {
    ahead = 0;
    connections = { [OUTSIDE]: 0, [INSIDE]: 0 };
    const port = await listenAt(OUTSIDE);
    await listenAt(INSIDE, port);
    ground = await engine.ground();
    await addContacts(ground, people(3));
    worker = engine.another({}, { dnsServers: [dns.address] });
    const { body } = await ground.client.post('/webhooks/save', {
      url: `https://rebinding.example:${port}/`,
      events: ['delivery.accepted'],
      batch: 1,
    });
    id = body.id;
    await openSend(engine, ground);
    await engine.settle();
  });
  afterEach(async () => {
    setClock();
    await rows(Webhook).deleteMany({});
    await Promise.all(servers.splice(0).map((server) => once(server.close(), 'close')));
  });

  async function later(milliseconds: number, by = worker): Promise<string | null> {
    ahead += milliseconds;
    const time = ahead;
    setClock(() => Date.now() + time);
    await engine.sweepOnce(by);
    return (await rows(Webhook).findOne({ _id: id }))!.last_failure;
  }

  it('resolves once a call, and the call goes to the checked address, whatever the next answer is', async () => {
    let answers = 0;
    dns.zones.set('rebinding.example', { a: () => [answers++ % 2 === 0 ? OUTSIDE : INSIDE] });
    expect(await later(60_000)).to.match(/^It could not be reached/);
    expect(answers).to.equal(1);
    expect(connections).to.deep.equal({ [OUTSIDE]: 1, [INSIDE]: 0 });
  });

  it('needs a check at each call, of all its addresses', async () => {
    dns.zones.set('rebinding.example', { a: [OUTSIDE] });
    expect(await later(60_000)).to.match(/^It could not be reached/);
    for (const a of [['10.0.0.1'], [OUTSIDE, '169.254.169.254'], ['192.168.1.1', OUTSIDE]]) {
      dns.zones.set('rebinding.example', { a });
      expect(await later(7200_000)).to.equal('Its address is not public');
    }
    dns.zones.set('rebinding.example', { a: [OUTSIDE], aaaa: ['fd00::1'] });
    expect(await later(7200_000)).to.equal('Its address is not public');
    expect(connections).to.deep.equal({ [OUTSIDE]: 1, [INSIDE]: 0 });
  });

  it('leads to no loopback in production, and what was not told goes to the next URL', async () => {
    dns.zones.set('rebinding.example', { a: [OUTSIDE] });
    const production = engine.another({}, { dnsServers: [dns.address], production: true });
    expect(await later(60_000, production)).to.equal('Its address is not public');
    expect(connections).to.deep.equal({ [OUTSIDE]: 0, [INSIDE]: 0 });
    const receiver = await startWebhookReceiver();
    try {
      receiver.secret = (await ground.client.post(`/webhooks/rotate?id=${id}`, {})).body.secret;
      const given = { url: receiver.url, events: ['delivery.accepted'], batch: 1 };
      await ground.client.post(`/webhooks/update?id=${id}`, given);
      expect(await later(7200_000)).to.equal(null);
      expect(receiver.events).to.have.length(3);
    } finally {
      await receiver.stop();
    }
  });
});
