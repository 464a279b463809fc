import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ZipFile } from 'yauzl';

export class ReportRefusal extends Error {}

/** The first file of an archive, or the bytes themselves, as they are unpacked. Fails beyond `most` bytes. */
export async function* unpacked(bytes: Buffer, most: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of await streamOf(bytes)) {
    size += (chunk as Buffer).length;
    if (size > most) throw new ReportRefusal('too_large');
    yield chunk as Buffer;
  }
}

async function streamOf(bytes: Buffer): Promise<Readable> {
  const head = bytes.toString('hex', 0, 4);
  if (head.startsWith('1f8b')) return Readable.from([bytes], { objectMode: false }).pipe(createGunzip());
  if (head === '504b0304') return firstOfZip(bytes);
  return Readable.from([bytes], { objectMode: false });
}

async function firstOfZip(bytes: Buffer): Promise<Readable> {
  const { default: yauzl } = await import('yauzl');
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => reject(new ReportRefusal('no_file')));
    zip.on('entry', (entry) => {
      if (entry.fileName.endsWith('/')) return zip.readEntry();
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
    });
    zip.readEntry();
  });
}
