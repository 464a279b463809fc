import { recordEngagementOf } from '../../../common/audience/segment-members.ts';
import { recordEngagement } from '../../../common/changes/engagement-dates.ts';
import { failpoint } from '../../../common/config/failpoints.ts';
import { BulkChange, type BulkChangeDocument, KEPT_DAYS } from '../../../common/models/bulk-changes.ts';
import { createDueFinder } from '../../../common/queries/due-finder.ts';
import { asksForEngagement } from '../../../common/queries/segment-filter.ts';
import { sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob, type RunEnd } from '../../runtime/job.ts';
import { QuotaExcess } from '../../runtime/row-quotas.ts';
import { turnMsOf } from '../../runtime/turn.ts';
import { applyStep, TargetGone } from '../apply.ts';
import { ended, expiryAfterDays, freeAt, type HeldChange, leaseChange, saveChange } from '../lease.ts';
import { ALL, nextMatches } from '../matches.ts';

const STEP = 500;
let step = STEP;
/** For tests. */
export const useBulkStep = (contacts = STEP): void => void (step = contacts);
const AT_ONCE = 200;

const findDue = createDueFinder(BulkChange, { fields: { user_id: 1 }, sort: { state: 1, _id: 1 } });

type BulkWorker = Pick<WorkerContext, 'config' | 'log' | 'ring' | 'stopping'>;

/** A step is stored before it is done. If its worker is killed, it is repeated without further effect and counted once. */
export default defineJob('bulk-change', {
  doing: 'Changing the contacts',
  due: {
    signs: [sign(BulkChange, freeAt)],
    find: async (at) => {
      const due = await findDue(freeAt(at), AT_ONCE);
      return due.map(({ _id, user_id }) => ({ bulkChangeId: _id, userId: user_id }));
    },
  },
  async run({ bulkChangeId, userId }, worker: BulkWorker): Promise<RunEnd> {
    if (worker.stopping.aborted) return 'idle';
    const held = await leaseChange(userId, bulkChangeId);
    if (!held) return 'idle';
    try {
      const became = await goOn(held, worker);
      const released = held.lease.release({ lease_until: null });
      // No worker leases an ended change: a failure now must not count against it.
      await (became === 'ended' ? released.catch(() => {}) : released);
      const { state, matched, done } = held.found;
      if (became === 'ended')
        worker.log.info({ bulk_change_id: bulkChangeId, state, matched, changed: done }, 'bulk change ended');
      return became === 'turn' ? 'more' : undefined;
    } catch (error) {
      // Release the lease, so that the next worker need not wait for its end. This fails if the store is away.
      await held.lease.release({ lease_until: null }).catch(() => {});
      throw error;
    } finally {
      held.lease.end();
    }
  },
  async giveUp({ bulkChangeId, userId }, { detail }) {
    const changes = BulkChange.of(userId);
    const failure = `It was given up. ${detail}.`;
    const free = { lease_token: null, lease_until: null };
    const { matchedCount } = await changes.updateOne(
      { _id: bulkChangeId, state: 'running' },
      { $set: { state: 'failed', failure, ...free, expires_at: expiryAfterDays(KEPT_DAYS) } },
    );
    if (matchedCount === 1) return 'held';
    await changes.updateOne(
      { _id: bulkChangeId, state: 'counting' },
      { $set: { ...ended('failed', failure), ...free } },
    );
    return 'ended';
  },
});

async function goOn(held: HeldChange, worker: BulkWorker): Promise<'ended' | 'turn' | 'left'> {
  const ends = performance.now() + turnMsOf('bulk-change');
  const isOver = (): boolean => worker.stopping.aborted || performance.now() > ends || !held.lease.stands();
  while (!worker.stopping.aborted) {
    if (performance.now() > ends) return 'turn';
    const { state } = held.found;
    if (state !== 'counting' && state !== 'running') return 'ended';
    const step = () => (state === 'counting' ? count(held, isOver) : change(held, worker));
    if (!(await orEnd(held, step))) return 'left';
  }
  return 'left';
}

/** A target, segment or field that was deleted, or a full quota, ends the change. */
async function orEnd(held: HeldChange, step: () => Promise<boolean>): Promise<boolean> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof TargetGone || error instanceof QuotaExcess)) throw error;
    return saveChange(held, ended('failed', error.message), { step: '' });
  }
}

/** Conditions on openings and clicks see what is recorded. False: `isOver` ended it. */
async function recordAsked({ user_id, where }: BulkChangeDocument, isOver: () => boolean): Promise<boolean> {
  if (asksForEngagement(where?.rule?.select_field ?? [])) return recordEngagement(user_id, isOver);
  const { segment_id } = where ?? {};
  return (
    segment_id === undefined || recordEngagementOf(user_id, [{ table: 'segments_', id: segment_id }], isOver)
  );
}

async function count(held: HeldChange, isOver: () => boolean): Promise<boolean> {
  const { found } = held;
  if (found.after === 0 && !(await recordAsked(found, isOver))) return held.lease.stands();
  const { ids, after } = await nextMatches(found, ALL);
  const matched = found.matched + ids.length;
  return saveChange(held, after >= found.last ? { matched, after: 0, state: 'ready' } : { matched, after });
}

async function change(held: HeldChange, worker: BulkWorker): Promise<boolean> {
  const { found } = held;
  if (!found.step) {
    if (await isStopped(found)) return saveChange(held, ended('cancelled'));
    const { ids, after } = await nextMatches(found, step);
    if (ids.length === 0) return saveChange(held, { after, ...(after >= found.last && ended('completed')) });
    if (!(await saveChange(held, { step: { ids: [...ids], after } }))) return false;
  }
  const { ids, after } = found.step!;
  await applyStep(found, ids, worker);
  failpoint('mid-bulk-change');
  // Set, not incremented, so that the driver may write it twice.
  const done = { after, done: found.done + ids.length };
  return saveChange(held, { ...done, ...(after >= found.last && ended('completed')) }, { step: '' });
}

const isStopped = async ({ _id, user_id }: BulkChangeDocument): Promise<boolean> =>
  (await BulkChange.of(user_id).findOne({ _id, stop: true }, { projection: { _id: 1 } })) !== null;
