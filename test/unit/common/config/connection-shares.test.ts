import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import {
  ConnectionShares,
  connectionsEach,
  httpTimes,
  shareConnections,
} from '../../../../common/config/connection-shares.ts';

/** Calls that open a port for others, and what shares the connections of that port. */
const SERVERS: Readonly<Record<string, string>> = {
  'api/http/server.ts': 'shareConnections(',
  'inbound/hooks/server.ts': 'shareConnections(',
  'inbound/smtp/listener.ts': 'createVisits(',
};
/** Only the operator's monitoring reaches this one. */
const INTERNAL = ['common/metrics/server.ts'];

class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  destroyed = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

const from = (address: string) => new FakeSocket(address) as unknown as Socket;

describe('the shares of connections', () => {
  it('are a twentieth for a network, at least ten, and none behind a proxy', () => {
    expect([connectionsEach(5000, 0), connectionsEach(100, 0), connectionsEach(5000, 1)]).to.deep.equal([
      250,
      10,
      Number.POSITIVE_INFINITY,
    ]);
  });

  it('let a proxy keep connections that it did not use yet as long as the others', () => {
    const headerMs = (keepAliveMs: number, trustProxy: number): number =>
      httpTimes({ keepAliveMs, trustProxy }, 30_000).headersTimeout;
    expect([headerMs(75_000, 1), headerMs(1000, 1), headerMs(75_000, 0)]).to.deep.equal([75_000, 5000, 5000]);
  });

  it('leave a request as much time as its header, without which Node makes no server', () => {
    for (const trustProxy of [0, 1]) {
      const times = httpTimes({ keepAliveMs: 3600_000, trustProxy }, 30_000);
      const { requestTimeout } = createServer(times);
      expect(requestTimeout).to.equal(trustProxy > 0 ? 3600_000 : 30_000);
    }
  });

  it('refuse a network that has its share, until it leaves', () => {
    const shares = new ConnectionShares({ total: 10, each: 2 });
    const sockets = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'].map(from);
    expect(sockets.map((socket) => shares.enter(socket))).to.deep.equal([true, true, false, true]);
    sockets[0]!.destroy();
    expect(shares.enter(from('2001:db8::4'))).to.equal(true);
  });

  it('make room for the newest by closing the oldest connection without a request', () => {
    const shares = new ConnectionShares({ total: 2, each: 10 });
    const [working, silent, later, last] = [from('a'), from('b'), from('c'), from('d')];
    shares.enter(working);
    shares.begin(working);
    shares.enter(silent);
    expect(shares.enter(later)).to.equal(true);
    expect([working.destroyed, silent.destroyed]).to.deep.equal([false, true]);
    shares.begin(later);
    expect(shares.enter(last)).to.equal(false);
    shares.wait(working);
    expect(shares.enter(last)).to.equal(true);
    expect([working.destroyed, later.destroyed]).to.deep.equal([true, false]);
  });

  it('make room by the network that has most connections without a request', () => {
    const shares = new ConnectionShares({ total: 4, each: 10 });
    const sockets = ['a', 'b', 'b', 'c', 'b', 'c', 'd'].map(from);
    expect(sockets.map((socket) => shares.enter(socket))).to.deep.equal(sockets.map(() => true));
    const closed = sockets.flatMap((socket, at) => (socket.destroyed ? [at] : []));
    expect(closed).to.deep.equal([1, 2, 3]);
  });

  describe('of a full server', () => {
    /** More than the system's buffers of a connection hold. */
    const ANSWER = Buffer.alloc(24 * 2 ** 20);
    const STALLED_MS = 400;
    const server = createServer((request, response) => {
      response.end(request.url === '/large' ? ANSWER : 'small');
    });
    const sockets: Socket[] = [];

    before(async () => {
      shareConnections(server, { total: 1, each: 10 }, false, STALLED_MS);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
    });
    after(() => void server.close());

    function open(): Socket {
      const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
      socket.on('error', () => {});
      sockets.push(socket);
      return socket;
    }

    function ask(path: string): Socket {
      const socket = open();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      return socket;
    }

    /** Whether a further connection gets an answer. */
    async function isAdmitted(): Promise<boolean> {
      const socket = ask('/small');
      const admitted = await Promise.race([
        once(socket, 'data').then(() => true),
        once(socket, 'close').then(() => false),
      ]);
      socket.destroy();
      return admitted;
    }

    /** The bytes that a client gets which waits so long after each part, while others try to connect. */
    async function readWhileOthersCome(pauseMs: number): Promise<{ bytes: number; refused: number }> {
      const reader = ask('/large');
      let [bytes, refused] = [0, 0];
      let trying: Promise<void> | null = null;
      for await (const chunk of reader as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > ANSWER.length) break;
        trying ??= isAdmitted().then((admitted) => {
          if (!admitted) refused += 1;
          trying = null;
        });
        if (pauseMs > 0) await delay(pauseMs);
      }
      await trying;
      return { bytes, refused };
    }

    for (const [manner, pauseMs] of [
      ['at once', 0],
      ['slowly', 2],
    ] as const) {
      it(`keep an answer whose client reads it ${manner}`, async () => {
        const { bytes, refused } = await readWhileOthersCome(pauseMs);
        expect(bytes).to.be.above(ANSWER.length);
        expect(refused).to.be.above(0);
      });
    }

    it('make room by an answer that its client does not take', async () => {
      const unread = ask('/large');
      const asked = performance.now();
      await once(unread, 'readable');
      while (!(await isAdmitted())) await delay(20);
      expect(performance.now() - asked).to.be.at.least(STALLED_MS);
    });
  });

  it('belong to every server', () => {
    const files = ['api', 'worker', 'common', 'inbound']
      .flatMap((root) =>
        readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => `${root}/${name}`),
      )
      .filter((file) => file.endsWith('.ts') && !INTERNAL.includes(file))
      .filter((file) => /\bcreateServer\(|\bnew SMTPServer\(/.test(readFileSync(file, 'utf8')));
    expect(files).to.have.members(Object.keys(SERVERS));
    for (const [file, call] of Object.entries(SERVERS))
      expect(readFileSync(file, 'utf8'), file).to.include(call);
  });
});
