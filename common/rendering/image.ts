import type { Metadata, Sharp, SharpOptions } from 'sharp';
import type { ImageType } from '../domain/image-types.ts';

// Decoding images of strangers happens only in processes that can be killed, and only of four formats.

/** Pixels of a picture at most: a camera's 50 megapixels. */
export const MOST_PIXELS = 50_000_000;
/** Pixels of all frames of an animation together: 40 frames of 600 × 500 took 4 s of the 5 s that there are for it. */
export const MOST_ANIMATED_PIXELS = 12_000_000;
export const MOST_FRAMES = 300;
/** Pixels of a side that are kept. Mails are 600 to 700 pixels wide, and fine screens show two for each. */
export const KEPT_SIDE = 2000;

export interface ImagePayload {
  readonly bytes: Uint8Array;
}

export interface MadeImage {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly bytes: Uint8Array;
}

/** unreadable: it is no whole PNG, JPEG, GIF or WebP. pixels, animation: it exceeds the limits above. */
export type ImageResult = MadeImage | { readonly problem: 'unreadable' | 'pixels' | 'animation' };

/** The readers of libvips that strangers' bytes may reach. Others read SVG, PDF, TIFF and more, or files. */
const READERS = ['Png', 'Jpeg', 'Nsgif', 'Webp'].map((name) => `VipsForeignLoad${name}Buffer`);

/**
 * Makes an image anew from its pixels alone: what else the file held (place and time of a photo, comments, programs, a second file) is gone. A photo stands
 * upright afterwards, and is made smaller where it has more pixels than a mail can show. A WebP becomes a GIF where it moves, a PNG where
 * it is see-through, else a JPEG, because some mail clients do not show WebP.
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
    // Without a limit, so that the answer can say that it has too many: this reads headers alone.
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
  // 82: differences to the original are not seen at the sizes of mails.
  return type === 'image/jpeg'
    ? shown.jpeg({ quality: 82, mozjpeg: true })
    : shown.png({ compressionLevel: 9 });
}
