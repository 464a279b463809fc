import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { expect } from 'chai';
import Koa, { type Context } from 'koa';
import { type Failure, tooLarge } from '../../api/http/failures.ts';
import { readMultipart } from '../../api/http/multipart.ts';

export const TYPE = 'multipart/form-data; boundary=limit';
/** The header of a part. */
export const part = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`;
/** Texts and files that are read at most. */
export const MOST = 100;

function contextOf(type: string, length: number): Context {
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: 'POST',
    headers: { 'content-type': type, 'content-length': String(length) },
  });
  return new Koa().createContext(request, new ServerResponse(request));
}

/** The texts and files of a body that arrives in pieces of `size` bytes. */
export async function read(text: string, type = TYPE, size = Number.POSITIVE_INFINITY, most = MOST) {
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

/** The status of a refusal; 0 where there is none. */
export const statusOf = (reading: Promise<unknown>): Promise<number> =>
  reading.then(
    () => 0,
    (error: unknown) => (error as Failure).status,
  );
