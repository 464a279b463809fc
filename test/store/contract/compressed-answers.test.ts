import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Api, startApi } from '../../support/api.ts';
import { storeContacts } from '../../support/contacts.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';

const MANY = 100;

describe('answers of 8 kB and more', () => {
  let api: Api;
  let ground: Ground;
  /** Paths, by what they answer. */
  const paths: Record<string, string> = {};

  before(async () => {
    api = await startApi('contract-compressed');
    ground = await anAccount(api);
    const { client, contact_type_id } = ground;
    await storeContacts({ userId: client.user_id, typeId: contact_type_id, name: 'reader', count: MANY });
    const template_html = `<html><body>${'<p>Hello ((first_name|you))</p>'.repeat(600)}</body></html>`;
    const { body } = await client.post('/single/send/create', aSend(ground, { template_html, is_draft: 1 }));
    paths['a list'] = '/contacts/list';
    paths['details'] = `/single-send/details?utr=${body.message.utr}`;
    paths['a download as CSV'] = `/contacts/download?contact_type_id=${contact_type_id}`;
  });
  after(() => api.stop());

  const asked = (path: string, coding: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { public_key: PublicKey, secret_key: SecretKey } = ground.client;
      const headers = { PublicKey, SecretKey, 'Accept-Encoding': coding };
      get(`${api.url}/api${path}`, { headers, agent: false }, resolve).on('error', reject);
    });

  for (const what of ['a list', 'details', 'a download as CSV'])
    it(`are equal once they are decoded: ${what}`, async () => {
      const plain = await asked(paths[what]!, 'identity');
      const text = await buffer(plain);
      expect([plain.statusCode, plain.headers['content-encoding']]).to.deep.equal([200, undefined]);
      expect(text.length).to.be.within(8192, 65_536);
      for (const [coding, decode] of [
        ['gzip', gunzipSync],
        ['br', brotliDecompressSync],
      ] as const) {
        const answer = await asked(paths[what]!, coding);
        const bytes = await buffer(answer);
        expect(answer.headers['content-encoding']).to.equal(coding);
        expect(answer.headers.vary).to.include('Accept-Encoding');
        expect(answer.headers['content-type']).to.equal(plain.headers['content-type']);
        expect(bytes.length).to.be.below(text.length / 2);
        expect(decode(bytes).equals(text)).to.equal(true);
      }
    });

  it('are not compressed below', async () => {
    expect((await asked('/contacts-type', 'gzip')).headers['content-encoding']).to.equal(undefined);
  });
});
