import type { ShownBrand } from '../../common/accounts/brands.ts';
import { MEDIA_PATH, mediaFileName } from './media.ts';

export const LOGOS_PATH = '/logos';

export interface ShownLogo {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** The logo of a brand: from the media library, else the one of the account page. */
export function logoOf({ image, logo }: Pick<ShownBrand, 'image' | 'logo'>): ShownLogo | null {
  const shown = image ?? logo;
  if (!shown) return null;
  const path = image ? `${MEDIA_PATH}/${mediaFileName(image)}` : `${LOGOS_PATH}/${logo!.digest}`;
  return { path, width: shown.width, height: shown.height };
}
