import { expect } from 'chai';
import { LONG_HEADER, MANY_VALUES } from '../../../support/hostile-bodies.ts';
import { ownTime } from '../../../support/own-time.ts';
import { startUploadServer, TOO_LARGE, type UploadServer } from '../../../support/upload-server.ts';

describe('the reader of uploads', () => {
  let server: UploadServer;
  before(async () => {
    server = await startUploadServer();
  });
  after(() => server.stop());

  it('refuses long headers in a second of CPU', async () => {
    const refuse = async () => expect(await server.send(LONG_HEADER)).to.deep.equal(TOO_LARGE);
    expect(await ownTime(refuse, 1)).to.be.below(1000);
  });

  for (const [at, { init, status }] of MANY_VALUES.entries())
    it(`refuses too many short values in a second of CPU: ${at + 1}`, async () => {
      const refuse = async () => expect((await server.send(init)).status).to.equal(status);
      expect(await ownTime(refuse, 1)).to.be.below(1000);
    });
});
