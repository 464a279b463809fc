import type { Types } from 'mongoose';
import type { ImageType } from '../domain/image-types.ts';
import { collection, model } from '../store/collection.ts';

export interface MediaDocument {
  _id: number;
  user_id: number;
  /** Has no @, so that it holds no address. */
  name: string;
  /** Part of its public URL: 128 random bits, base64url. */
  token: string;
  type: ImageType;
  /** Pixels, of each frame. */
  width: number;
  height: number;
  /** More than 1: animated. */
  frames: number;
  bytes: number;
  file_id: Types.ObjectId;
  created_at: Date;
}

/** The list of an account, and the sum of its bytes. */
export const MEDIA_OF_ACCOUNT = Object.freeze({ user_id: 1, _id: 1, bytes: 1 } as const);

const schema = collection<MediaDocument>('media');
schema.index(MEDIA_OF_ACCOUNT);
schema.index({ token: 1 }, { unique: true });
// The sweep looks up files without an owner.
schema.index({ file_id: 1 });

export const Media = model<MediaDocument>('Media', schema);
