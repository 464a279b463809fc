import type { PartReader } from '../../../shared/workbook/xml-parts.ts';

/** A table in a chosen file: the file itself, or a file of an archive. */
export interface Table {
  readonly name: string;
  chunks(): AsyncIterable<Uint8Array>;
}

/** A file that can be read in parts. */
interface Entry {
  readonly name: string;
  readonly isPacked: boolean;
  readonly from: number;
  readonly bytes: number;
}

/** Bytes per read. */
const CHUNK_BYTES = 1024 * 1024;

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += CHUNK_BYTES) yield bytesOf(blob.slice(at, at + CHUNK_BYTES));
}

async function* unpacked(blob: Blob, form: 'gzip' | 'deflate-raw'): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().pipeThrough(new DecompressionStream(form)).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);
const GZIP = [0x1f, 0x8b];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

export type FileContents = readonly Table[] | 'workbook';

/** The tables of a file as the service finds them. Throws if an archive cannot be read. */
export async function openFile(file: File): Promise<FileContents> {
  const head = await bytesOf(file.slice(0, ZIP.length));
  if (startsWith(head, GZIP))
    return [{ name: file.name.replace(/\.gz$/i, ''), chunks: () => unpacked(file, 'gzip') }];
  if (!startsWith(head, ZIP)) return [{ name: file.name, chunks: () => slicesOf(file) }];
  const entries = await entriesOf(file);
  if (entries.some(({ name }) => name === 'xl/workbook.xml')) return 'workbook';
  return entries
    .filter(({ name }) => TABLE.test(name) && !HIDDEN.test(name))
    .map((entry) => ({ name: entry.name.replace(/^.*[/\\]/, ''), chunks: () => contentsOf(file, entry) }));
}

const TABLE = /\.(?:csv|tsv|txt)$/i;
/** Files that archivers of macOS add. */
const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.)/;

/** Records of a ZIP archive (APPNOTE.TXT 4.3): their signatures and lengths without names. */
const END = { mark: 0x06054b50, bytes: 22 };
const LISTED = { mark: 0x02014b50, bytes: 46 };
const LOCAL = { mark: 0x04034b50, bytes: 30 };
/** A comment may follow the end record. */
const COMMENT_MAX = 0xffff;
const DEFLATED = 8;

const viewOf = async (blob: Blob): Promise<DataView> => new DataView(await blob.arrayBuffer());

/** The files that the central directory lists. */
async function entriesOf(file: File): Promise<readonly Entry[]> {
  const tail = await viewOf(file.slice(-(END.bytes + COMMENT_MAX)));
  let end = tail.byteLength - END.bytes;
  while (end >= 0 && tail.getUint32(end, true) !== END.mark) end -= 1;
  if (end < 0) throw new Error('The archive has no end record.');
  const [count, from] = [tail.getUint16(end + 10, true), tail.getUint32(end + 16, true)];
  const list = await viewOf(file.slice(from, from + tail.getUint32(end + 12, true)));
  const entries: Entry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (list.getUint32(at, true) !== LISTED.mark) throw new Error('The archive has a damaged directory.');
    const [name, extra, comment] = [28, 30, 32].map((where) => list.getUint16(at + where, true));
    entries.push({
      name: new TextDecoder().decode(new Uint8Array(list.buffer, at + LISTED.bytes, name)),
      isPacked: list.getUint16(at + 10, true) === DEFLATED,
      from: list.getUint32(at + 42, true),
      bytes: list.getUint32(at + 20, true),
    });
    at += LISTED.bytes + name! + extra! + comment!;
  }
  return entries;
}

async function* contentsOf(file: File, { isPacked, from, bytes }: Entry): AsyncGenerator<Uint8Array> {
  const local = await viewOf(file.slice(from, from + LOCAL.bytes));
  if (local.getUint32(0, true) !== LOCAL.mark) throw new Error('The archive has a damaged file.');
  const begin = from + LOCAL.bytes + local.getUint16(26, true) + local.getUint16(28, true);
  const packed = file.slice(begin, begin + bytes);
  yield* isPacked ? unpacked(packed, 'deflate-raw') : slicesOf(packed);
}

/** The parts of a workbook. Reading them throws beyond `most` bytes in all. */
export async function partsOf(file: File, most: number): Promise<PartReader> {
  const entries = await entriesOf(file);
  let bytes = 0;
  async function* counted(entry: Entry): AsyncGenerator<Uint8Array> {
    for await (const chunk of contentsOf(file, entry)) {
      bytes += chunk.length;
      if (bytes > most) throw new Error('The workbook is too large when unpacked.');
      yield chunk;
    }
  }
  return (name) => {
    const entry = entries.find((one) => one.name === name);
    return entry ? counted(entry) : null;
  };
}
