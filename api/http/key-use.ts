import { now } from '../../common/clock.ts';
import type { Logger } from '../../common/log.ts';
import { Key, type KeyDocument } from '../../common/models/keys.ts';

const EXACT_TO = 60_000;

/** Keys whose use is being written, so that a burst of calls makes one write. */
const underWay = new Set<string>();

/** Stores when a key was last used, to the minute. No call waits for the write or fails with it, and a crash may lose it. */
export function noteKeyUse(document: KeyDocument, log: Logger): void {
  const { _id: key, last_used_at: last } = document;
  const at = now();
  const stale = new Date(at.getTime() - EXACT_TO);
  if (underWay.has(key) || (last && last > stale)) return;
  underWay.add(key);
  // Other calls may use the same remembered document.
  document.last_used_at = at;
  void Key.of(document.user_id)
    .updateOne(
      // Another process may have written it first.
      { _id: key, $or: [{ last_used_at: null }, { last_used_at: { $lte: stale } }] },
      { $set: { last_used_at: at } },
      { writeConcern: { w: 1 } },
    )
    .catch((error: unknown) => log.debug({ err: error }, 'last use of a key not stored'))
    .finally(() => underWay.delete(key));
}
