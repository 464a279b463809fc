import { now } from '../../common/clock.ts';
import type { Logger } from '../../common/log.ts';
import { Key, type KeyDocument } from '../../common/models/keys.ts';
import { rows } from '../../common/mongo.ts';

/** Milliseconds for which a note of a key's use is good enough. */
const EXACT_TO = 60_000;

/** Keys whose use this process is just writing down: a burst of calls is one note. */
const underWay = new Set<string>();

/**
 * Notes when a key was last used, to the minute: its owner wants to know before revoking it. Nobody waits for that or
 * fails by it, and it need not outlive a crash of the store.
 */
export function noteKeyUse(document: KeyDocument, log: Logger): void {
  const { _id: key, last_used_at: last } = document;
  const at = now();
  const stale = new Date(at.getTime() - EXACT_TO);
  if (underWay.has(key) || (last && last > stale)) return;
  underWay.add(key);
  // It may be remembered for some more calls.
  document.last_used_at = at;
  void rows(Key)
    .updateOne(
      // Another process may have been quicker.
      { _id: key, $or: [{ last_used_at: null }, { last_used_at: { $lte: stale } }] },
      { $set: { last_used_at: at } },
      { writeConcern: { w: 1 } },
    )
    .catch((error: unknown) => log.debug({ err: error }, 'the use of a key was not noted'))
    .finally(() => underWay.delete(key));
}
