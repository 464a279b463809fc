import { gzipSync } from 'node:zlib';

interface PackedFile {
  /** At most 100 bytes. */
  readonly name: string;
  readonly bytes: Buffer;
}

const BLOCK = 512;

/** A gzipped archive in the format ustar. The same files make the same bytes: gzip writes no time, and each file is of 1985, as npm has it. */
export const tgzOf = (files: readonly PackedFile[]): Buffer =>
  gzipSync(Buffer.concat([...files.flatMap(entryOf), Buffer.alloc(2 * BLOCK)]), { level: 9 });

const MTIME = Date.UTC(1985, 9, 26, 8, 15) / 1000;

function entryOf({ name, bytes }: PackedFile): Buffer[] {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): number =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
  header.write(name, 0, 100);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(bytes.length, 124, 12);
  octal(MTIME, 136, 12);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
}
