import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { multipart } from '../../../support/encodings.ts';
import { LONG_HEADER, MANY_VALUES } from '../../../support/hostile-bodies.ts';
import { until } from '../../../support/until.ts';
import { sha, startUploadServer, TOO_LARGE, type UploadServer } from '../../../support/upload-server.ts';

const MEGABYTE = 2 ** 20;
const part = (name: string, file: string) =>
  `Content-Disposition: form-data; name="${name}"; filename="${file}"`;

describe('the reader of uploads', () => {
  let server: UploadServer;
  before(async () => {
    server = await startUploadServer();
  });
  after(() => server.stop());

  const send = (init: RequestInit) => server.send(init);
  const kept = async () => {
    const own = (await readdir(tmpdir())).filter((name) =>
      name.startsWith(`mailing-uploads-${process.pid}-`),
    );
    return (await Promise.all(own.map((name) => readdir(join(tmpdir(), name))))).flat();
  };

  it('takes a whole file with texts, and removes it afterwards', async () => {
    const bytes = randomBytes(7 * MEGABYTE);
    const form = new FormData();
    form.set('contact_type_id', '5');
    form.set('file', new Blob([bytes]), 'people “ü”.csv');
    form.set('note', 'x');
    expect(await send({ body: form })).to.deep.equal({
      status: 200,
      body: {
        inputs: { contact_type_id: '5', note: 'x' },
        file: { name: 'people “ü”.csv', bytes: bytes.length, sum: sha(bytes) },
      },
    });
    expect(await kept()).to.deep.equal([]);
  });

  for (const size of [1, 7, 100, 1000]) {
    it(`takes a whole file in chunks of ${size} bytes`, async () => {
      const content = Array.from({ length: 20 }, (_, index) => `line ${index},ü\r\n--limi`).join('');
      const { headers, body } = multipart([[part('file', 'a.csv'), content]]);
      const bytes = Buffer.from(body);
      const answer = await new Promise<string>((resolve, reject) => {
        const sending = request(server.url, { method: 'POST', headers }, (response) => {
          response.setEncoding('utf8').once('data', resolve);
        }).on('error', reject);
        sending.setNoDelay(true);
        for (let at = 0; at < bytes.length; at += size) sending.write(bytes.subarray(at, at + size));
        sending.end();
      });
      const sum = sha(Buffer.from(content));
      expect(JSON.parse(answer).file).to.deep.equal({
        name: 'a.csv',
        bytes: Buffer.byteLength(content),
        sum,
      });
    });
  }

  it('takes an empty file', async () => {
    const { body } = await send(multipart([[part('file', 'a.csv'), '']]));
    expect(body.file).to.deep.include({ name: 'a.csv', bytes: 0 });
  });

  it('recognises a file by its name, not by a content type', async () => {
    const text = 'Content-Disposition: form-data; name="file"\r\nContent-Type: text/csv';
    expect((await send(multipart([[text, 'email']]))).body).to.deep.equal({
      inputs: { file: 'email' },
      file: null,
    });
  });

  it('refuses a file that is too large, or a second one, and leaves nothing behind', async () => {
    const large = 'x'.repeat(8 * MEGABYTE + 1);
    expect(await send(multipart([[part('file', 'a.csv'), large]]))).to.deep.equal(TOO_LARGE);
    const streamed = multipart([[part('file', 'a.csv'), large]]);
    const body = new Blob([streamed.body]).stream();
    expect(await send({ ...streamed, body, duplex: 'half' } as RequestInit)).to.deep.equal(TOO_LARGE);
    const two = multipart([
      [part('file', 'a.csv'), 'a'],
      [part('file', 'b.csv'), 'b'],
    ]);
    expect(await send(two)).to.deep.equal(TOO_LARGE);
    expect((await send(multipart([[part('file', 'a.csv'), 'a']], ''))).status).to.equal(400);
    await until(async () => (await kept()).length === 0, 'the files to be gone');
  });

  it('leaves nothing behind of an aborted upload', async () => {
    const { headers, body } = multipart([[part('file', 'a.csv'), 'x'.repeat(3 * MEGABYTE)]]);
    const sending = request(server.url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.length },
    });
    sending.on('error', () => {});
    sending.write(body.slice(0, 2 * MEGABYTE));
    await until(async () => (await kept()).length === 1, 'the upload to begin');
    sending.destroy();
    await until(async () => (await kept()).length === 0, 'the file to be gone');
  });

  it('refuses long headers before it searches a name in them', async () => {
    expect(await send(LONG_HEADER)).to.deep.equal(TOO_LARGE);
    const many = multipart(Array.from({ length: 50 }, () => [`X-A: ${'x'.repeat(1000)}`, '']));
    expect(await send(many)).to.deep.equal(TOO_LARGE);
    await until(async () => (await kept()).length === 0, 'the files to be gone');
  });

  it('refuses too many short values before it parses them', async () => {
    for (const { init, status } of MANY_VALUES) expect((await send(init)).status).to.equal(status);
    const json = { 'Content-Type': 'application/json' };
    const text = { a: '\\"[,{'.repeat(50_000), b: '\\' };
    expect((await send({ headers: json, body: JSON.stringify(text) })).body.inputs).to.deep.equal(text);
    expect((await send({ headers: json, body: '{"a":"\\' })).status).to.equal(400);
  });

  for (const name of ['../../etc/passwd', 'a\0b.csv', '', '.csv', 'x'.repeat(5000)]) {
    it(`accepts a name like ${JSON.stringify(name.slice(0, 20))}`, async () => {
      const { status, body } = await send(multipart([[part('file', name), 'email']]));
      expect(status).to.equal(200);
      expect(body.file).to.deep.include({ bytes: 5 });
      expect(await kept()).to.deep.equal([]);
    });
  }
});
