/** Bytes that grow at their end, and the column of the line that is being written. */
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

/** Makes room for that many bytes more. */
export function reserve(writer: ByteWriter, extra: number): void {
  const needed = writer.at + extra;
  if (needed <= writer.bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, writer.bytes.length * 2));
  writer.bytes.copy(larger, 0, 0, writer.at);
  writer.bytes = larger;
}

/** Writes ASCII text as it is; the column counts from the text's last line break. */
export function writeAscii(writer: ByteWriter, text: string): void {
  reserve(writer, text.length);
  writer.at += writer.bytes.write(text, writer.at, 'latin1');
  const lineBreak = text.lastIndexOf('\n');
  writer.column = lineBreak === -1 ? writer.column + text.length : text.length - lineBreak - 1;
}

/** The same with text of any script, as UTF-8; the column counts characters. */
export function writeUtf8(writer: ByteWriter, text: string): void {
  reserve(writer, 3 * text.length);
  writer.at += writer.bytes.write(text, writer.at, 'utf8');
  writer.column += text.length;
}

/** A copy of what has been written. */
export const written = (writer: ByteWriter): Buffer => {
  const copy = Buffer.allocUnsafeSlow(writer.at);
  writer.bytes.copy(copy, 0, 0, writer.at);
  return copy;
};

const spare: ByteWriter[] = [];
/** Bytes of a new writer; most mails fit. */
const ROOM = 64 * 1024;
/** A writer that an unusually large mail made longer is not kept. */
const KEEP = 1024 * 1024;

/** A writer for one mail, to be returned once nobody reads its bytes any more; one that is not is simply lost. */
export const borrowWriter = (): ByteWriter => spare.pop() ?? byteWriter(ROOM);

export function returnWriter(writer: ByteWriter): void {
  if (writer.bytes.length <= KEEP) spare.push(writer);
}
