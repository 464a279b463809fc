import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { shareConnections } from '../../../../common/config/connection-shares.ts';

/** Bytes of an answer, more than the system's buffers hold. */
const LARGE = 16 * 2 ** 20;

describe('the connections of a full server', () => {
  it('make room by an answer that its client does not read', async () => {
    const server = createServer((_, response) => void response.end(Buffer.alloc(LARGE)));
    shareConnections(server, { total: 2, each: 10 }, false);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ask = async (): Promise<IncomingMessage> => {
      const request = get({ port, host: '127.0.0.1', agent: false });
      const [response] = await once(request, 'response');
      response.on('error', () => {});
      return response;
    };
    try {
      const unread = [await ask(), await ask()];
      const closed = once(unread[0]!.socket, 'close');
      let bytes = 0;
      for await (const chunk of await ask()) bytes += (chunk as Buffer).length;
      expect(bytes).to.equal(LARGE);
      unread[0]!.resume();
      await closed;
      expect(unread.map(({ complete }) => complete)).to.deep.equal([false, false]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
