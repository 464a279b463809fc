import { malformed, tooLarge } from './failures.ts';

/** What the headers of a part say. */
export interface Part {
  readonly name: string;
  /** Null for a text. A part is a file by its file name (RFC 7578, 4.2): .NET and Java clients give texts a content type, too. */
  readonly fileName: string | null;
  readonly type: string;
}

/** Takes the bytes of a part as they come, and its end. */
export interface Sink {
  write(bytes: Buffer): void | Promise<void>;
  end(): void | Promise<void>;
}

type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Bytes of a part's headers that are not counted: a name of 255 characters, a type and an encoding. */
const SMALL_HEADERS = 512;
/** Bytes beyond that for the headers of all parts together, for example for a file name in several spellings. */
const LONG_HEADERS = 8 * 2 ** 10;

const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const CLOSING = Buffer.from('--');

/**
 * Reads the parts of a multipart body (RFC 2046, 5.1) from the pieces in which it arrives. Buffer searches each byte once, so the
 * time is in proportion to the bytes, whatever they are. Throws a 400 for what is not multipart or ends too early, and a 413 for long
 * headers or more than `most` parts.
 */
export async function readMultipart(
  pieces: Pieces,
  contentType: string,
  most: number,
  begin: (part: Part) => Sink | Promise<Sink>,
): Promise<void> {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`);
  const source = new Source(pieces);
  await source.passUntil(delimiter, () => {});
  let headersLeft = LONG_HEADERS;
  for (let parts = 1; !(await source.startsWith(CLOSING)); parts += 1) {
    if (!(await source.startsWith(LINE_END))) throw malformed();
    if (parts > most) throw tooLarge();
    const headers = await source.takeUntil(HEADERS_END, SMALL_HEADERS + headersLeft);
    headersLeft -= Math.max(0, headers.length - SMALL_HEADERS);
    const { encoding, ...part } = partOf(headers.toString('utf8', LINE_END.length));
    const sink = decodedInto(await begin(part), encoding);
    await source.passUntil(delimiter, (bytes) => sink.write(bytes));
    await sink.end();
  }
  await source.drain();
}

/** The bytes of a body that were not read yet. Its methods throw a 400 if it ends too early. */
class Source {
  readonly #pieces: AsyncIterator<Buffer> | Iterator<Buffer>;
  /** The first delimiter has no line before it, so its line end is put there. */
  #held: Buffer = LINE_END;

  constructor(pieces: Pieces) {
    this.#pieces =
      Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#pieces.next();
    if (done) throw malformed();
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
  }

  /** Passes on the bytes before `end`, and skips it. */
  async passUntil(end: Buffer, write: (bytes: Buffer) => void | Promise<void>): Promise<void> {
    for (;;) {
      const at = this.#held.indexOf(end);
      // The beginning of `end` may be the last bytes.
      const length = at === -1 ? this.#held.length - end.length + 1 : at;
      if (length > 0) {
        await write(this.#held.subarray(0, length));
        this.#held = this.#held.subarray(length);
      }
      if (at !== -1) {
        this.#held = this.#held.subarray(end.length);
        return;
      }
      await this.#more();
    }
  }

  /** The bytes before `end`, which is skipped. Throws a 413 if there are more than `most`. */
  async takeUntil(end: Buffer, most: number): Promise<Buffer> {
    for (;;) {
      const at = this.#held.subarray(0, most + end.length).indexOf(end);
      if (at !== -1) {
        const taken = this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + end.length);
        return taken;
      }
      if (this.#held.length >= most + end.length) throw tooLarge();
      await this.#more();
    }
  }

  async startsWith(bytes: Buffer): Promise<boolean> {
    while (this.#held.length < bytes.length) await this.#more();
    return this.#held.subarray(0, bytes.length).equals(bytes);
  }

  /** Reads what comes after the last part, which counts among the bytes of the body. */
  async drain(): Promise<void> {
    while (!(await this.#pieces.next()).done);
  }
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed();
  return boundary;
}

const HEADER = /^([a-z-]+):[ \t]*(.*)$/i;
/** A quoted text or a token (RFC 2616, 2.2). */
const NAME = /\bname=(?:"([^"]*)"|([^()<>@,;:\\"/[\]?={}\s]+))/i;
const FILE_NAME = /\bfilename=(?:"(.*?)"|([^()<>{}[\]@,;:"?=\s/]+))(?:$|;\s)/i;
/** A file may be named in RFC 5987's spelling alone. */
const IS_FILE = /;\s*filename\*?=/i;

const ENCODINGS = ['binary', '7bit', '8bit', 'utf-8', 'base64'] as const;
type Encoding = (typeof ENCODINGS)[number];

function partOf(headers: string): Part & { readonly encoding: Encoding } {
  const by = new Map<string, string>();
  for (const line of headers === '' ? [] : headers.split('\r\n')) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined) throw malformed();
    by.set(name.toLowerCase(), value!);
  }
  const disposition = by.get('content-disposition') ?? '';
  const [, quoted, token] = NAME.exec(disposition) ?? [];
  const given = by.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  const encoding = ENCODINGS.find((one) => one === given);
  if (!encoding) throw malformed();
  return {
    name: quoted ?? token ?? '',
    fileName: IS_FILE.test(disposition) ? fileNameOf(disposition) : null,
    type: by.get('content-type') ?? 'application/octet-stream',
    encoding,
  };
}

/** A file's name. Browsers write quotes as `%22`, and old ones a whole path and `&#1234;` for characters that the form's charset lacks. */
function fileNameOf(disposition: string): string {
  const [, quoted, token] = FILE_NAME.exec(disposition) ?? [];
  const name = quoted ?? token ?? '';
  return name
    .slice(name.lastIndexOf('\\') + 1)
    .replaceAll('%22', '"')
    .replace(/&#(\d{4});/g, (_, code: string) => String.fromCharCode(Number(code)));
}

/** A sink that decodes base64 if the part is encoded; mails have such parts, and some old programs send them. */
function decodedInto(sink: Sink, encoding: Encoding): Sink {
  if (encoding !== 'base64') return sink;
  let left = '';
  return {
    write(bytes) {
      const text = left + bytes.toString('latin1').replace(/\s+/g, '');
      const whole = text.length - (text.length % 4);
      left = text.slice(whole);
      return sink.write(Buffer.from(text.slice(0, whole), 'base64'));
    },
    async end() {
      await sink.write(Buffer.from(left, 'base64'));
      await sink.end();
    },
  };
}
