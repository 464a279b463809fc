import mongoose from 'mongoose';

/** Bytes that MongoDB's files use, without the free space in them: of documents, compressed as they are, and of indexes. */
export async function bytesOnDisk(): Promise<{ data: number; indexes: number }> {
  const db = mongoose.connection.db!;
  // A checkpoint, after which the files have what was written.
  await db.admin().command({ fsync: 1 });
  const stats = await db.command({ dbStats: 1, freeStorage: 1 });
  return {
    data: stats['storageSize'] - stats['freeStorageSize'],
    indexes: stats['indexSize'] - stats['indexFreeStorageSize'],
  };
}
