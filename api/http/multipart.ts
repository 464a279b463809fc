import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { multipart, type PluginFunction } from 'formidable';
import type { ExtendedFormidableOptions } from 'koa-body';
import { tooLarge } from './failures.ts';

/** Properties of a part that formidable's types lack. */
interface Part {
  name: string | null;
  mimetype: string | null;
  transferEncoding: string;
  readonly headers: Readonly<Record<string, string>>;
}

type OnPart = NonNullable<ExtendedFormidableOptions['onPart']>;

/** The names of the files that a form may have: of one, or of several (`name`, `name[]` or `name[0]`). */
export interface FileNames {
  readonly upload?: string | undefined;
  readonly files?: string | undefined;
}

/** `name[0]`, `name[1]` …: formidable may tell of a small file before a large one that came first. */
const NUMBERED = /\[\d{0,9}\]$/;

/** The name under which the form's file at this place is told of. */
const placed = (name: string, place: number): string => `${name}[${place}]`;

/** The place of a file in the form, by that name. */
export const placeIn = (name: string): number => Number(/\[(\d+)\]$/.exec(name)?.[1] ?? 0);

/**
 * Distinguishes texts and files by the file name (RFC 7578, 4.2). formidable uses the content type, but .NET and Java clients
 * set one for texts too (and a transfer encoding, which is already decoded and would be decoded again). A file that the form may
 * not have becomes an object, `name[file]`: an input for text refuses it, and otherwise it is an unknown input. Its bytes
 * count as the form's.
 */
export function readPart({ upload, files }: FileNames): OnPart {
  let count = 0;
  return (given, handle) => {
    const part = given as unknown as Part;
    const isFile = /;\s*filename\*?=/i.test(String(part.headers['content-disposition']));
    if (isFile && part.name !== null && part.name === upload) {
      part.mimetype ??= 'application/octet-stream';
    } else if (isFile && files !== undefined && part.name?.replace(NUMBERED, '') === files) {
      part.mimetype ??= 'application/octet-stream';
      part.name = placed(files, count);
      count += 1;
    } else {
      if (isFile) part.name = `${part.name}[file]`;
      part.mimetype = null;
      part.transferEncoding = 'utf-8';
    }
    handle(given);
  };
}

/**
 * Limits a body of undeclared length. formidable counts the bytes of fields, but not the headers of parts nor the bytes
 * between parts. This counts all bytes without reading ahead of the parser, which is attached later.
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

/** Bytes of a part's headers that are not counted: a name of 255 characters, a type and an encoding. */
const SMALL_HEADERS = 512;
/** Bytes beyond that for the headers of all parts together, for example for a file name in several spellings. */
const LONG_HEADERS = 8 * 2 ** 10;

/** Properties that formidable's types lack: the parser's events, and how a plugin fails. */
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
 * formidable's multipart reader with a limit for the headers of parts. It finds the file name with an expression that takes
 * quadratic time: one header of 200 kB blocked the event loop for 3.5 s. Bytes beyond the limit never reach it.
 */
export const boundedMultipart: PluginFunction = function bounded(this: unknown, form, options) {
  multipart.call(this, form, options);
  const parsing = form as unknown as Parsing;
  let own = 0;
  let beyond = 0;
  // Without a boundary formidable makes no parser.
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
