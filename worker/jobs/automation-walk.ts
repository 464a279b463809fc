import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { Automation } from '../../common/models/automations.ts';
import { rows } from '../../common/mongo.ts';
import { enroll } from '../automations/enroll.ts';
import type { WorkerContext } from '../context.ts';
import { readMembers } from '../delivery/members.ts';

/** Members that are enrolled and then checkpointed together. */
const STEP = 1000;

/**
 * Enrolls who was in a custom automation's target when it went live, from the last checkpoint on. However often and
 * wherever it runs, each enters once; a pause meanwhile keeps nobody out who was there.
 */
export async function automationWalk(
  { automationId }: JobPayloads['automation-walk'],
  worker: WorkerContext,
): Promise<void> {
  while (!worker.stopping.aborted) {
    const automation = await rows(Automation).findOne({ _id: automationId });
    if (!automation?.walk) return;
    const { walk, automation_for: target, deleted_at } = automation;
    const members = target && !deleted_at ? await readMembers(target, walk.after, STEP) : [];
    const entering = members.map((member) => ({ ...member, entered_at: walk.at }));
    await enroll(automation, entering, worker);
    const ended = members.length < STEP;
    const { matchedCount } = await rows(Automation).updateOne(
      // Set live again, it is walked anew.
      { _id: automationId, 'walk.at': walk.at, 'walk.after': walk.after },
      { $set: { walk: ended ? null : { at: walk.at, after: members.at(-1)!._id } } },
    );
    if (matchedCount === 1 && ended) return;
  }
}
