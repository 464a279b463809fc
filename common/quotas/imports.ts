import { Import } from '../models/imports.ts';
import { rows } from '../mongo.ts';
import { createReservations } from './reservations.ts';

/** Uploads that this process receives. */
const uploads = createReservations();

/** The index of open imports answers it. */
const openImports = (userId: number): Promise<number> =>
  rows(Import).countDocuments({ user_id: userId, state: { $in: ['waiting', 'running'] } });

/** Files of an account that are being uploaded here, wait for a worker or are being imported. */
export const countImports = async (userId: number): Promise<number> =>
  (await openImports(userId)) + uploads.of(userId);

/**
 * Reserves the place of an upload before its body is read. Answers what gives it back once the import is recorded, or
 * null where the account has as many as it may.
 */
export async function takeUploadPlace(userId: number, limit: number): Promise<(() => void) | null> {
  const reserved = uploads.add(userId, 1);
  let released = false;
  const release = (): void => {
    if (released) return;
    released = true;
    uploads.remove(userId, 1);
  };
  try {
    if (limit === 0 || (await openImports(userId)) + reserved <= limit) return release;
  } catch (error) {
    release();
    throw error;
  }
  release();
  return null;
}
