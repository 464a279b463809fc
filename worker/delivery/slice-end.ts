import { noteEngagement } from '../../common/changes/engagement-dates.ts';
import { pauseMailing } from '../../common/changes/mailings.ts';
import { returnMailPlaces } from '../../common/quotas/mails.ts';
import { untilBack } from '../ledger/until-back.ts';
import { closeBatch, releaseBatch } from './batches.ts';
import { isThrough, type Slice } from './slice-state.ts';

/**
 * How a slice ended. `done`: the batch is worked through. `released`: its time was up, it had only a part of the batch, no server
 * was reached, or sending was stopped. `paused`: servers refuse us, or the quota is used up. `lost`: another worker may have the lease.
 */
export type SliceEnd = 'done' | 'released' | 'paused' | 'lost';

/** Writes all outcomes, gives unused mails back to the quota, and then closes the batch or puts it back. */
export async function endSlice(slice: Slice): Promise<SliceEnd> {
  const { held, mailing, places, unreached, worker } = slice;
  await Promise.all([
    slice.recorder.flush(),
    untilBack(() => returnMailPlaces(places, places.count - slice.used)),
  ]);
  if (slice.refusedUs || (unreached && isOurs(unreached.fault))) {
    const reason = unreached?.reason ?? 'a run of refusals';
    worker.log.error({ mailing: mailing._id, reason }, 'paused: refused');
    await pauseMailing(mailing._id, 'refused');
    await releaseBatch(held);
    return 'paused';
  }
  if (!held.lease.stands()) return 'lost';
  const through = isThrough(slice);
  if (!through && slice.used >= places.count) {
    await pauseMailing(mailing._id, 'quota');
    await releaseBatch(held);
    return 'paused';
  }
  if (!through || slice.isPart || unreached || slice.standstill.found()) {
    if (unreached)
      worker.log.warn({ mailing: mailing._id, reason: unreached.reason }, 'no mail server is there');
    await releaseBatch(held, unreached?.retryInMs ?? 0);
    return 'released';
  }
  // Before the batch is closed: if the worker dies between the two writes, the next holder notes it again.
  await noteEngagement(mailing.user_id, held.found);
  const isWhole = slice.open.length === held.found.last - held.found.first + 1;
  // From here on outcomes of its rows, from other batches, rely on marks of their own.
  worker.recorder.closed(held.found._id);
  return (await closeBatch(held, isWhole ? slice.recorder.figures() : null)) ? 'done' : 'lost';
}

/** These faults last until a person mends them, so the send is paused; the others pass. */
const isOurs = (fault: string): boolean => fault === 'login' || fault === 'tls' || fault === 'greeting';
