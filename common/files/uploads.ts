import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import mongoose, { type Types } from 'mongoose';
import { Import } from '../models/imports.ts';
import { Media } from '../models/media.ts';
import { Message } from '../models/messages.ts';
import { BUCKET, NO_FILE } from '../models/uploads.ts';

/** Half as many majority writes as with the driver's 255 KiB cost, and still little to hold. */
const CHUNK_BYTES = 512 * 2 ** 10;
/**
 * Older than any upload under way, and than any job that has read a file and not yet said so. With an hour between two
 * looks no file outlives its import by more than a day.
 */
const STRAY_MS = 22 * 3600_000;

const { GridFSBucket, ObjectId, MongoRuntimeError } = mongoose.mongo;

/** Uploaded files lie in MongoDB, where every worker reaches them; writes wait for the majority as all ours do. */
const bucket = () =>
  new GridFSBucket(mongoose.connection.db!, { bucketName: BUCKET, chunkSizeBytes: CHUNK_BYTES });

/** Copies a file from disk, never holding more than a chunk of it. Nothing is left of one that fails. */
export const storeUpload = (path: string, name: string): Promise<Types.ObjectId> =>
  storeChunks(createReadStream(path, { highWaterMark: CHUNK_BYTES }), name);

/** Stores what comes in chunks as a file. Nothing is left of one that fails. */
export async function storeChunks(chunks: AsyncIterable<Buffer>, name: string): Promise<Types.ObjectId> {
  const upload = bucket().openUploadStream(name);
  try {
    await pipeline(chunks, upload);
    return upload.id;
  } catch (error) {
    await upload.abort().catch(() => {});
    throw error;
  }
}

/** There is no such file, or not the whole of it. */
export class UploadGone extends Error {}

/**
 * The bytes of a file from an offset on, a chunk or two at a time; throws {@link UploadGone}. The driver's own stream
 * asks for as many chunks as an answer holds, which made 40 MB more of a worker.
 */
export async function* readUpload(id: Types.ObjectId, offset: number): AsyncGenerator<Buffer> {
  const db = mongoose.connection.db!;
  const file = await db.collection(`${BUCKET}.files`).findOne({ _id: id });
  if (!file) throw new UploadGone();
  const size = Number(file['chunkSize']);
  let n = Math.floor(offset / size);
  let skip = offset - n * size;
  const chunks = db
    .collection(`${BUCKET}.chunks`)
    .find({ files_id: id, n: { $gte: n } }, { promoteBuffers: true, batchSize: 2 })
    .sort({ n: 1 });
  for await (const chunk of chunks) {
    if (chunk['n'] !== n) throw new UploadGone();
    yield (chunk['data'] as Buffer).subarray(skip);
    n += 1;
    skip = 0;
  }
  if (n < Math.ceil(Number(file['length']) / size)) throw new UploadGone();
}

/**
 * Overwrites bytes of a file, which keeps its length; throws {@link UploadGone}. Several processes may write into one file at once.
 */
export async function overwriteUpload(id: Types.ObjectId, offset: number, bytes: Buffer): Promise<void> {
  const db = mongoose.connection.db!;
  const chunks = db.collection(`${BUCKET}.chunks`);
  const file = await db.collection(`${BUCKET}.files`).findOne({ _id: id }, { projection: { chunkSize: 1 } });
  if (!file) throw new UploadGone();
  const size = Number(file['chunkSize']);
  for (let done = 0; done < bytes.length; ) {
    const n = Math.floor((offset + done) / size);
    const at = offset + done - n * size;
    const part = bytes.subarray(done, done + size - at);
    const chunk = await chunks.findOne({ files_id: id, n });
    if (!chunk) throw new UploadGone();
    const before = chunk['data'] as mongoose.mongo.Binary;
    const data = Buffer.from(before.buffer.subarray(0, before.position));
    part.copy(data, at);
    const { matchedCount } = await chunks.updateOne(
      { _id: chunk._id, data: before },
      { $set: { data: new mongoose.mongo.Binary(data) } },
    );
    // Another process has overwritten a part of this chunk since it was read: it is read again.
    if (matchedCount === 1) done += part.length;
  }
}

/** Removes a file; one that is gone already is no error. */
export async function removeUpload(id: Types.ObjectId): Promise<void> {
  await bucket()
    .delete(id)
    .catch((error: unknown) => {
      if (!(error instanceof MongoRuntimeError && error.message.startsWith('File not found'))) throw error;
    });
}

/** Files that are looked at together. */
const LOOKED_AT = 1000;

/** Removes what a crash left of files that belong to no import, message or image; answers how many. For the sweep, now and then. */
export async function removeStrayUploads(at: Date): Promise<number> {
  const before = ObjectId.createFromTime(Math.floor((at.getTime() - STRAY_MS) / 1000));
  const chunks = mongoose.connection.db!.collection(`${BUCKET}.chunks`);
  let removed = 0;
  for (let last = NO_FILE; ; ) {
    // By their chunks: of an upload that broke off there is no file yet.
    const page = await chunks
      .aggregate<{ _id: Types.ObjectId }>([
        { $match: { files_id: { $gt: last, $lt: before } } },
        { $sort: { files_id: 1, n: 1 } },
        // With only the first of each, MongoDB goes from file to file in the index.
        { $group: { _id: '$files_id', first: { $first: '$n' } } },
        { $sort: { _id: 1 } },
        { $limit: LOOKED_AT },
      ])
      .toArray();
    const ids = page.map(({ _id }) => _id);
    const kept = await keptFiles(ids);
    const strays = ids.filter((id) => !kept.has(String(id)));
    for (const id of strays) await removeUpload(id);
    removed += strays.length;
    if (ids.length < LOOKED_AT) return removed;
    last = ids.at(-1)!;
  }
}

/** Those of the files that belong to an import, a message or an image. */
async function keptFiles(ids: Types.ObjectId[]): Promise<ReadonlySet<string>> {
  const kept = await Promise.all([
    Import.distinct('file_id', { file_id: { $gt: NO_FILE, $in: ids } }),
    Message.distinct('attached.file_id', { 'attached.file_id': { $gt: NO_FILE, $in: ids } }),
    Media.distinct('file_id', { file_id: { $in: ids } }),
  ]);
  return new Set(kept.flat().map(String));
}
