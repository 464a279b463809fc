import { expect } from 'chai';
import { repeated, upload } from '../../../faults/support/upload.ts';
import { type Api, type Client, startApi } from '../../../support/api.ts';

const MB = 2 ** 20;

describe('a client that sends more than allowed', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('http-linger', { LIMIT_CSV_BYTES: String(2 * MB), LIMIT_BODY_BYTES: String(MB) });
    client = await api.account();
  });
  after(() => api.stop());

  const send = (bytes: number, said: boolean) =>
    upload(
      { origin: api.url, keys: client },
      repeated('email\n', (at) => `${at}@example.com\n`, bytes),
      said ? bytes : null,
    );

  // It is a race whether a reset arrives before the answer, so the test runs several times.
  for (const round of [1, 2, 3]) {
    it(`reads the refusal, although it keeps sending (${round})`, async () => {
      const answer = await send(200 * MB, true);
      expect(answer).to.include({ status: 413 });
      expect(answer.sent).to.be.below(200 * MB);
      expect(JSON.parse(answer.body)).to.deep.equal({
        status: 'failed',
        errors: 'Payload Too Large',
        code: 'too_large',
      });
    });
    it(`reads the refusal also without a Content-Length (${round})`, async () => {
      expect(await send(64 * MB, false)).to.include({ status: 413 });
    });
  }
});
