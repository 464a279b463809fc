import type { Types } from 'mongoose';
import type { ImageType } from '../domain/image-types.ts';
import { collection, model } from '../store/collection.ts';

/** An image of an account's media library, as mails show it. */
export interface MediaDocument {
  _id: number;
  user_id: number;
  /** What people call it; without an @, so that it holds no address. */
  name: string;
  /** Names it in its public address: 128 random bits, base64url. */
  token: string;
  type: ImageType;
  /** Pixels, of each frame. */
  width: number;
  height: number;
  /** 1, unless it moves. */
  frames: number;
  /** Of the file that is stored and served. */
  bytes: number;
  file_id: Types.ObjectId;
  created_at: Date;
}

/** The index for the list of an account, and for the sum of its bytes. */
export const MEDIA_OF_ACCOUNT = Object.freeze({ user_id: 1, _id: 1, bytes: 1 } as const);

const schema = collection<MediaDocument>('media');
schema.index(MEDIA_OF_ACCOUNT);
schema.index({ token: 1 }, { unique: true });
// What the sweep asks for files that belong to none.
schema.index({ file_id: 1 });

export const Media = model<MediaDocument>('Media', schema);
