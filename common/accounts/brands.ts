import { createHash } from 'node:crypto';
import { now } from '../clock.ts';
import { Brand, type BrandDocument, type Logo } from '../models/brands.ts';

export interface ShownBrand {
  readonly name: string;
  readonly logo: Omit<Logo, 'bytes'> | null;
}

export async function brandOf(userId: number): Promise<ShownBrand> {
  const found = await Brand.findOne<ShownBrand>({ _id: userId }, { projection: { 'logo.bytes': 0 } });
  return { name: found?.name ?? '', logo: found?.logo ?? null };
}

export async function saveBrand(
  userId: number,
  name: string,
  logo: Omit<Logo, 'digest'> | null,
): Promise<void> {
  const digest = logo && createHash('sha256').update(logo.bytes).digest('hex');
  const at = now();
  await Brand.updateOne(
    { _id: userId },
    {
      $set: { name, updated_at: at, ...(logo && { logo: { ...logo, digest: digest! } }) },
      ...(!logo && { $setOnInsert: { logo: null } }),
    },
    { upsert: true },
  );
}

export async function removeLogo(userId: number): Promise<void> {
  await Brand.updateOne({ _id: userId }, { $set: { logo: null, updated_at: now() } });
}

export async function findLogo(digest: string): Promise<{ type: Logo['type']; bytes: Buffer } | null> {
  const found = await Brand.findOne<Pick<BrandDocument, 'logo'>>(
    { 'logo.digest': digest },
    { projection: { 'logo.type': 1, 'logo.bytes': 1 }, promoteBuffers: true },
  );
  return found?.logo ?? null;
}
