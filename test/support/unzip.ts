import { inflateRawSync } from 'node:zlib';

/** The end of the directory, an entry of it, and how an entry without compression is marked (APPNOTE.TXT of PKWARE, 4.3 and 4.4.5). */
const [END, ENTRY, STORED] = [0x06054b50, 0x02014b50, 0];

/** The files of a small ZIP archive by their names; throws where it has no directory at its end. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('the archive has no directory');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error('the directory is damaged');
    const [method, packed] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const lengths = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + lengths[0]);
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(begin, begin + packed);
    files.set(name, method === STORED ? bytes : inflateRawSync(bytes));
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return files;
}
