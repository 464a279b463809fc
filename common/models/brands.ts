import { collection, model } from '../store/collection.ts';

const LOGO_TYPES = ['image/png', 'image/jpeg'] as const;

export interface Logo {
  type: (typeof LOGO_TYPES)[number];
  width: number;
  height: number;
  /** SHA-256 of the bytes in hexadecimal: part of its URL, so that browsers may cache it for good. */
  digest: string;
  bytes: Buffer;
}

/** Name and logo on the pages that recipients see. `_id` is the account's. Kept apart from the account, which each call reads. */
export interface BrandDocument {
  _id: number;
  /** `''`: none. */
  name: string;
  logo: Logo | null;
  updated_at: Date;
}

const schema = collection<BrandDocument>('brands');
schema.index({ 'logo.digest': 1 }, { partialFilterExpression: { 'logo.digest': { $gt: '' } } });

export const Brand = model<BrandDocument>('Brand', schema);
