import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { multipart, type PluginFunction } from 'formidable';
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

/** Bytes that the headers of a part have for free: a name of 255 characters, a type and an encoding. */
const SMALL_HEADERS = 512;
/** Bytes that the headers of all parts of a body may have beyond that, such as a file's name in several spellings. */
const LONG_HEADERS = 8 * 2 ** 10;

/** What formidable's types leave out: the parser's events, and how a plugin fails. */
interface Parsing {
  readonly _parser?: EventEmitter;
  _error(error: Error): void;
}

interface ParserEvent {
  readonly name: string;
  start?: number;
  end?: number;
}

/**
 * formidable's reader of multipart bodies, with bounded headers of parts. It finds the file's name by an expression that
 * takes quadratic time: one header of 200 kB held the event loop for 3.5 s. What is beyond the bound never reaches it.
 */
export const boundedMultipart: PluginFunction = function bounded(this: unknown, form, options) {
  multipart.call(this, form, options);
  const parsing = form as unknown as Parsing;
  let own = 0;
  let beyond = 0;
  // Without a boundary there is no parser.
  parsing._parser?.prependListener('data', (event: ParserEvent) => {
    if (event.name === 'partBegin') own = 0;
    if (event.name !== 'headerField' && event.name !== 'headerValue') return;
    const bytes = event.end! - event.start!;
    beyond += Math.max(0, own + bytes - SMALL_HEADERS) - Math.max(0, own - SMALL_HEADERS);
    own += bytes;
    if (beyond <= LONG_HEADERS) return;
    event.end = event.start!;
    parsing._error(tooLarge());
  });
};
