import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import mongoose, { type Types } from 'mongoose';

/** Half as many majority writes as with the driver's 255 KiB, and still little memory. */
const CHUNK_BYTES = 512 * 2 ** 10;
/** Less than any file's id: partial indexes use it to cover the documents that have a file. */
export const NO_FILE = new mongoose.mongo.ObjectId('000000000000000000000000');

export const BUCKET = 'uploads';

/** By collection. The driver creates these only with the very first file; a restored store has files, and would lack them. */
export const UPLOAD_INDEXES = [
  { collection: `${BUCKET}.chunks`, fields: { files_id: 1, n: 1 }, unique: true },
  { collection: `${BUCKET}.files`, fields: { filename: 1, uploadDate: 1 }, unique: false },
] as const;

const { GridFSBucket, MongoRuntimeError } = mongoose.mongo;

/** GridFS, so that every worker reaches the files; writes wait for the majority. */
const bucket = () =>
  new GridFSBucket(mongoose.connection.db!, { bucketName: BUCKET, chunkSizeBytes: CHUNK_BYTES });

/** Copies a file from disk, a chunk at a time. A failed copy leaves nothing behind. */
export const storeUpload = (path: string, name: string): Promise<Types.ObjectId> =>
  storeChunks(createReadStream(path, { highWaterMark: CHUNK_BYTES }), name);

/** Stores chunks as a file. A failure leaves nothing behind. */
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

/** The file is missing or incomplete. */
export class UploadGone extends Error {}

/**
 * The bytes of a file from an offset, a chunk or two at a time; throws {@link UploadGone}. The driver's own stream reads as many
 * chunks as an answer holds, which took 40 MB more of a worker.
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

/** Overwrites bytes of a file, which keeps its length; throws {@link UploadGone}. Several processes may write into one file at once. */
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
    // If another process has overwritten a part of this chunk since it was read, it is read again.
    if (matchedCount === 1) done += part.length;
  }
}

/** A missing file is no error. */
export async function removeUpload(id: Types.ObjectId): Promise<void> {
  await bucket()
    .delete(id)
    .catch((error: unknown) => {
      if (!(error instanceof MongoRuntimeError && error.message.startsWith('File not found'))) throw error;
    });
}
