import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZippedFile {
  readonly name: string;
  readonly packed?: true;
  readonly bytes: AsyncIterable<string | Buffer>;
}

/** Milliseconds between two looks at a reader, and the bytes that it takes meanwhile at least: 17 kB/s. */
const [READ_MS, READ_BYTES] = [60_000, 2 ** 20];

/** Ends an archive whose reader is slow: it has a place that others wait for. An archive that waits for its files continues. */
function cutSlowReader(out: PassThrough, written: Readable, readMs: number): void {
  let bytes = 0;
  let [before, wasSlow] = [0, false];
  written.on('data', (piece: Buffer) => (bytes += piece.length));
  const timer = setInterval(() => {
    const taken = bytes - out.writableLength - out.readableLength;
    const isSlow = out.writableNeedDrain && taken - before < READ_BYTES;
    // At the first look, a large file may have just begun.
    if (isSlow && wasSlow) out.destroy(new Error('its reader is too slow'));
    [before, wasSlow] = [taken, isSlow];
  }, readMs).unref();
  out.once('close', () => clearInterval(timer));
}

/** A streamed ZIP archive of any size. A broken one has no directory at its end, so no program takes it for complete. */
export function zipOf(files: AsyncIterable<ZippedFile>, mtime: Date, readMs = READ_MS): Readable {
  const out = new PassThrough();
  const zip = new ZipFile();
  let reading: Readable | undefined;
  const fail = (error: unknown): void => {
    out.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  zip.on('error', fail);
  zip.outputStream.pipe(out);
  cutSlowReader(out, zip.outputStream as Readable, readMs);
  out.once('close', () => reading?.destroy());
  void writeAll().catch(fail);
  return out;

  async function writeAll(): Promise<void> {
    for await (const { name, packed, bytes } of files) {
      if (out.destroyed) return;
      const source = Readable.from(bytes, { objectMode: false });
      reading = source;
      zip.addReadStream(source, name, { mtime, compress: packed !== true });
      // The archive writes one file at a time. `finished` also handles errors of the source, which would otherwise end the process.
      await finished(source);
    }
    zip.end();
  }
}
