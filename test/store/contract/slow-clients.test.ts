import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { cutSlowBodies } from '../../../api/http/slow-bodies.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { rawRequest } from '../../support/raw-http.ts';
import { until } from '../../support/until.ts';

const DRIPPING = 1000;

describe('the server with slow clients', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-slow-clients', { RATE_CALLS: '0', MAX_CONNECTIONS: '25000' });
    client = await api.account();
    await client.post('/contacts-type/add', { name: 'Customers' });
  });
  after(() => api.stop());

  const open = (url: string, text: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
        socket.write(text);
        resolve(socket);
      });
      socket.on('error', reject);
      socket.resume();
    });

  it('answers others, and cuts the slow ones', async () => {
    const sockets = await Promise.all(
      Array.from({ length: DRIPPING }, () => open(api.url, 'GET /api/contacts-type HTTP/1.1\r\nHost: x\r\n')),
    );
    let closed = 0;
    for (const socket of sockets) {
      socket.removeAllListeners('error');
      socket.on('error', () => {});
      socket.on('close', () => {
        closed += 1;
      });
    }
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('X: y\r\n');
    }, 1000);
    try {
      for (let call = 0; call < 50; call += 1) {
        expect((await client.get('/contacts-type')).status).to.equal(200);
      }
      expect(closed).to.equal(0);
      await until(() => closed === DRIPPING, 'all of them to be cut');
    } finally {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    }
  });

  it('cuts a client that continues with a refused request', async () => {
    const answer = await rawRequest(api.url, `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n`);
    expect(answer.status).to.equal(431);
  });

  const silent = async (url: string, count: number, begin = 'GET /') => {
    const sockets = await Promise.all(Array.from({ length: count }, () => open(url, begin)));
    const closed = sockets.map((socket) => {
      socket.removeAllListeners('error');
      socket.on('error', () => {});
      return new Promise<void>((resolve) => socket.once('close', () => resolve()));
    });
    return {
      closed,
      end: () => {
        for (const socket of sockets) socket.destroy();
      },
    };
  };

  it('closes the oldest connection without a request when it is full', async () => {
    const small = await api.another({ MAX_CONNECTIONS: '5' });
    const { closed, end } = await silent(small.url, 5);
    expect((await small.request('/healthz')).status).to.equal(200);
    await Promise.race(closed);
    end();
    await small.stop();
  });

  it('closes a connection beyond the share of its network', async () => {
    const small = await api.another({ MAX_CONNECTIONS: '100' });
    const { closed, end } = await silent(small.url, 10);
    const refused = await small.request('/healthz').then(
      () => false,
      () => true,
    );
    expect(refused).to.equal(true);
    end();
    await Promise.all(closed);
    await until(() =>
      small.request('/healthz').then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    await small.stop();
  });

  it('knows no share of a network behind a proxy', async () => {
    const small = await api.another({ MAX_CONNECTIONS: '100', TRUST_PROXY: '1' });
    const { end } = await silent(small.url, 30);
    expect((await small.request('/healthz')).status).to.equal(200);
    end();
    await small.stop();
  });

  it('keeps an idle connection of a proxy for longer than proxies do', async () => {
    for (const [trusts, seconds] of [
      ['1', 75],
      ['0', 5],
    ] as const) {
      const one = await api.another({ TRUST_PROXY: trusts, KEEP_ALIVE_SECONDS: '' });
      expect((await one.request('/healthz')).headers.get('keep-alive')).to.equal(`timeout=${seconds}`);
      await one.stop();
    }
  });

  describe('whose body arrives slowly', () => {
    const listening = async (answer: boolean) => {
      const server = createServer((request, response) => {
        if (answer) response.end('early');
        request.resume().on('end', () => response.end('late'));
      });
      server.on('clientError', (_, socket) => socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n'));
      cutSlowBodies(server, 300);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    };
    const post = (length: number): string =>
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

    for (const answered of [false, true]) {
      it(`cuts them ${answered ? 'also once they were answered' : 'with a 408'}`, async () => {
        const { server, url } = await listening(answered);
        const socket = await open(url, post(1000));
        let said = '';
        socket.on('data', (chunk) => (said += String(chunk)));
        const drip = setInterval(() => socket.writable && socket.write('x'), 50);
        await new Promise((resolve) => socket.on('close', resolve));
        clearInterval(drip);
        expect(said).to.match(answered ? /early/ : /^HTTP\/1.1 408/);
        server.close();
      });
    }

    it('lets a long body arrive', async () => {
      const { server, url } = await listening(false);
      const socket = await open(url, post(20_000));
      let said = '';
      socket.on('data', (chunk) => (said += String(chunk)));
      for (let sent = 0; sent < 20_000; sent += 500) {
        socket.write('x'.repeat(500));
        await delay(40);
      }
      await until(() => said.includes('late'));
      socket.destroy();
      server.close();
    });
  });
});
