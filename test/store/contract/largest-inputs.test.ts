import { expect } from 'chai';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { ENCODINGS } from '../../support/encodings.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';

const MEGABYTE = 2 ** 20;
const PARAGRAPH = '<p style="margin:0 0 1em">Grüße aus “Köln”: 20 % Rabatt & mehr.</p>';

/** With the limits that an operator gets without settings. Lists of 10,000 entries: bodies-long-lists.test.ts. */
describe('the largest inputs', () => {
  let api: Api;
  let ground: Ground;
  let client: Client;

  before(async () => {
    api = await startApi('contract-largest-inputs');
    ground = await anAccount(api);
    ({ client } = ground);
  });
  after(() => api.stop());

  const html = (bytes: number): string => {
    const each = Buffer.byteLength(PARAGRAPH);
    return PARAGRAPH.repeat(bytes / each) + 'x'.repeat(bytes % each);
  };

  for (const [encoding, encode] of Object.entries(ENCODINGS)) {
    it(`are a template of 2 MiB as ${encoding}`, async () => {
      const save = async (length: number) => {
        const given = aSend(ground, { template_html: html(length), draft: 1 });
        const pairs = Object.entries(given).map(([key, value]) => [key, String(value)] as const);
        return client.post('/single/send/create', encode(pairs));
      };
      const longer = await save(2 * MEGABYTE + 1);
      expect([longer.status, longer.body.errors]).to.deep.equal([
        422,
        { template_html: ['The template html field must not be greater than 2097152 characters.'] },
      ]);
      const { status, body } = await save(2 * MEGABYTE);
      expect(status, JSON.stringify(body)).to.equal(200);
      const details = await client.get(`/single-send/details?utr=${body.utr}`);
      expect(details.body.message.singleSend[0].template_html === html(2 * MEGABYTE)).to.equal(true);
    });
  }

  it('are attachments of 10 MiB', async () => {
    const send = async (bytes: number) => {
      const form = new FormData();
      const given = {
        email: 'ada@x.example',
        sender_id: ground.sender_id,
        subject: 'Files',
        template_html: '<p>Files</p>',
      };
      for (const [key, value] of Object.entries(given)) form.set(key, String(value));
      for (const [name, length] of [
        ['a.bin', 4 * MEGABYTE],
        ['b.bin', bytes - 4 * MEGABYTE],
      ] as const)
        form.append('attachments[]', new File([new Uint8Array(length)], name));
      return client.post('/messages/send', form);
    };
    expect((await send(10 * MEGABYTE + 1)).status).to.equal(422);
    const { status, body } = await send(10 * MEGABYTE);
    expect(status, JSON.stringify(body)).to.equal(200);
  });
});
