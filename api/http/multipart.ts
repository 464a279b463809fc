import { Readable, type Transform, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errors, type File, multipart, type PluginFunction } from 'formidable';
import type { Context } from 'koa';
import { type ExtendedFormidableOptions, HttpMethodEnum, koaBody } from 'koa-body';
import { network } from '../../common/domain/network.ts';
import { Turns } from '../../common/fairness/turns.ts';
import type { CsvEncoding } from '../../shared/csv-encoding.ts';
import { GrowingBuffer } from './body-bytes.ts';
import { charsetOf, decodeInput } from './charsets.ts';
import { type Failure, malformed, tooLarge } from './failures.ts';

interface Texts {
  readonly most: number;
  readonly bytes: number;
}

interface Files {
  readonly most: number;
  readonly bytes: number;
  readonly into: string | (() => Writable);
  /** The key of a file in the result; undefined refuses the file's name. */
  keyOf(name: string): string | undefined;
  refused(what: 'items' | 'bytes'): Failure;
}

export type FormFile = Pick<File, 'filepath' | 'size'> & {
  readonly key: string;
  readonly name: string;
  readonly type: string;
};

interface MultipartForm {
  readonly texts: Readonly<Record<string, string | readonly string[]>>;
  readonly files: readonly FormFile[];
}

/** Bytes parsed per turn of the event loop; the costliest content takes some milliseconds. */
const STEP = 16 * 2 ** 10;

/** A step with this many parts is costly: each part takes some 50 µs. */
const FEW_PARTS = 8;

/** Costly steps of all forms: one in a turn of the event loop, by account or network, so that calls of others go between them. */
const costly = new Turns<unknown>({ total: 1, each: 1 });

/** Reads a multipart body with koa-body. Throws a 400 for invalid or incomplete multipart, and a 413 for long headers or too many texts. */
export async function readMultipart(
  ctx: Context,
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  texts: Texts,
  files: Files | null,
): Promise<MultipartForm> {
  const keys: string[] = [];
  const charsets = new Map<string, CsvEncoding>();
  let refused = false;
  let parts = 0;
  const whose: unknown = ctx.state?.userId ?? network(ctx.ip);

  /** The pieces for koa-body. They stop after a refusal, so that no further piece is awaited. */
  async function* steps(): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length; at += STEP) {
        const before = parts;
        yield piece.subarray(at, at + STEP);
        await nextTurn();
        if (parts - before > FEW_PARTS) await costly.run(whose, nextTurn);
        if (refused) return;
      }
    }
  }
  const request = Object.assign(Readable.from(steps(), { objectMode: false, highWaterMark: STEP }), {
    headers: ctx.req.headers,
  });
  const read = koaBody({
    multipart: true,
    multipartTypes: ['multipart'],
    urlencoded: false,
    json: false,
    text: false,
    patchNode: false,
    parsedMethods: Object.values(HttpMethodEnum),
    formidable: {
      maxFields: texts.most,
      maxFieldsSize: texts.bytes,
      ...(files && {
        maxFiles: files.most,
        maxFileSize: files.bytes,
        maxTotalFileSize: files.bytes,
        ...(typeof files.into === 'string'
          ? { uploadDir: files.into }
          : { fileWriteStreamHandler: files.into }),
      }),
      allowEmptyFiles: true,
      minFileSize: 0,
      onPart: readPart(
        (name) => files?.keyOf(name),
        keys,
        charsets,
        () => {
          parts += 1;
        },
      ),
      enabledPlugins: [boundedMultipart],
    },
  });
  try {
    await read(Object.create(ctx, { req: { value: request } }) as Context, async () => {});
    // The bytes after the last part count, too.
    await finished(request);
  } catch (error) {
    refused = true;
    throw failureOf(error, files);
  } finally {
    request.destroy();
  }
  const found = Object.entries(ctx.request.files ?? {}) as [place: string, file: File][];
  return {
    texts: decodedTexts(ctx.request.body as MultipartForm['texts'], charsets),
    files: found.map(([place, { filepath, size, originalFilename, mimetype }]) => ({
      filepath,
      size,
      key: keys[Number(place)]!,
      name: originalFilename ?? '',
      type: mimetype!,
    })),
  };
}

