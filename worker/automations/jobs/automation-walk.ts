import { readMembers } from '../../../common/audience/members.ts';
import { recordEngagementOf } from '../../../common/audience/segment-members.ts';
import { Automation } from '../../../common/models/automations.ts';
import { ofAllAccounts, sign } from '../../runtime/chore.ts';
import { defineJob } from '../../runtime/job.ts';
import { stepByStep } from '../../runtime/turn.ts';
import { enroll } from '../enroll.ts';
import { giveUpAutomation } from '../give-up.ts';

const WALKED = { 'walk.at': { $type: 'date' } } as const;
const STEP = 1000;

/** Enrolls the contacts that were in the target when a custom automation went live, each once, despite pauses. */
export default defineJob('automation-walk', {
  doing: 'Enrolling who was in the target',
  due: {
    signs: [sign(Automation, WALKED)],
    find: async () =>
      (await ofAllAccounts(Automation, WALKED)).map(({ _id, user_id }) => ({
        automationId: _id,
        userId: user_id,
      })),
  },
  async run({ automationId, userId }, worker) {
    const automations = Automation.of(userId);
    return stepByStep('automation-walk', worker, async (isOver) => {
      const automation = await automations.findOne({ _id: automationId });
      if (!automation?.walk) return false;
      const { walk, automation_for: target, deleted_at } = automation;
      const refs = target && walk.after === 0 ? [target] : [];
      if (!(await recordEngagementOf(userId, refs, isOver))) return true;
      const members = target && !deleted_at ? await readMembers(target, userId, walk.after, STEP) : [];
      const entering = members.map((member) => ({ ...member, entered_at: walk.at }));
      await enroll(automation, entering, worker);
      const ended = members.length < STEP;
      const { matchedCount } = await automations.updateOne(
        // An automation that was set live again has a new walk.
        { _id: automationId, 'walk.at': walk.at, 'walk.after': walk.after },
        { $set: { walk: ended ? null : { at: walk.at, after: members.at(-1)!._id } } },
      );
      return matchedCount !== 1 || !ended;
    });
  },
  giveUp: ({ automationId, userId }, failure, worker) =>
    giveUpAutomation(userId, automationId, failure, worker),
});
