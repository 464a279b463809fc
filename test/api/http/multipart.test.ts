import { expect } from 'chai';
import type { Failure } from '../../../api/http/failures.ts';
import { type Part, readMultipart } from '../../../api/http/multipart.ts';
import { multipart } from '../../support/encodings.ts';
import { ownTime } from '../../support/own-time.ts';

const TYPE = 'multipart/form-data; boundary=limit';
const part = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`;

/** The parts of a body that arrives in pieces of `size` bytes. */
async function partsOf(text: string, type = TYPE, size = Number.POSITIVE_INFINITY, most = 100) {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  const found: (Part & { content: string })[] = [];
  await readMultipart(pieces, type, most, (one) => {
    const content: Buffer[] = [];
    return {
      write: (piece) => void content.push(Buffer.from(piece)),
      end: () => void found.push({ ...one, content: Buffer.concat(content).toString() }),
    };
  });
  return found;
}

const failureOf = (reading: Promise<unknown>): Promise<number> =>
  reading.then(
    () => 0,
    (error: unknown) => (error as Failure).status,
  );

describe('a multipart body', () => {
  const { body } = multipart([
    [part('a'), 'x'],
    [part('b', '; filename="ü.csv"\r\nContent-Type: text/csv'), '\r\n--limi\r\n\r\r\n--'],
    [part('c', '; filename=""'), ''],
    [part('d') + '\r\nContent-Transfer-Encoding: base64', 'w7wg\r\n4oKs'],
  ]);
  const PARTS = [
    { name: 'a', fileName: null, type: 'application/octet-stream', content: 'x' },
    { name: 'b', fileName: 'ü.csv', type: 'text/csv', content: '\r\n--limi\r\n\r\r\n--' },
    { name: 'c', fileName: '', type: 'application/octet-stream', content: '' },
    { name: 'd', fileName: null, type: 'application/octet-stream', content: 'ü €' },
  ];

  for (const size of [1, 2, 3, 7, 50, 100_000]) {
    it(`is read from pieces of ${size} bytes`, async () => {
      expect(await partsOf(body, TYPE, size)).to.deep.equal(PARTS);
      expect(await partsOf(`preamble\r\n${body}epilogue\r\n--limit`, TYPE, size)).to.deep.equal(PARTS);
    });
  }

  it('may have no parts, and a boundary in quotes', async () => {
    expect(await partsOf('--a b--', 'multipart/form-data; boundary="a b"')).to.deep.equal([]);
  });

  it('is malformed if it ends too early, or has no boundary or headers', async () => {
    for (let length = 0; length < body.length - 2; length += 1)
      expect(await failureOf(partsOf(body.slice(0, length))), String(length)).to.equal(400);
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', `${TYPE}${'x'.repeat(70)}`])
      expect(await failureOf(partsOf(body, type)), type).to.equal(400);
    for (const text of ['--limitx\r\n', '--limit\r\nno header\r\n\r\nx\r\n--limit--'])
      expect(await failureOf(partsOf(text)), text).to.equal(400);
  });

  it('has so many parts at most', async () => {
    const many = multipart(Array.from({ length: 101 }, () => [part('a'), ''] as const));
    expect(await failureOf(partsOf(many.body))).to.equal(413);
  });

  // formidable took 2.3 s for 4 MiB of CR, and 270 MB.
  for (const piece of ['\r', '\r\n', '\r\n--', '\r\n--limi', '-', 'x']) {
    it(`with 4 MiB of ${JSON.stringify(piece)} is read in 100 ms of CPU`, async () => {
      const text = multipart([[part('a'), piece.repeat((4 * 2 ** 20) / piece.length)]]);
      const bytes = Buffer.from(text.body);
      const ms = await ownTime(() =>
        readMultipart([bytes], TYPE, 100, () => ({ write: () => {}, end: () => {} })),
      );
      expect(ms).to.be.lessThan(100);
    });
  }

  it('with a boundary that repeats itself is read in 100 ms of CPU', async () => {
    const boundary = 'a'.repeat(70);
    const type = `multipart/form-data; boundary=${boundary}`;
    const text = `--${boundary}\r\n${part('a')}\r\n\r\n${`${'a'.repeat(69)}b`.repeat(60_000)}\r\n--${boundary}--`;
    const bytes = Buffer.from(text);
    const ms = await ownTime(() =>
      readMultipart([bytes], type, 100, () => ({ write: () => {}, end: () => {} })),
    );
    expect(ms).to.be.lessThan(100);
  });
});