/** Properties that formidable's types lack. */
interface MultipartPart {
  name: string | null;
  mimetype: string | null;
  transferEncoding: string;
  transferBuffer: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Tells texts and files apart by the file name (RFC 7578, 4.2). formidable uses the content type, but .NET and Java clients send one for
 * texts too, and a transfer encoding that would be decoded twice. A refused file becomes an object, `name[file]`: no text input accepts it,
 * and its bytes count as the form's. formidable may report a small file before a larger earlier one, so a file's name becomes its index in
 * `keys`.
 */
function readPart(
  keyOf: Files['keyOf'],
  keys: string[],
  charsets: Map<string, CsvEncoding>,
  began: () => void,
): NonNullable<ExtendedFormidableOptions['onPart']> {
  return (given, handle) => {
    began();
    const part = given as unknown as MultipartPart;
    const name = part.name ?? '';
    if (part.transferEncoding === 'base64') decodeLines(part);
    const isFile = /;\s*filename\*?=/i.test(String(part.headers['content-disposition']));
    const key = isFile ? keyOf(name) : undefined;
    if (key !== undefined) {
      part.mimetype ??= 'application/octet-stream';
      part.name = String(keys.push(key) - 1);
    } else {
      // formidable and koa-body put texts into objects with a prototype.
      part.name = isFile ? `${name}[file]` : name === '__proto__' ? '__proto__[]' : name;
      part.mimetype = null;
      const charset = charsetOf(part.headers['content-type'] ?? '');
      if (charset !== 'utf-8') charsets.set(part.name, charset);
      // Keeps the bytes, so that bytes that are no text can be found.
      part.transferEncoding = 'latin1';
    }
    handle(given);
  };
}

function decodedTexts(
  given: MultipartForm['texts'],
  charsets: ReadonlyMap<string, CsvEncoding>,
): MultipartForm['texts'] {
  const decoded: Record<string, string | readonly string[]> = Object.create(null);
  for (const [name, texts] of Object.entries(given)) {
    const decode = (text: string): string =>
      decodeInput(Buffer.from(text, 'latin1'), charsets.get(name) ?? 'utf-8');
    decoded[name] = typeof texts === 'string' ? decode(texts) : texts.map(decode);
  }
  return decoded;
}

/** formidable decodes base64 in groups of four characters and counts line ends among them. */
function decodeLines(part: MultipartPart): void {
  let left = '';
  Object.defineProperty(part, 'transferBuffer', {
    get: () => left,
    set(text: string) {
      left = text.replace(/\s+/g, '');
    },
  });
}

/** Uncounted bytes of a part's headers: a name of 255 characters, a type and an encoding. */
const SMALL_HEADERS = 512;
/** Further bytes for the headers of all parts, for example for a file name in several spellings. */
const LONG_HEADERS = 8 * 2 ** 10;

/** An event of formidable's parser: a start, an end, or bytes in a buffer. */
interface ParserEvent {
  readonly name: string;
  readonly buffer?: Buffer;
  readonly start?: number;
  readonly end?: number;
}

/** Properties that formidable's types lack: its multipart parser, and how a plugin fails. */
interface ParserInternals {
  readonly _parser?: Transform;
  _error(error: Error): void;
}

/**
 * formidable's multipart reader with fixes. Headers are limited: its file name expression takes quadratic time, and 200 kB blocked the
 * event loop for 3.5 s. Bytes are joined: it reports each CR of a text alone, and 4 MiB of them took 2.3 s and 270 MB. Header pieces are
 * joined: it decodes each alone, which splits characters. Bodies without their last line are refused.
 */
const boundedMultipart: PluginFunction = function bounded(this: unknown, form, options) {
  multipart.call(this, form, options);
  const parsing = form as unknown as ParserInternals;
  const parser = parsing._parser;
  // Without a boundary, formidable creates no parser.
  if (!parser) return;
  const push = parser.push.bind(parser);
  const transform = parser._transform.bind(parser);
  const joined = new GrowingBuffer(STEP);
  let name = '';
  let own = 0;
  let beyond = 0;
  let isWhole = false;

  function pushJoined(): void {
    // A copy, because later bytes use the same buffer.
    const buffer = Buffer.from(joined.bytes);
    joined.clear();
    if (buffer.length > 0) push({ name, buffer, start: 0, end: buffer.length });
  }

  function mayHaveHeaders(bytes: number): boolean {
    beyond += Math.max(0, own + bytes - SMALL_HEADERS) - Math.max(0, own - SMALL_HEADERS);
    own += bytes;
    return beyond <= LONG_HEADERS;
  }

  parser.push = (event: ParserEvent | null): boolean => {
    if (event?.buffer) {
      if (event.name !== name) pushJoined();
      name = event.name;
      if (name === 'partData' || mayHaveHeaders(event.end! - event.start!))
        joined.add(event.buffer, event.start, event.end);
      else parsing._error(tooLarge());
      return true;
    }
    pushJoined();
    if (event?.name === 'partBegin') own = 0;
    if (event?.name === 'end') isWhole = true;
    return push(event);
  };
  parser._transform = (chunk, encoding, done) =>
    transform(chunk, encoding, (error) => {
      if (name === 'partData') pushJoined();
      done(error);
    });
  parser._flush = (done) => {
    if (!isWhole) parsing._error(malformed());
    done();
  };
};

/** Turns parser errors into our answers. Other errors are faults and pass on. */
function failureOf(error: unknown, files: Files | null): unknown {
  const { code, httpCode } = error as { code?: unknown; httpCode?: unknown };
  switch (code) {
    case errors.maxFilesExceeded:
      return files!.refused('items');
    case errors.biggerThanTotalMaxFileSize:
    case errors.biggerThanMaxFileSize:
      return files!.refused('bytes');
    default:
      if (httpCode === undefined) return error;
      return httpCode === 413 ? tooLarge() : malformed();
  }
}
