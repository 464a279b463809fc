import { LRUCache } from 'lru-cache';
import { type ContactTypeCounts, countContacts } from '../changes/contact-counts.ts';
import { Budget, type GiveBack } from '../fairness/budget.ts';
import { ContactType } from '../models/contact-types.ts';

/** Milliseconds for which a count is reused while there is plenty of room … */
const BELIEVED_MS = 5000;
/** … for this many contacts more than requested: other processes add fewer in that time. */
const PLENTY = 25_000;

/** Living contacts in all contact types. */
export async function countAllContacts(userId: number): Promise<number> {
  const types = await ContactType.of(userId)
    .find({ deleted_at: null })
    .project<ContactTypeCounts>({ user_id: 1, contacts: 1, contacts_dirty_at: 1 })
    .toArray();
  let sum = 0;
  for (const count of (await countContacts(types)).values()) sum += count;
  return sum;
}

/** Contacts that calls and imports of this process are about to add. */
const adding = new Budget<number>();
/** The last count of each account, plus the contacts this process has added since. */
const counts = new LRUCache<number, { count: number }>({ max: 10_000, ttl: BELIEVED_MS });

/** Reserved places for new contacts. */
export interface ContactPlaces {
  readonly count: number;
  /** Few places are left: other processes may reserve the same. Absent for an account without a limit. */
  readonly isNear?: boolean;
  /** Call it when the contacts are written, or will not be. */
  readonly release: GiveBack;
}

/**
 * Reserves up to `wanted` places for contacts of an account. A count takes some milliseconds, so an account far from its limit is
 * counted every few seconds, and an account near it each time.
 */
export async function takeContactPlaces(
  userId: number,
  wanted: number,
  limit: number,
): Promise<ContactPlaces> {
  if (limit === 0 || wanted === 0) return { count: wanted, release: () => {} };
  const release = adding.hold(userId, wanted);
  const reserved = adding.of(userId);
  try {
    const known = counts.get(userId);
    if (known && limit - known.count - reserved >= PLENTY) {
      known.count += wanted;
      return { count: wanted, release };
    }
    const start = performance.now();
    const count = await countAllContacts(userId);
    counts.set(userId, { count: count + reserved }, { start });
    const others = reserved - wanted;
    return {
      count: Math.max(0, Math.min(wanted, limit - count - others)),
      isNear: limit - count - reserved < PLENTY,
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}
