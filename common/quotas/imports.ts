import { Budget, type GiveBack } from '../fairness/budget.ts';
import { Import } from '../models/imports.ts';

/** Uploads that this process is receiving. */
const uploads = new Budget<number>();

/** Answered from the index of open imports. */
const openImports = (userId: number): Promise<number> =>
  Import.of(userId).countDocuments({ state: { $in: ['waiting', 'running'] } });

/** Files being uploaded to this process, waiting for a worker or being imported. */
export const countImports = async (userId: number): Promise<number> =>
  (await openImports(userId)) + uploads.of(userId);

/** Reserves a place before the body is read; the result releases it once the import is recorded. Null: no place is left. */
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
