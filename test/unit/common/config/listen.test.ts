import { createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { listen, listenAtStart } from '../../../../common/config/listen.ts';
import { StartRefusal } from '../../../../common/config/start-refusal.ts';

describe('a port that a start cannot open', () => {
  const taken = createServer();
  let port: number;
  const names = { host: 'HOST', port: 'PORT' };
  const refusal = (server: Server, host: string, at: number): Promise<unknown> =>
    listenAtStart(server, host, at, names).catch((error: unknown) => error);

  before(async () => {
    port = await listen(taken, '127.0.0.1', 0);
  });
  after(() => taken.close());

  it('is named with its setting, when another program has it', async () => {
    const error = await refusal(createServer(), '127.0.0.1', port);
    expect(error).to.be.an.instanceOf(StartRefusal);
    expect((error as Error).message).to.match(new RegExp(`^PORT ${port} is in use`));
  });

  it('is not the reason, when the address is not of this machine', async () => {
    // An address of documentation (RFC 5737).
    const error = await refusal(createServer(), '203.0.113.1', 0);
    expect((error as Error).message).to.equal('HOST 203.0.113.1 is not an address of this machine.');
  });
});
