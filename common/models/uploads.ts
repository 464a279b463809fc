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
