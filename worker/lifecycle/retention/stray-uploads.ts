import mongoose, { type Types } from 'mongoose';
import { Import } from '../../../common/models/imports.ts';
import { Media } from '../../../common/models/media.ts';
import { Message } from '../../../common/models/messages.ts';
import { everywhere } from '../../../common/store/everywhere.ts';
import { NO_FILE, removeStrayUpload, someUploads } from '../../../common/store/uploads.ts';

const { ObjectId } = mongoose.mongo;

/** More than any upload, or job between reading and recording. With hourly looks no file outlives its import by a day. */
const STRAY_MS = 22 * 3600_000;

const LOOKED_AT = 1000;

/** Where the walk of this process continues, since the files that stay are not marked. */
let walkedTo = NO_FILE;

export async function removeStrayUploads(at: Date, isOver: () => boolean = () => false): Promise<number> {
  const before = ObjectId.createFromTime(Math.floor((at.getTime() - STRAY_MS) / 1000));
  let removed = 0;
  while (!isOver()) {
    const ids = await someUploads(walkedTo, before, LOOKED_AT);
    const kept = await keptFiles(ids);
    const strays = ids.filter((id) => !kept.has(String(id)));
    for (const id of strays) await removeStrayUpload(id);
    removed += strays.length;
    walkedTo = ids.length < LOOKED_AT ? NO_FILE : ids.at(-1)!;
    if (ids.length < LOOKED_AT) break;
  }
  return removed;
}

async function keptFiles(ids: Types.ObjectId[]): Promise<ReadonlySet<string>> {
  const kept = await Promise.all([
    everywhere(Import, 'files').distinct('file_id', { file_id: { $gt: NO_FILE, $in: ids } }),
    everywhere(Message, 'files').distinct('attached.file_id', {
      'attached.file_id': { $gt: NO_FILE, $in: ids },
    }),
    everywhere(Media, 'files').distinct('file_id', { file_id: { $in: ids } }),
  ]);
  return new Set(kept.flat().map(String));
}
