import { createReadStream } from 'node:fs';
import type { IndexDescription } from 'mongodb';
import mongoose, { type Types } from 'mongoose';
import type { Question } from './everywhere.ts';
import { ownOrOld } from './own-or-old.ts';

/** Half as many majority writes as with the driver's 255 KiB, and still little memory. */
const CHUNK_BYTES = 512 * 2 ** 10;
/** Less than any file's id: partial indexes use it to cover the documents that have a file. */
export const NO_FILE = new mongoose.mongo.ObjectId('000000000000000000000000');

const BUCKET = 'uploads';

/** The sweep walks the chunks by file. */
export const UPLOAD_COLLECTIONS: readonly {
  readonly name: string;
  readonly indexes: readonly IndexDescription[];
}[] = [
  {
    name: `${BUCKET}.chunks`,
    indexes: [{ key: { user_id: 1, files_id: 1, n: 1 }, unique: true }, { key: { files_id: 1 } }],
  },
  { name: `${BUCKET}.files`, indexes: [{ key: { filename: 1, uploadDate: 1 } }] },
];

interface StoredFile {
  _id: Types.ObjectId;
  user_id?: number | null;
  length: number;
  chunkSize: number;
  uploadDate: Date;
  filename: string;
}

interface StoredChunk {
  files_id: Types.ObjectId;
  user_id?: number | null;
  n: number;
  data: mongoose.mongo.Binary;
}

const files = () => mongoose.connection.db!.collection<StoredFile>(`${BUCKET}.files`);
const chunks = () => mongoose.connection.db!.collection<StoredChunk>(`${BUCKET}.chunks`);

const ofFile = (userId: number, id: Types.ObjectId) => ({ ...ownOrOld(userId), _id: id });
const chunksOf = (userId: number, id: Types.ObjectId) => ({ ...ownOrOld(userId), files_id: id });

/** Copies a file from disk, a chunk at a time. A failed copy leaves nothing behind. */
export const storeUpload = (userId: number, path: string, name: string): Promise<Types.ObjectId> =>
  storeChunks(userId, createReadStream(path, { highWaterMark: CHUNK_BYTES }), name);

/**
 * Stores bytes as a file in the form of GridFS, so that every worker reaches it. Each document names the account, which GridFS's own
 * writer cannot. Writes wait for the majority. A failure leaves nothing behind.
 */
export async function storeChunks(
  userId: number,
  bytes: AsyncIterable<Buffer>,
  filename: string,
): Promise<Types.ObjectId> {
  const _id = new mongoose.mongo.ObjectId();
  const [user_id, chunkSize] = [userId, CHUNK_BYTES];
  let length = 0;
  try {
    let n = 0;
    for await (const block of blocksOf(bytes)) {
      await chunks().insertOne({ files_id: _id, user_id, n, data: new mongoose.mongo.Binary(block) });
      n += 1;
      length += block.length;
    }
    await files().insertOne({ _id, user_id, length, chunkSize, uploadDate: new Date(), filename });
    return _id;
  } catch (error) {
    await removeUpload(userId, _id).catch(() => {});
    throw error;
  }
}

/** Blocks of {@link CHUNK_BYTES}; the last may be shorter. A block is valid until the next is read. */
async function* blocksOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const block = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let used = 0;
  for await (const part of bytes) {
    for (let at = 0; at < part.length; ) {
      const copied = part.copy(block, used, at);
      at += copied;
      used += copied;
      if (used < CHUNK_BYTES) continue;
      yield block;
      used = 0;
    }
  }
  if (used > 0) yield block.subarray(0, used);
}

/** The file is missing or incomplete. */
export class UploadGone extends Error {}

/**
 * The bytes of a file from an offset, a chunk or two at a time; throws {@link UploadGone}. The driver's own stream reads as many
 * chunks as an answer holds, which took 40 MB more of a worker.
 */
export async function* readUpload(
  userId: number,
  id: Types.ObjectId,
  offset: number,
): AsyncGenerator<Buffer> {
  const file = await files().findOne(ofFile(userId, id));
  if (!file) throw new UploadGone();
  const size = file.chunkSize;
  let n = Math.floor(offset / size);
  let skip = offset - n * size;
  const found = chunks()
    .find({ ...chunksOf(userId, id), n: { $gte: n } }, { promoteBuffers: true, batchSize: 2 })
    .sort({ n: 1 });
  for await (const chunk of found) {
    if (chunk.n !== n) throw new UploadGone();
    yield (chunk.data as unknown as Buffer).subarray(skip);
    n += 1;
    skip = 0;
  }
  if (n < Math.ceil(file.length / size)) throw new UploadGone();
}

/** Overwrites bytes of a file, which keeps its length; throws {@link UploadGone}. Several processes may write into one file at once. */
export async function overwriteUpload(
  userId: number,
  id: Types.ObjectId,
  offset: number,
  bytes: Buffer,
): Promise<void> {
  const file = await files().findOne(ofFile(userId, id), { projection: { chunkSize: 1 } });
  if (!file) throw new UploadGone();
  const size = file.chunkSize;
  for (let done = 0; done < bytes.length; ) {
    const n = Math.floor((offset + done) / size);
    const at = offset + done - n * size;
    const part = bytes.subarray(done, done + size - at);
    const chunk = await chunks().findOne({ ...chunksOf(userId, id), n });
    if (!chunk) throw new UploadGone();
    const before = chunk.data;
    const data = Buffer.from(before.buffer.subarray(0, before.position));
    part.copy(data, at);
    const { matchedCount } = await chunks().updateOne(
      { ...ownOrOld(userId), _id: chunk._id, data: before },
      { $set: { data: new mongoose.mongo.Binary(data) } },
    );
    // If another process has overwritten a part of this chunk since it was read, it is read again.
    if (matchedCount === 1) done += part.length;
  }
}

export async function renameUpload(userId: number, id: Types.ObjectId, filename: string): Promise<void> {
  await files().updateOne(ofFile(userId, id), { $set: { filename } });
}

/** A missing file is no error. */
export async function removeUpload(userId: number, id: Types.ObjectId): Promise<void> {
  await files().deleteOne(ofFile(userId, id));
  await chunks().deleteMany(chunksOf(userId, id));
}

const OF_ALL = { comment: 'files' satisfies Question };

/** Some files of all accounts, by id, after `last`. By chunks, because an upload that broke off has no file yet. */
export async function someUploads(
  last: Types.ObjectId,
  before: Types.ObjectId,
  most: number,
): Promise<Types.ObjectId[]> {
  const found = chunks().aggregate<{ _id: Types.ObjectId }>(
    [
      { $match: { files_id: { $gt: last, $lt: before } } },
      // MongoDB then skips from file to file in the index.
      { $sort: { files_id: 1 } },
      { $group: { _id: '$files_id' } },
      { $sort: { _id: 1 } },
      { $limit: most },
    ],
    OF_ALL,
  );
  return (await found.toArray()).map(({ _id }) => _id);
}

/** Removes a file without an owner, whose account is unknown. */
export async function removeStrayUpload(id: Types.ObjectId): Promise<void> {
  await files().deleteOne({ _id: id }, OF_ALL);
  await chunks().deleteMany({ files_id: id }, OF_ALL);
}
