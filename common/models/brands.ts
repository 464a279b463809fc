import type { MailFont } from '../../shared/mail-fonts.ts';
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

/** The look of the account's mails and of the pages that recipients see. `_id` is the account's. Kept apart from the account, which each call reads. */
export interface BrandDocument {
  _id: number;
  /** `''`: none. */
  name: string;
  /** Uploaded on the account page. */
  logo: Logo | null;
  /** The image of the media library that is the logo, and comes before `logo`. Absent or null: none. */
  logo_media_id?: number | null;
  /** `#rrggbb`, the main one first. Absent: none. */
  colours?: string[];
  heading_font?: MailFont | null;
  text_font?: MailFont | null;
  updated_at: Date;
}

const schema = collection<BrandDocument>('brands');
schema.index({ 'logo.digest': 1 }, { partialFilterExpression: { 'logo.digest': { $gt: '' } } });

export const Brand = model<BrandDocument>('Brand', schema);
