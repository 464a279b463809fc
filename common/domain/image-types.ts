/** Stored and served types: all mail clients show them. An uploaded WebP is converted to one of them. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const IMAGE_ENDINGS: Readonly<Record<ImageType, string>> = Object.freeze({
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
});

export const IMAGE_HEAD_BYTES = 12;

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

/** Recognises PNG, JPEG, GIF and WebP by content. SVG is excluded, because it may contain programs. */
export function looksLikeImage(head: Buffer): boolean {
  const text = head.toString('latin1');
  return (
    head.subarray(0, PNG.length).equals(PNG) ||
    head.subarray(0, JPEG.length).equals(JPEG) ||
    text.startsWith('GIF87a') ||
    text.startsWith('GIF89a') ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP')
  );
}
