import type { Part } from './design.ts';

/** Valid addresses of images: those of the web, and of placeholders. */
const IMAGE_ADDRESS = /^\s*(?:https?:\/\/|\(\()/i;

export const isImageAddress = (src: string | undefined): boolean => IMAGE_ADDRESS.test(src ?? '');

/** Earlier versions of the editor stored the drawing of an image to choose. */
export const isUnfitImage = ({ tag, attributes: { src } }: Part): boolean =>
  tag === 'mj-image' && src !== undefined && !isImageAddress(src);

/** Without the addresses that show no image; the check of the email reports the images that are missing. */
export function withFitImages(part: Part): Part {
  if (isUnfitImage(part)) {
    const { src: _, ...attributes } = part.attributes;
    return { ...part, attributes };
  }
  if (typeof part.inside === 'string') return part;
  const inside = part.inside.map(withFitImages);
  return inside.every((one, at) => one === part.inside[at]) ? part : { ...part, inside };
}

/** Shown on the canvas until an image is chosen; never stored. */
export function drawingOf(text: string): string {
  const label = text.replace(/[<>&"']/g, '');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect x="2" y="2" width="596" height="196" rx="8" fill="#f4f5f7" stroke="#8a94a3" stroke-width="2" stroke-dasharray="8 6"/>` +
    `<text x="300" y="108" font-family="sans-serif" font-size="24" text-anchor="middle" fill="#4a5361">${label}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
