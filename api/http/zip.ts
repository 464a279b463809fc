import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZippedFile {
  readonly name: string;
  readonly packed?: true;
  readonly bytes: AsyncIterable<string | Buffer>;
}

/** A streamed ZIP archive of any size. A broken one has no directory at its end, so no program takes it for complete. */
export function zipOf(files: AsyncIterable<ZippedFile>, mtime: Date): Readable {
  const out = new PassThrough();
  const zip = new ZipFile();
  let reading: Readable | undefined;
  const fail = (error: unknown): void => {
    out.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  zip.on('error', fail);
  zip.outputStream.pipe(out);
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
