export interface ByteWriter {
  bytes: Buffer;
  at: number;
  column: number;
}

export const byteWriter = (size: number): ByteWriter => ({
  bytes: Buffer.allocUnsafeSlow(size),
  at: 0,
  column: 0,
});

export function reserve(writer: ByteWriter, extra: number): void {
  const needed = writer.at + extra;
  if (needed <= writer.bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, writer.bytes.length * 2));
  writer.bytes.copy(larger, 0, 0, writer.at);
  writer.bytes = larger;
}

/** Writes ASCII unchanged; the column counts from the text's last line break. */
export function writeAscii(writer: ByteWriter, text: string): void {
  reserve(writer, text.length);
  writer.at += writer.bytes.write(text, writer.at, 'latin1');
  const lineBreak = text.lastIndexOf('\n');
  writer.column = lineBreak === -1 ? writer.column + text.length : text.length - lineBreak - 1;
}

/** Writes text of any script as UTF-8; the column counts characters. */
export function writeUtf8(writer: ByteWriter, text: string): void {
  reserve(writer, 3 * text.length);
  writer.at += writer.bytes.write(text, writer.at, 'utf8');
  writer.column += text.length;
}

/** Appends bytes and returns the whole, which is valid until the writer is used again. */
export function append(writer: ByteWriter, bytes: Buffer): Buffer {
  reserve(writer, bytes.length);
  bytes.copy(writer.bytes, writer.at);
  writer.at += bytes.length;
  return writer.bytes.subarray(0, writer.at);
}

export const written = (writer: ByteWriter): Buffer => {
  const copy = Buffer.allocUnsafeSlow(writer.at);
  writer.bytes.copy(copy, 0, 0, writer.at);
  return copy;
};

const spare: ByteWriter[] = [];
/** Initial size in bytes; most mails fit. */
const ROOM = 64 * 1024;
/** A larger writer is not reused, so one very large mail does not hold memory. */
const KEEP = 1024 * 1024;

/** Return a writer when its bytes are no longer read; otherwise it is garbage-collected. */
export const borrowWriter = (): ByteWriter => spare.pop() ?? byteWriter(ROOM);

export function returnWriter(writer: ByteWriter): void {
  if (writer.bytes.length <= KEEP) spare.push(writer);
}
