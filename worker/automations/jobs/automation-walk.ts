import { readMembers } from '../../../common/audience/members.ts';
import { recordEngagementOf } from '../../../common/audience/segment-members.ts';
import { now } from '../../../common/clock.ts';
import {
  Automation,
  type AutomationDocument,
  type AutomationWalk,
} from '../../../common/models/automations.ts';
import { believedStatus } from '../../../common/quotas/account-status.ts';
import { countedDerivedRows } from '../../../common/quotas/rows.ts';
import { ofAllAccounts, sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/job.ts';
import { stepByStep } from '../../runtime/turn.ts';
import { enroll } from '../enroll.ts';
import { entryOf } from '../enter.ts';
import { giveUpAutomation } from '../give-up.ts';
import { joinedMembers } from '../joined-members.ts';
import { nextTry, noteFull, walkWithoutRoom } from '../room.ts';

const walked = (at: Date) => ({ 'walk.at': { $type: 'date', $lte: at } }) as const;
const STEP = 1000;
let stepMembers = STEP;
/** For tests. */
export const useAutomationStep = (members = STEP): void => void (stepMembers = members);

/** Enrolls the contacts that were in the target when a custom automation went live, and members without room, each once. */
export default defineJob('automation-walk', {
  doing: 'Enrolling who was in the target',
  due: {
    signs: [sign(Automation, walked)],
    find: async (at) =>
      (await ofAllAccounts(Automation, walked(at))).map(({ _id, user_id }) => ({
        automationId: _id,
        userId: user_id,
      })),
  },
  async run({ automationId, userId }, worker) {
    const automations = Automation.of(userId);
    return stepByStep('automation-walk', worker, async (isOver) => {
      const automation = await automations.findOne({ _id: automationId });
      if (!automation?.walk) return false;
      const { walk } = automation;
      if (walk.full && walk.at > now()) return false;
      const next = walk.full
        ? await walkJoined(automation, walk, worker)
        : await walkMembers(automation, walk, worker, isOver);
      if (next === walk) return true;
      // One that was set live again, or whose target has further members without room, has a new walk.
      const { matchedCount } = await automations.updateOne(
        { _id: automationId, walk },
        { $set: { walk: next } },
      );
      return matchedCount !== 1 || (next !== null && next.at === walk.at);
    });
  },
  giveUp: ({ automationId, userId }, failure, worker) =>
    giveUpAutomation(userId, automationId, failure, worker),
});

const targetOf = ({ automation_for, deleted_at }: AutomationDocument) =>
  deleted_at === null ? automation_for : null;

/** One step; a repetition changes nothing. Returns the rest of the walk, or null. */
async function walkMembers(
  automation: AutomationDocument,
  walk: AutomationWalk,
  worker: WorkerContext,
  isOver: () => boolean,
): Promise<AutomationWalk | null> {
  const { user_id } = automation;
  const target = targetOf(automation);
  const refs = target && walk.after === 0 ? [target] : [];
  if (!(await recordEngagementOf(user_id, refs, isOver))) return walk;
  const members = target ? await readMembers(target, user_id, walk.after, stepMembers) : [];
  const entering = members.map((member) => ({ ...member, entered_at: walk.at }));
  if ((await enroll(automation, entering, worker)).length > 0) return withoutRoom(automation, walk, worker);
  return members.length < stepMembers ? null : { ...walk, after: members.at(-1)!._id };
}

/** The same for those who joined later. */
async function walkJoined(
  automation: AutomationDocument,
  walk: AutomationWalk,
  worker: WorkerContext,
): Promise<AutomationWalk | null> {
  const { user_id } = automation;
  const target = targetOf(automation);
  if (!target) return null;
  const { limits } = await believedStatus(user_id, worker.config);
  const most = limits.derived_rows;
  const isFull = most > 0 && (await countedDerivedRows.room(user_id, most)) === 0;
  if (isFull) return { ...walk, at: nextTry(now()) };
  const { members, last } = await joinedMembers(target, user_id, walk.after, stepMembers);
  const entering = members.flatMap((member) => {
    const entered_at = entryOf(automation, member.joined_at);
    return entered_at ? [{ ...member, entered_at }] : [];
  });
  if ((await enroll(automation, entering, worker)).length > 0) return withoutRoom(automation, walk, worker);
  return last === null ? null : { ...walk, after: last };
}

async function withoutRoom(
  automation: AutomationDocument,
  walk: AutomationWalk,
  { log }: WorkerContext,
): Promise<AutomationWalk> {
  const at = now();
  await noteFull(automation, at, log);
  return walkWithoutRoom(walk, at);
}
