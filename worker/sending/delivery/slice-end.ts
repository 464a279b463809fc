import { clearSuspicions } from '../../../common/changes/bounced-addresses.ts';
import { noteEngagement } from '../../../common/changes/engagement-dates.ts';
import { pauseMailing, pauseOnce } from '../../../common/changes/mailings.ts';
import { countReplies } from '../../../common/changes/reply-counts.ts';
import { returnMailPlaces } from '../../../common/quotas/mails.ts';
import { untilBack } from '../ledger/until-back.ts';
import { closeBatch, releaseBatch } from './batches.ts';
import { rowsOf } from './open-rows.ts';
import { isThrough, type Slice } from './slice-state.ts';
import { brakeForBounces, pauseRefused, repliesInLedger, settleDomains } from './standing.ts';

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
  const stopped = await untilBack(() => settleReplies(slice));
  if (stopped) {
    worker.log.error({ mailing: mailing._id, reason: stopped }, 'paused');
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
  if (!through || slice.isPart || slice.leftMs > 0 || unreached || slice.standstill.found()) {
    if (unreached)
      worker.log.warn({ mailing: mailing._id, reason: unreached.reason }, 'no mail server is there');
    await releaseBatch(held, unreached?.retryInMs ?? slice.leftMs);
    return 'released';
  }
  // Before the batch is closed: if the worker dies between the two writes, the next holder notes it again.
  await noteEngagement(mailing.user_id, held.found);
  const isWhole = slice.open.length === held.found.last - held.found.first + 1;
  // From here on outcomes of its rows, from other batches, rely on marks of their own.
  worker.recorder.closed(held.found._id);
  return (await closeBatch(held, isWhole ? slice.recorder.figures() : null)) ? 'done' : 'lost';
}

/**
 * Writes what the slice heard, before its batch is closed: if the worker dies, the next holder finds it in the rows. Answers why the
 * mailing is paused, if it is.
 */
async function settleReplies(slice: Slice): Promise<string | null> {
  const { replies, mailing, unreached, held } = slice;
  const { _id: key, user_id } = mailing;
  if (unreached && isOurs(unreached.fault)) {
    await pauseMailing(key, 'refused', unreached.reason);
    return unreached.reason;
  }
  await clearSuspicions(user_id, slice.cleared);
  await countReplies(user_id, replies.counts());
  const isTakenOver = held.found.lease_token !== null;
  const heard = isTakenOver ? await repliesInLedger(rowsOf(held.found)) : replies.heard;
  if ((isTakenOver || replies.isTroubled()) && (await settleDomains(key, heard))) return 'parked domains';
  const stop = replies.stopAtEnd();
  if (stop?.reason === 'refused') await pauseRefused(key, stop.detail);
  else if (stop) await pauseOnce(key, 'bounces', stop.reason, stop.detail);
  if (stop) return stop.reason;
  if (replies.counts().gone === 0 || mailing.brakes?.includes('bounces')) return null;
  return (await brakeForBounces(key)) ? 'too_many_bounces' : null;
}

/** These faults last until a person mends them, so the send is paused; the others pass. */
const isOurs = (fault: string): boolean => fault === 'login' || fault === 'tls' || fault === 'greeting';
