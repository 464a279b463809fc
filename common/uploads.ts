import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mongoose, { type Types } from 'mongoose';
import { Import } from './models/imports.ts';
import { rows } from './mongo.ts';

const BUCKET = 'uploads';
/** Half as many majority writes as with the driver's 255 KiB cost, and still little to hold. */
const CHUNK_BYTES = 512 * 2 ** 10;
/** Older than any upload under way, and than any job that has read a file and not yet said so. */
const STRAY_MS = 24 * 3600_000;

const { GridFSBucket, ObjectId, MongoRuntimeError } = mongoose.mongo;

/** Uploaded files lie in MongoDB, where every worker reaches them; writes wait for the majority as all ours do. */
const bucket = () =>
  new GridFSBucket(mongoose.connection.db!, { bucketName: BUCKET, chunkSizeBytes: CHUNK_BYTES });

/** Copies a file from disk, never holding more than a chunk of it. Nothing is left of one that fails. */
export async function storeUpload(path: string, name: string): Promise<Types.ObjectId> {
  const upload = bucket().openUploadStream(name);
  try {
    await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), upload);
    return upload.id;
  } catch (error) {
    await upload.abort().catch(() => {});
    throw error;
  }
}

/**
 * The bytes of a file of this length from an offset on. The stream fails with what {@link isUploadGone} tells when there
 * is none.
 */
export const readUpload = (id: Types.ObjectId, offset: number, bytes: number): Readable =>
  // The driver takes an end that is not given for 0.
  bucket().openDownloadStream(id, { start: offset, end: bytes });

/** Removes a file; one that is gone already is no error. */
export async function removeUpload(id: Types.ObjectId): Promise<void> {
  await bucket()
    .delete(id)
    .catch((error: unknown) => {
      if (!isUploadGone(error)) throw error;
    });
}

/** Whether an error says that there is no such file. */
export const isUploadGone = (error: unknown): boolean =>
  error instanceof MongoRuntimeError && /^File(NotFound:| not found for id)/.test(error.message);

/** Removes what a crash left of files that belong to no import; answers how many. For the sweep, now and then. */
export async function removeStrayUploads(now: Date): Promise<number> {
  const before = ObjectId.createFromTime(Math.floor((now.getTime() - STRAY_MS) / 1000));
  const chunks = mongoose.connection.db!.collection(`${BUCKET}.chunks`);
  const old: Types.ObjectId[] = await chunks.distinct('files_id', { files_id: { $lt: before } });
  const kept = await rows(Import).distinct('file_id', { file_id: { $in: old } });
  const strays = old.filter((id) => !kept.some((one) => one?.equals(id)));
  for (const id of strays) await removeUpload(id);
  return strays.length;
}
