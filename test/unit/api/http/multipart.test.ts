import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { expect } from 'chai';
import Koa, { type Context } from 'koa';
import { type Failure, tooLarge } from '../../../../api/http/failures.ts';
import { readMultipart } from '../../../../api/http/multipart.ts';
import { multipart } from '../../../support/encodings.ts';
import { ownTime } from '../../../support/own-time.ts';

const TYPE = 'multipart/form-data; boundary=limit';
const part = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`;
const MEGABYTES = 4 * 2 ** 20;
const MOST = 100;

function contextOf(type: string, length: number): Context {
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: 'POST',
    headers: { 'content-type': type, 'content-length': String(length) },
  });
  return new Koa().createContext(request, new ServerResponse(request));
}

/** The texts and files of a body that arrives in pieces of `size` bytes. */
async function read(text: string, type = TYPE, size = Number.POSITIVE_INFINITY, most = MOST) {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  const contents: Buffer[][] = [];
  const { texts, files } = await readMultipart(
    contextOf(type, bytes.length),
    pieces,
    { most, bytes: bytes.length },
    {
      most,
      bytes: bytes.length,
      into() {
        const content: Buffer[] = [];
        contents.push(content);
        return new Writable({
          write(piece: Buffer, _, done) {
            content.push(piece);
            done();
          },
        });
      },
      keyOf: (name) => (name === 'unknown' ? undefined : name),
      refused: tooLarge,
    },
  );
  return {
    texts,
    files: files.map(({ key, name, type: media, size: length }, at) => {
      const content = Buffer.concat(contents[at]!);
      expect(length).to.equal(content.length);
      return { key, name, type: media, content: content.toString() };
    }),
  };
}

const statusOf = (reading: Promise<unknown>): Promise<number> =>
  reading.then(
    () => 0,
    (error: unknown) => (error as Failure).status,
  );

/** Milliseconds of CPU of the longest turn of the event loop during a call. */
async function longestTurn(call: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let before = process.cpuUsage();
  const turn = (): void => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.cpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await call();
  isOver = true;
  return longest;
}

/** Expects no turn of 50 ms, in one of three rounds: the first one compiles its code. */
async function expectShortTurns(call: () => Promise<unknown>): Promise<void> {
  const rounds: number[] = [];
  while (rounds.length < 3 && !rounds.some((longest) => longest < 50)) rounds.push(await longestTurn(call));
  expect(Math.min(...rounds)).to.be.lessThan(50);
}

describe('a multipart body', function () {
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
    it(`is read from pieces of ${size} bytes`, async () => {
      expect(await read(body, TYPE, size)).to.deep.equal(FORM);
      expect(await read(`preamble\r\n${body}epilogue\r\n--limit`, TYPE, size)).to.deep.equal(FORM);
    });
  }

  it('may have no parts, and a boundary in quotes', async () => {
    expect(await read('--a b--', 'multipart/form-data; boundary="a b"')).to.deep.equal({
      texts: {},
      files: [],
    });
  });

  it('has its files in their order, a large one before a small one', async () => {
    const contents = ['x'.repeat(500_000), 'y', 'z'.repeat(100_000), ''];
    const sent = multipart(contents.map((content) => [part('a', '; filename="a"'), content] as const));
    expect((await read(sent.body)).files.map(({ content }) => content)).to.deep.equal(contents);
  });

  it('is malformed if it ends too early, or has no boundary or headers', async () => {
    for (let length = 1; length < body.trimEnd().length; length += 1)
      expect(await statusOf(read(body.slice(0, length))), String(length)).to.equal(400);
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', `${TYPE}${'x'.repeat(70)}`])
      expect(await statusOf(read(body, type)), type).to.equal(400);
    for (const text of ['--limitx\r\n', '--limit\r\nno header\r\n\r\nx\r\n--limit--'])
      expect(await statusOf(read(text)), text).to.equal(400);
  });

  it('has so many texts and files at most', async () => {
    for (const more of ['', '; filename="a"']) {
      const many = multipart(Array.from({ length: MOST + 1 }, () => [part('a', more), ''] as const));
      expect(await statusOf(read(many.body)), more).to.equal(413);
      expect(await statusOf(read(many.body, TYPE, 1000, MOST + 1)), more).to.equal(0);
    }
  });

  // Without joining its bytes, formidable took 2.3 s for 4 MiB of CR, and 270 MB.
  for (const piece of ['\r', '\r\n', '\r\n--', '\r\n--limi', '-', 'x']) {
    it(`with 4 MiB of ${JSON.stringify(piece)} is read in short turns`, async () => {
      const { body: text } = multipart([[part('a'), piece.repeat(MEGABYTES / piece.length)]]);
      await expectShortTurns(() => read(text));
    });
  }

  it('with a boundary that repeats itself is read in short turns', async () => {
    const boundary = 'a'.repeat(70);
    const type = `multipart/form-data; boundary=${boundary}`;
    const text = `--${boundary}\r\n${part('a')}\r\n\r\n${`${'a'.repeat(69)}b`.repeat(60_000)}\r\n--${boundary}--`;
    await expectShortTurns(() => read(text, type));
  });

  it('with 12,000 texts is read in short turns, and 80,000 are refused before they are read', async () => {
    const texts = (count: number, content: string): string =>
      multipart(Array.from({ length: count }, (_, at) => [part(`a[${at}]`), content] as const)).body;
    const many = texts(12_000, 'x'.repeat(280));
    await expectShortTurns(() => read(many, TYPE, 65_536, 12_000));
    const tooMany = texts(80_000, '');
    const refuse = () => statusOf(read(tooMany, TYPE, 65_536, 12_000));
    expect(await refuse()).to.equal(413);
    await expectShortTurns(refuse);
    expect(await ownTime(refuse)).to.be.lessThan(500);
  });
});
