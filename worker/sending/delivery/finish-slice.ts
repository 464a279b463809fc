import {
  type BouncedAddress,
  clearSuspicions,
  noteBouncedAddresses,
} from '../../../common/changes/bounced-addresses.ts';
import { noteEngagement } from '../../../common/changes/engagement-dates.ts';
import { pauseMailing, pauseOnce } from '../../../common/changes/mailings.ts';
import { countReplies } from '../../../common/changes/reply-counts.ts';
import { returnMailPlaces } from '../../../common/quotas/mails.ts';
import { untilBack } from '../ledger/until-back.ts';
import { closeBatch, releaseBatch } from './close-batches.ts';
import { rowsOf } from './open-rows.ts';
import { brakeForBounces, pauseRefused, repliesInLedger, settleDomains } from './refusing-domains.ts';
import { noteServerTrouble } from './server-trouble.ts';
import { hasPlace, isThrough, type Slice } from './slice.ts';

/** done: all rows have an outcome · released: the rest is retried · paused: refusals or quota · lost: the lease */
export type SliceEnd = 'done' | 'released' | 'paused' | 'lost';

/** Waits for all outcomes, then closes the batch or puts it back. Afterwards the rows aside no longer count as waiting at their domains. */
export async function finish(slice: Slice): Promise<SliceEnd> {
  const { worker, held, mailing, rows } = slice;
  const end = await settle(slice).finally(() => rows.aside.clear());
  worker.log.debug(
    { mailing_id: mailing._id, batch_id: held.found._id, rows: rows.open.length, end },
    'slice ended',
  );
  return end;
}

async function settle(slice: Slice): Promise<SliceEnd> {
  const { worker, held, mailing, known, recorder, progress } = slice;
  const { places } = known;
  await Promise.all([
    recorder.flush(),
    untilBack(() => returnMailPlaces(places, places.count - progress.used)),
  ]);
  const paused = await untilBack(() => settleReplies(slice));
  if (!paused) return closeOrRelease(slice);
  worker.log.error({ mailing_id: mailing._id, reason: paused }, 'mailing paused');
  await releaseBatch(held);
  return 'paused';
}

async function closeOrRelease(slice: Slice): Promise<SliceEnd> {
  const { worker, held, mailing, rows, recorder, progress } = slice;
  const { unreached } = progress;
  if (!held.lease.stands()) return 'lost';
  const through = isThrough(slice);
  if (!through && !hasPlace(slice)) {
    await pauseMailing(mailing.user_id, mailing._id, 'quota');
    await releaseBatch(held);
    return 'paused';
  }
  if (!through || rows.isPart || progress.leftMs > 0 || unreached || slice.standstill.found()) {
    if (unreached)
      worker.log.warn(
        { mailing_id: mailing._id, reason: unreached.reason },
        'no mail server reachable; the batch is retried later',
      );
    await releaseBatch(held, unreached?.retryInMs ?? progress.leftMs);
    return 'released';
  }
  // Note this before the batch is closed: if the worker dies in between, the next holder notes it again.
  await noteEngagement(mailing.user_id, held.found);
  const isWhole = rows.open.length === held.found.last - held.found.first + 1;
  // From here on outcomes of its rows from other batches need marks of their own.
  worker.recorder.closed(held.found._id);
  return (await closeBatch(held, isWhole ? recorder.figures() : null)) ? 'done' : 'lost';
}

/** Call it before the batch is closed: if the worker dies, the next holder finds the replies in the rows. Returns why the mailing paused, or null. */
async function settleReplies(slice: Slice): Promise<string | null> {
  const { held, mailing, replies, progress } = slice;
  const { _id: key, user_id } = mailing;
  const { unreached, cleared } = progress;
  if (unreached && isOurs(unreached.fault)) {
    await pauseMailing(user_id, key, 'refused', unreached.reason);
    return unreached.reason;
  }
  const lasting = await noteServerTrouble(slice);
  if (lasting !== null) {
    await pauseMailing(user_id, key, 'refused', lasting);
    return lasting;
  }
  await clearSuspicions(user_id, cleared);
  await noteUnknown(slice);
  await countReplies(user_id, replies.counts());
  const isTakenOver = held.found.lease_token !== null;
  const heard = isTakenOver ? await repliesInLedger(user_id, rowsOf(held.found)) : replies.heard;
  if ((isTakenOver || replies.isTroubled) && (await settleDomains(user_id, key, heard)))
    return 'parked domains';
  const stop = replies.stopAtEnd();
  if (stop?.reason === 'refused') await pauseRefused(user_id, key, stop.detail);
  else if (stop) await pauseOnce(user_id, key, 'bounces', stop.reason, stop.detail);
  if (stop) return stop.reason;
  if (replies.counts().gone === 0 || mailing.brakes?.includes('bounces')) return null;
  return (await brakeForBounces(user_id, key)) ? 'too_many_bounces' : null;
}

/** Suspects addresses that were refused for an unknown reason, unless their domain refuses most mails so. Only the end of a slice shows that. */
async function noteUnknown({ mailing, replies, progress }: Slice): Promise<void> {
  const noted: BouncedAddress[] = [];
  for (const { row, domain, reply } of progress.unknown) {
    if (await replies.refusesUnknown(domain)) continue;
    noted.push({
      user_id: mailing.user_id,
      email: row.email,
      class: 'unknown',
      reply,
      mailing: mailing._id,
      delivery: row._id,
      believes: async () => true,
    });
  }
  await noteBouncedAddresses(noted);
}

/** Whether a fault lasts until a person fixes it. It pauses the send. */
const isOurs = (fault: string): boolean => fault === 'login' || fault === 'tls' || fault === 'greeting';
