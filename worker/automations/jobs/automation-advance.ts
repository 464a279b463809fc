import { Automation } from '../../../common/models/automations.ts';
import { Batch, type BatchDocument } from '../../../common/models/batches.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { everywhere } from '../../../common/store/everywhere.ts';
import { sign } from '../../runtime/chore.ts';
import { defineJob } from '../../runtime/job.ts';
import { stepByStep } from '../../runtime/turn.ts';
import { giveUpMailing } from '../../sending/delivery/mailing-owner.ts';
import { endMoves, nextToMove } from '../batch-moves.ts';
import { type EndedRow, moveEnrollmentsOn } from '../move-on.ts';

const UNMOVED = { state: 'done', moves: true } as const;

/** A delivered batch is marked for this until the enrollments of all its contacts have moved on. */
export default defineJob('automation-advance', {
  doing: 'Moving people on to their next email',
  due: {
    signs: [sign(Batch, UNMOVED)],
    find: async () => {
      // The index alone answers it, whatever the number of batches.
      const keys = await everywhere(Batch, 'sweep').distinct('mailing', UNMOVED);
      const due = await everywhere(Mailing, 'sweep')
        .find({ _id: { $in: keys } }, { projection: { user_id: 1 } })
        .toArray();
      return due.map(({ _id, user_id }) => ({ mailing: _id, userId: user_id }));
    },
  },
  async run({ mailing: key, userId }, worker) {
    const mailing = await Mailing.of(userId).findOne({ _id: key }, { projection: { content: 0, links: 0 } });
    const automation =
      mailing?.automation_id && (await Automation.of(userId).findOne({ _id: mailing.automation_id }));
    if (!mailing || !automation) return undefined;
    return stepByStep('automation-advance', worker, async () => {
      const batch = await nextToMove(userId, key);
      if (!batch) return false;
      await moveEnrollmentsOn(automation, mailing, await readEnded(batch), worker);
      await endMoves(batch);
      return true;
    });
  },
  giveUp: giveUpMailing,
});

const readEnded = ({ mailing, user_id, first, last, ids }: BatchDocument): Promise<EndedRow[]> =>
  Delivery.of(user_id)
    .find({
      _id: ids === null ? { $gte: first, $lte: last } : { $in: ids },
      mailing,
      state: { $in: ['accepted', 'bounced', 'skipped', 'in_doubt'] },
    })
    .project<EndedRow>({ state: 1, accepted_at: 1, reply: 1, skip_reason: 1, email_norm: 1 })
    .toArray();
