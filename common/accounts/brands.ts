import { createHash } from 'node:crypto';
import { now } from '../clock.ts';
import { Brand, type BrandDocument, type Logo } from '../models/brands.ts';
import { Media, type MediaDocument } from '../models/media.ts';

export interface ShownBrand extends Pick<BrandDocument, 'colours' | 'heading_font' | 'text_font'> {
  readonly name: string;
  readonly logo: Omit<Logo, 'bytes'> | null;
  /** The logo in the media library, which comes before `logo`. */
  readonly image: MediaDocument | null;
  /** Null: never set. */
  readonly updated_at: Date | null;
}

export async function brandOf(userId: number): Promise<ShownBrand> {
  const found = await Brand.findOne<BrandDocument>({ _id: userId }, { projection: { 'logo.bytes': 0 } });
  const imageId = found?.logo_media_id ?? null;
  const image = imageId === null ? null : await Media.of(userId).findOne({ _id: imageId });
  if (!found) return { name: '', logo: null, image, updated_at: null };
  return { ...found, image };
}

/** The name and the uploaded logo; null leaves the logo as it is. */
export async function saveBrand(
  userId: number,
  name: string,
  logo: Omit<Logo, 'digest'> | null,
): Promise<void> {
  const digest = logo && createHash('sha256').update(logo.bytes).digest('hex');
  await changeBrand(userId, {
    name,
    ...(logo && { logo: { ...logo, digest: digest! }, logo_media_id: null }),
  });
}

export type BrandChange = Partial<Omit<BrandDocument, '_id' | 'updated_at'>>;

export async function changeBrand(userId: number, change: BrandChange): Promise<void> {
  await Brand.updateOne(
    { _id: userId },
    {
      $set: { ...change, updated_at: now() },
      $setOnInsert: {
        ...(change.name === undefined && { name: '' }),
        ...(change.logo === undefined && { logo: null }),
      },
    },
    { upsert: true },
  );
}

export async function removeLogo(userId: number): Promise<void> {
  await Brand.updateOne({ _id: userId }, { $set: { logo: null, logo_media_id: null, updated_at: now() } });
}

export async function findLogo(digest: string): Promise<{ type: Logo['type']; bytes: Buffer } | null> {
  const found = await Brand.findOne<Pick<BrandDocument, 'logo'>>(
    { 'logo.digest': digest },
    { projection: { 'logo.type': 1, 'logo.bytes': 1 }, promoteBuffers: true },
  );
  return found?.logo ?? null;
}
