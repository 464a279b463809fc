import { Budget, type GiveBack } from '../fairness/budget.ts';
import { Import, type ImportDocument } from '../models/imports.ts';
import type { Filter } from '../store/collection.ts';

/** Uploads that this process is receiving. */
const uploads = new Budget<number>();

/** Their index answers counts. */
export const OPEN_IMPORTS = { state: { $in: ['waiting', 'running'] } } satisfies Filter<ImportDocument>;

const openImports = (userId: number): Promise<number> => Import.of(userId).countDocuments(OPEN_IMPORTS);

/** Files being uploaded to this process, waiting for a worker or being imported. */
export const countImports = async (userId: number): Promise<number> =>
  (await openImports(userId)) + uploads.of(userId);

/**
 * Reserves a place before the body is read; the result releases it once the import is recorded. Null: no place is left. Other processes
 * may reserve the same place, so the insert counts again.
 */
export async function takeUploadPlace(userId: number, limit: number): Promise<GiveBack | null> {
  const release = uploads.hold(userId, 1);
  const reserved = uploads.of(userId);
  try {
    if (limit === 0 || (await openImports(userId)) + reserved <= limit) return release;
  } catch (error) {
    release();
    throw error;
  }
  release();
  return null;
}
