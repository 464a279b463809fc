import { Types } from 'mongoose';

/** Less than the id of each file: with it a partial index can have those that are there. */
export const NO_FILE = new Types.ObjectId('000000000000000000000000');

/** The bucket (GridFS) of uploaded files. */
export const BUCKET = 'uploads';

/**
 * The driver makes these only with the first file of all: a restored store has files, and would go without. By
 * collection: fields and options.
 */
export const UPLOAD_INDEXES = [
  { collection: `${BUCKET}.chunks`, fields: { files_id: 1, n: 1 }, unique: true },
  { collection: `${BUCKET}.files`, fields: { filename: 1, uploadDate: 1 }, unique: false },
] as const;
