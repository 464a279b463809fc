import type { IncomingMessage } from 'node:http';
import type { ExtendedFormidableOptions } from 'koa-body';
import { tooLarge } from './failures.ts';

/** What formidable's types leave out of a part. */
interface Part {
  name: string | null;
  mimetype: string | null;
  transferEncoding: string;
  readonly headers: Readonly<Record<string, string>>;
}

type OnPart = NonNullable<ExtendedFormidableOptions['onPart']>;

/**
 * Tells texts from files by the file name (RFC 7578, 4.2): formidable goes by the content type, which .NET and Java
 * clients give texts too (and a transfer encoding, which is undone by now and would be applied once more). A file
 * other than `upload` becomes an object, `name[file]`: where text is expected it is refused, else it is an unknown
 * input, and its bytes count as the form's.
 */
export const readPart =
  (upload: string | undefined): OnPart =>
  (given, handle) => {
    const part = given as unknown as Part;
    const isFile = /;\s*filename\*?=/i.test(String(part.headers['content-disposition']));
    if (isFile && part.name === upload) {
      part.mimetype ??= 'application/octet-stream';
    } else {
      if (isFile) part.name = `${part.name}[file]`;
      part.mimetype = null;
      part.transferEncoding = 'utf-8';
    }
    handle(given);
  };

/**
 * Bounds a body that does not say how long it is: formidable counts the bytes of fields, but neither headers of parts
 * nor what stands between them. It counts along without reading ahead of the parser, which is yet to come.
 */
export function boundBody(request: IncomingMessage, limit: number): void {
  let bytes = 0;
  request.pause();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit && bytes - chunk.length <= limit) request.emit('error', tooLarge());
  });
  request.on('newListener', (event) => {
    if (event === 'data') request.resume();
  });
}
