import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { boundedFetch, FetchFailure } from '../../../../inbound/hooks/fetch-text.ts';

describe('a bounded fetch', () => {
  let server: Server;
  let base: string;
  const asked: string[] = [];

  before(async () => {
    server = createServer((request, response) => {
      asked.push(request.url!);
      if (request.url === '/redirect') response.writeHead(302, { Location: '/well' }).end();
      else if (request.url === '/long') response.end('x'.repeat(5000));
      else if (request.url === '/missing') response.writeHead(404).end();
      else if (request.url === '/well') response.end('well');
      // Any other address is never answered.
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  // The first fetch of a process loads what all of them need.
  before(() => fetch(`${base}/well`));
  const get = boundedFetch({ ms: 1000, bytes: 4096 });

  it('gets a text', async () => {
    expect(await get(`${base}/well`)).to.equal('well');
  });

  it('follows no redirect, and gives up what is missing, long or silent', async () => {
    asked.length = 0;
    for (const path of ['/redirect', '/missing', '/long', '/silent']) {
      const error = await get(`${base}${path}`).catch((fault: unknown) => fault);
      expect(error, path).to.be.instanceOf(FetchFailure);
    }
    expect(asked).not.to.include('/well');
  });
});
