import type { Logo } from '../../../common/models/brands.ts';

/** Maximum bytes of a logo: people open pages on phones. */
export const LOGO_BYTES = 100_000;
/** Maximum pixels of a side: an image of one colour is a small file, but takes four bytes per pixel in the browser. */
export const LOGO_PIXELS = 2000;

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

type Size = Pick<Logo, 'width' | 'height'>;

/** Reads type and size from a file's first bytes, whatever its name; null for other types or no size. */
export function readImage(bytes: Buffer): Omit<Logo, 'digest'> | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return withSize('image/png', bytes, pngSize(bytes));
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return withSize('image/jpeg', bytes, jpegSize(bytes));
  return null;
}

const withSize = (type: Logo['type'], bytes: Buffer, size: Size | null): Omit<Logo, 'digest'> | null =>
  size && size.width > 0 && size.height > 0 ? { type, ...size, bytes } : null;

/** The first chunk of a PNG is its header (PNG 11.2.1). */
const pngSize = (bytes: Buffer): Size | null =>
  bytes.length < PNG.length + 8
    ? null
    : { width: bytes.readUInt32BE(PNG.length), height: bytes.readUInt32BE(PNG.length + 4) };

/** Markers that begin a frame: SOF0 to SOF15 without DHT, JPG and DAC (ITU T.81, table B.1). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // Any number of fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}
