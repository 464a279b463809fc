import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive. Its bytes are asked for when the files before it are written. */
export interface ZippedFile {
  readonly name: string;
  /** It is compressed already. */
  readonly packed?: true;
  readonly bytes: AsyncIterable<string | Buffer>;
}

/**
 * A ZIP archive that is written as its reader takes it, of any size. The files are asked for one by one. An archive that breaks off has no
 * directory at its end: no program takes it for a whole one.
 */
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
      // The next file is asked for once this one was read: the archive writes one after the other. `finished` also listens for errors of
      // the source, as the archive does not: an error without a listener ends the process.
      await finished(source);
    }
    zip.end();
  }
}
