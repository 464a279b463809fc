import { closeSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Types } from 'mongoose';
import { IMAGE_HEAD_BYTES, looksLikeImage } from '../../common/domain/image-types.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import {
  type ImageResult,
  type MadeImage,
  MOST_ANIMATED_PIXELS,
  MOST_FRAMES,
  MOST_PIXELS,
} from '../../common/rendering/image.ts';
import type { Renderer } from '../../common/rendering/renderer.ts';
import { storeChunks } from '../../common/store/uploads.ts';
import type { Account } from '../http/account.ts';
import type { UploadedFile } from '../http/body.ts';
import { invalidField, notRendered } from '../http/failures.ts';
import { refuse, upload } from '../http/inputs.ts';
import { stated } from '../http/typed-input.ts';
import { storeBytes } from './stored-bytes.ts';

/** Recognised by the first bytes. */
export const imageFile = stated(
  upload.custom((file: UploadedFile, helpers) =>
    looksLikeImage(readHead(file.path)) ? file : refuse(helpers, texts.image),
  ),
  { type: 'string', format: 'binary' },
);

function readHead(path: string): Buffer {
  const descriptor = openSync(path, 'r');
  try {
    const head = Buffer.alloc(IMAGE_HEAD_BYTES);
    return head.subarray(0, readSync(descriptor, head, 0, head.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

const MILLION = 1_000_000;

/** Writes the image again, in a process that can be killed. Throws if this fails, or is not possible now. */
export async function remadeImage(
  file: UploadedFile,
  account: Account,
  renderer: Renderer,
): Promise<MadeImage> {
  const bytes = new Uint8Array(await readFile(file.path));
  const computed = await renderer.compute('image', { bytes }, account.id, true);
  if (computed.state === 'later') throw notRendered(computed.busy);
  if (computed.state === 'failed') throw invalidField('file', texts.imageCost('file'));
  const made = computed.value as ImageResult;
  if (!('problem' in made)) return made;
  switch (made.problem) {
    case 'pixels':
      throw invalidField('file', texts.imagePixels('file', MOST_PIXELS / MILLION));
    case 'animation':
      throw invalidField('file', texts.animation('file', MOST_FRAMES, MOST_ANIMATED_PIXELS / MILLION));
    default:
      throw invalidField('file', texts.image('file'));
  }
}

/** Counts the bytes in the account's quota. */
export const storeImage = (account: Account, { bytes }: MadeImage): Promise<Types.ObjectId> =>
  storeBytes(account, bytes.byteLength, () => storeChunks(account.id, chunksOf(Buffer.from(bytes)), 'image'));

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
