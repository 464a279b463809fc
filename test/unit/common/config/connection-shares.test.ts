import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { ConnectionShares, connectionsEach } from '../../../../common/config/connection-shares.ts';

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
