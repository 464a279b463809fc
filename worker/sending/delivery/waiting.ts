import { resumeMailing } from '../../../common/changes/mailings.ts';
import { Mailing, type PauseReason } from '../../../common/models/mailings.ts';
import { mayMail } from '../../../common/quotas/may-mail.ts';
import { type Chore, sign } from '../../runtime/chore.ts';

/** Pauses that end without the owner: a new day begins, or an operator raises the quota or ends the suspension. */
const ENDING: PauseReason[] = ['quota', 'suspended'];

const WAITING = { state: 'open' as const, message_id: { $exists: false }, paused_reason: { $in: ENDING } };

/** Resumes mailings that were paused because of their account, once it may send again. */
export const resumeWaiting: Chore = {
  name: 'resumeWaiting',
  signs: [sign(Mailing, WAITING)],
  async run({ config }) {
    const paused = await Mailing.find(WAITING)
      .project<{ _id: string; user_id: number }>({ user_id: 1 })
      .toArray();
    const may = new Map<number, boolean>();
    for (const { _id, user_id } of paused) {
      if (!may.has(user_id)) may.set(user_id, (await mayMail(user_id, config)) === null);
      if (may.get(user_id)) await resumeMailing(_id, ENDING);
    }
  },
};
