import { randomBytes } from 'node:crypto';
import type { Types } from 'mongoose';
import { insertBounded } from '../../common/changes/bounded-inserts.ts';
import { now } from '../../common/clock.ts';
import { IMAGE_ENDINGS } from '../../common/domain/image-types.ts';
import { Media, type MediaDocument } from '../../common/models/media.ts';
import { haveBytesRoom } from '../../common/quotas/bytes.ts';
import type { MadeImage } from '../../common/rendering/image.ts';
import { everywhere } from '../../common/store/everywhere.ts';
import { nextId } from '../../common/store/ids.ts';
import { readUpload, UploadGone } from '../../common/store/uploads.ts';

/** Bytes of a token: like a key of AES-128, it cannot be guessed. */
const TOKEN_BYTES = 16;
const TOKEN = /^[\w-]{22}$/;

export const MEDIA_PATH = '/media';

export const mediaFileName = ({ token, type }: Pick<MediaDocument, 'token' | 'type'>): string =>
  `${token}.${IMAGE_ENDINGS[type]}`;

/** Null: the account would exceed its stored bytes. */
export async function addMedia(
  { id: user_id, quotas }: { readonly id: number; readonly quotas: { readonly stored_bytes: number } },
  name: string,
  { bytes, ...made }: MadeImage,
  file_id: Types.ObjectId,
): Promise<number | null> {
  const _id = await nextId('media');
  const account = { id: user_id, limit: quotas.stored_bytes };
  const fits = () => haveBytesRoom(account, bytes.byteLength);
  const isInserted = await insertBounded(
    { rows: Media.of(user_id), most: 0, fits },
    {
      _id,
      user_id,
      name,
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
      ...made,
      bytes: bytes.byteLength,
      file_id,
      created_at: now(),
    },
  );
  return isInserted ? _id : null;
}

export async function findShownMedia(fileName: string): Promise<MediaDocument | null> {
  const [token = '', ending] = fileName.split('.', 2);
  const found = TOKEN.test(token) ? await everywhere(Media, 'tokens').findOne({ token }) : null;
  return found && ending === IMAGE_ENDINGS[found.type] ? found : null;
}

export async function readMedia({ user_id, file_id }: MediaDocument): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of readUpload(user_id, file_id, 0)) chunks.push(chunk);
  } catch (error) {
    if (error instanceof UploadGone) return null;
    throw error;
  }
  return Buffer.concat(chunks);
}
