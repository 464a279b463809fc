import { now } from '../../../common/clock.ts';
import { withoutAddresses } from '../../../common/domain/without-address.ts';
import { Mailing, type ServerTrouble } from '../../../common/models/mailings.ts';
import type { Slice } from './slice.ts';

const HOUR = 3_600_000;
/** Shorter waits for limits are normal, and are not stored. */
const LIMIT_MS = 10_000;

/**
 * Stores on the mailing why no mail of a slice could be handed over, and since when. Returns the reason when this has lasted
 * for `GIVE_UP_HOURS`, so that the mailing is to pause; its rows use up no attempt.
 */
export async function noteServerTrouble({ mailing, progress, worker }: Slice): Promise<string | null> {
  const { unreached, reached } = progress;
  const { _id: key, user_id, message_id, server_trouble: known } = mailing;
  if (message_id !== undefined || unreached?.fault === 'aborted') return null;
  const mailings = Mailing.of(user_id);
  if (!unreached) {
    if (reached && known) await mailings.updateOne({ _id: key }, { $unset: { server_trouble: 1 } });
    return null;
  }
  const { host = null, fault, reason, retryInMs } = unreached;
  if (host === null && retryInMs < LIMIT_MS) return null;
  const at = now();
  const since = known && !reached ? known.since : at;
  if (at.getTime() - since.getTime() >= worker.config.giveUpHours * HOUR) {
    await mailings.updateOne({ _id: key }, { $unset: { server_trouble: 1 } });
    return reason;
  }
  const trouble: ServerTrouble = {
    host,
    reply: withoutAddresses(reason),
    class: fault === 'slow_down' ? 'slow' : 'relay',
    since,
    next_try_at: new Date(at.getTime() + retryInMs),
  };
  await mailings.updateOne({ _id: key, state: 'open' }, { $set: { server_trouble: trouble } });
  return null;
}
