import type { Metadata, Sharp, SharpOptions } from 'sharp';
import type { ImageType } from '../domain/image-types.ts';

// Uploaded images are decoded only in processes that can be killed, and only in four formats.

/** A camera's 50 megapixels. */
export const MOST_PIXELS = 50_000_000;
/** Pixels of all frames together: 40 frames of 600 × 500 took 4 s of the allowed 5 s. */
export const MOST_ANIMATED_PIXELS = 12_000_000;
export const MOST_FRAMES = 300;
/** Longest side in pixels. Mails are 600 to 700 pixels wide, and high-resolution screens use two for each. */
const KEPT_SIDE = 2000;

interface ImagePayload {
  readonly bytes: Uint8Array;
}

export interface MadeImage {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly bytes: Uint8Array;
}

/** unreadable: no complete PNG, JPEG, GIF or WebP · pixels, animation: above the limits. */
export type ImageResult = MadeImage | { readonly problem: 'unreadable' | 'pixels' | 'animation' };

/** The only libvips readers for uploaded bytes. Others read SVG, PDF, TIFF and more, or files. */
const READERS = ['Png', 'Jpeg', 'Nsgif', 'Webp'].map((name) => `VipsForeignLoad${name}Buffer`);

/**
 * Makes a new image from the pixels alone: all other data (place and time of a photo, comments, programs, a second file) is
 * dropped. A photo is turned upright, and scaled down if it has more pixels than a mail can show. WebP becomes GIF if animated,
 * PNG if transparent, else JPEG, because some mail clients do not show WebP.
 */
export async function image({ bytes }: ImagePayload, begin: () => void): Promise<ImageResult> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  begin();
  const open = (options: SharpOptions): Sharp =>
    sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', ...options });
  let head: Metadata;
  try {
    // Reads headers alone, so it needs no limit: the answer can report too many pixels.
    head = await open({ limitInputPixels: false }).metadata();
  } catch {
    return { problem: 'unreadable' };
  }
  const frames = head.pages ?? 1;
  const pixels = head.width * (head.pageHeight ?? head.height);
  if (pixels > MOST_PIXELS) return { problem: 'pixels' };
  if (frames > 1 && (frames > MOST_FRAMES || frames * pixels > MOST_ANIMATED_PIXELS))
    return { problem: 'animation' };
  const type = typeOf(head, frames);
  try {
    const shown = open({ animated: frames > 1 })
      .autoOrient()
      .resize({ width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await encoded(shown, type).toBuffer({ resolveWithObject: true });
    return {
      type,
      width: info.width,
      height: info.pageHeight ?? info.height,
      frames,
      bytes: data,
    };
  } catch {
    return { problem: 'unreadable' };
  }
}

function typeOf({ format, hasAlpha }: Metadata, frames: number): ImageType {
  if (format === 'gif' || frames > 1) return 'image/gif';
  if (format === 'jpeg') return 'image/jpeg';
  return format === 'png' || hasAlpha ? 'image/png' : 'image/jpeg';
}

function encoded(shown: Sharp, type: ImageType): Sharp {
  if (type === 'image/gif') return shown.gif({ effort: 3 });
  // 82: no visible difference at the sizes of mails.
  return type === 'image/jpeg'
    ? shown.jpeg({ quality: 82, mozjpeg: true })
    : shown.png({ compressionLevel: 9 });
}
