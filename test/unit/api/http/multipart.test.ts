import { expect } from 'chai';
import { multipart } from '../../../support/encodings.ts';
import { MOST, part, read, statusOf, TYPE } from '../../../support/multipart-reading.ts';

describe('the reader of multipart bodies', function () {
  this.timeout(30_000);
  const { body } = multipart([
    [part('größe'), 'x'],
    [part('b', '; filename="ü.csv"\r\nContent-Type: text/csv'), '\r\n--limi\r\n\r\r\n--'],
    [part('c', '; filename=""'), ''],
    [part('unknown', '; filename="x"'), 'y'],
    [`${part('d')}\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64`, 'w7wg\r\n4oKs'],
    [part('größe'), 'z'],
    [part('__proto__'), 'p'],
  ]);
  const FORM = {
    texts: { größe: ['x', 'z'], 'unknown[file]': 'y', d: 'ü €', '__proto__[]': 'p' },
    files: [
      { key: 'b', name: 'ü.csv', type: 'text/csv', content: '\r\n--limi\r\n\r\r\n--' },
      { key: 'c', name: '', type: 'application/octet-stream', content: '' },
    ],
  };

  for (const size of [1, 2, 3, 7, 50, 100_000]) {
    it(`reads a body from pieces of ${size} bytes`, async () => {
      expect(await read(body, TYPE, size)).to.deep.equal(FORM);
      expect(await read(`preamble\r\n${body}epilogue\r\n--limit`, TYPE, size)).to.deep.equal(FORM);
    });
  }

  it('takes a body without parts, and a boundary in quotes', async () => {
    expect(await read('--a b--', 'multipart/form-data; boundary="a b"')).to.deep.equal({
      texts: {},
      files: [],
    });
  });

  it('keeps files in their order, a large one before a small one', async () => {
    const contents = ['x'.repeat(500_000), 'y', 'z'.repeat(100_000), ''];
    const sent = multipart(contents.map((content) => [part('a', '; filename="a"'), content] as const));
    expect((await read(sent.body)).files.map(({ content }) => content)).to.deep.equal(contents);
  });

  it('refuses a body that ends too early, or has no boundary or headers', async () => {
    for (let length = 1; length < body.trimEnd().length; length += 1)
      expect(await statusOf(read(body.slice(0, length))), String(length)).to.equal(400);
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', `${TYPE}${'x'.repeat(70)}`])
      expect(await statusOf(read(body, type)), type).to.equal(400);
    for (const text of ['--limitx\r\n', '--limit\r\nno header\r\n\r\nx\r\n--limit--'])
      expect(await statusOf(read(text)), text).to.equal(400);
  });

  it('parses one costly step of all forms in a turn of the event loop', async () => {
    const [forms, fields] = [8, 2000];
    const form = multipart(Array.from({ length: fields }, (_, at) => [part(`field-${at}`), 'x'] as const));
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(Array.from({ length: forms }, () => read(form.body, TYPE, 64 * 1024, fields)));
    isOver = true;
    // A step has 16 KiB; the first of each form need not wait.
    expect(turns).to.be.at.least((forms * (form.body.length - 2 ** 16)) / 2 ** 14);
  });

  it('refuses more texts or files than its limit', async () => {
    for (const more of ['', '; filename="a"']) {
      const many = multipart(Array.from({ length: MOST + 1 }, () => [part('a', more), ''] as const));
      expect(await statusOf(read(many.body)), more).to.equal(413);
      expect(await statusOf(read(many.body, TYPE, 1000, MOST + 1)), more).to.equal(0);
    }
  });
});
