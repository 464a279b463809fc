import { ContactChanges } from '../../common/models/contact-changes.ts';
import { newSegmentRefresh, SegmentRefresh } from '../../common/models/segment-refreshes.ts';
import { Segment } from '../../common/models/segments.ts';
import { dueRefreshes, segmentToRecheck, walkedSegment } from '../../common/queries/contact-changes.ts';
import { believedStatus } from '../../common/quotas/account-status.ts';
import { isDuplicateKey } from '../../common/store/connection.ts';
import { sign } from '../runtime/chore.ts';
import { defineJob, type End, type JobFailure, type RunEnd } from '../runtime/job.ts';
import { stepByStep } from '../runtime/turn.ts';
import { refreshChanged } from './changed.ts';
import { type HeldType, leaseType, releaseType } from './lease.ts';
import { ReadAhead } from './page.ts';
import { LeaseLost } from './settle.ts';
import { refreshWalked, type Walker } from './walk.ts';

/** One worker at a time does this for a type; the sweep finds unfinished work. */
export default defineJob('refresh-segments', {
  doing: 'Bringing recipients up to date',
  due: {
    signs: [sign(ContactChanges), sign(Segment, walkedSegment), sign(Segment, segmentToRecheck)],
    find: dueRefreshes,
  },
  async run({ contactTypeId, userId }, worker): Promise<RunEnd> {
    if (worker.stopping.aborted) return 'idle';
    // First: a failure after it would leave the lease until its end.
    const { limits } = await believedStatus(userId, worker.config);
    const leased = await leaseType(userId, contactTypeId);
    if (!leased) return 'idle';
    const held = { ...leased, mostRows: limits.derived_rows };
    let end: 'more' | undefined;
    let succeeded = false;
    try {
      const ahead = new ReadAhead();
      end = await stepByStep(
        'refresh-segments',
        worker,
        async (isOver) => held.lease.stands() && (await refreshNext(held, { worker, isOver, ahead })),
      );
      succeeded = true;
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      worker.log.warn(
        { contact_type_id: contactTypeId },
        'lease of a segment refresh lost; another worker continues',
      );
    } finally {
      await releaseType(held, succeeded).catch(() => held.lease.end());
    }
    return end;
  },
  giveUp: giveUpRefresh,
});

/** The members stay, and the segments show the failure. Audiences of sends are taken from the rules. */
async function giveUpRefresh(
  { contactTypeId }: { contactTypeId: number },
  { detail }: JobFailure,
): Promise<End> {
  const { _id, ...row } = newSegmentRefresh(contactTypeId);
  const write = () =>
    SegmentRefresh.updateOne({ _id }, { $set: { failed: detail }, $setOnInsert: row }, { upsert: true });
  await write().catch((error: unknown) => {
    if (isDuplicateKey(error)) return write();
    throw error;
  });
  return 'later';
}

/** Some changes of contacts, then one step of a walk, so that neither waits for all of the other. False: no work is left. */
export async function refreshNext(held: HeldType, walker: Walker): Promise<boolean> {
  const changed = await refreshChanged(held, walker.worker);
  if (changed) walker.ahead.drop();
  const walked = held.lease.stands() && (await refreshWalked(held, walker));
  return changed || walked;
}
