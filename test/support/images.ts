import { crc32, deflateSync } from 'node:zlib';

/** A chunk of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A PNG of this size that browsers show, grey all over. `data`: a chunk of so many bytes that nothing reads. */
export function pngOf(width: number, height: number, data = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  // Eight bits of grey.
  header[8] = 8;
  const lines = Buffer.alloc(height * (width + 1), 0x80);
  for (let line = 0; line < height; line += 1) lines[line * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(data > 0 ? [chunk('teXt', Buffer.alloc(data))] : []),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The beginning of a JPEG of this size: an application's segment, fill bytes, and the header of the frame. */
export const jpegOf = (width: number, height: number): Buffer =>
  Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.from('ffffffc0001108', 'hex'),
    Buffer.from([height >> 8, height & 0xff, width >> 8, width & 0xff]),
    Buffer.from('03012200021101031101', 'hex'),
  ]);

/** Segments of a JPEG, in hexadecimal, after which no reader finds a size. */
export const ENDLESS = ['ff', 'ffe00000', 'ffe00002', '00'] as const;

/** The start of a JPEG, and so many bytes of a segment. */
export const jpegWith = (segment: string, length: number): Buffer =>
  Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(length, Buffer.from(segment, 'hex'))]);
