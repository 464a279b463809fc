import { ContactType, type ContactTypeDocument } from '../models/contact-types.ts';
import { rows } from '../mongo.ts';
import { countContacts } from '../queries/contact-counts.ts';
import { createReservations } from './reservations.ts';

/** Milliseconds for which a count is believed while there is plenty of room … */
const BELIEVED_MS = 5000;
/** … which is this many contacts more than what is asked for: other processes add no more in that time. */
const PLENTY = 25_000;

type Counted = Pick<ContactTypeDocument, '_id' | 'contacts' | 'contacts_dirty_at'>;

/** The living contacts of an account, in all its types together. */
export async function countAllContacts(userId: number): Promise<number> {
  const types = await rows(ContactType)
    .find({ user_id: userId, deleted_at: null })
    .project<Counted>({ contacts: 1, contacts_dirty_at: 1 })
    .toArray();
  let sum = 0;
  for (const count of (await countContacts(types)).values()) sum += count;
  return sum;
}

const reservations = createReservations();
/** What was counted of an account, and what this process added to it since. */
const counts = new Map<number, { readonly until: number; count: number }>();
/** Accounts whose count is kept; then all are forgotten. */
const MOST = 10_000;

/** Places for contacts that are about to be added. */
export interface ContactPlaces {
  readonly count: number;
  /** To be called once they are written, or will not be. */
  release(): void;
}

/**
 * Takes up to `wanted` places for contacts of an account. Counting costs some milliseconds, so an account that is far
 * from its limit is counted every few seconds; near it, each time.
 */
export async function takeContactPlaces(
  userId: number,
  wanted: number,
  limit: number,
): Promise<ContactPlaces> {
  if (limit === 0 || wanted === 0) return { count: wanted, release: () => {} };
  const reserved = reservations.add(userId, wanted);
  let released = false;
  const release = (): void => {
    if (released) return;
    released = true;
    reservations.remove(userId, wanted);
  };
  try {
    const known = counts.get(userId);
    if (known && performance.now() < known.until && limit - known.count - reserved >= PLENTY) {
      known.count += wanted;
      return { count: wanted, release };
    }
    const until = performance.now() + BELIEVED_MS;
    const count = await countAllContacts(userId);
    if (counts.size >= MOST) counts.clear();
    counts.set(userId, { until, count: count + reserved });
    const others = reserved - wanted;
    return { count: Math.max(0, Math.min(wanted, limit - count - others)), release };
  } catch (error) {
    release();
    throw error;
  }
}
