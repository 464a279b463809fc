import { tallyEnrollments } from '../../common/changes/enrollment-counts.ts';
import { mailingOfEmail } from '../../common/domain/mailing-keys.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Automation } from '../../common/models/automations.ts';
import {
  BRAKE_REASONS,
  type BrakeReason,
  Mailing,
  type MailingDocument,
} from '../../common/models/mailings.ts';
import { type HeldEmail, holdOfEmail } from '../../common/queries/email-holds.ts';
import { type AccountBrakeReason, BRAKES_OF_ACCOUNTS } from '../../shared/hold-reasons.ts';
import { endpoints } from '../http/endpoint.ts';
import { byUtr } from '../http/inputs.ts';
import { type EmailProgress, presentAutomationProgress } from '../present/automation-progress.ts';
import { figuresByEmail } from '../services/queries/automation-figures.ts';
import { livingAutomation } from '../services/queries/automations.ts';
import { progressOf } from '../services/queries/progress.ts';
import { NO_TROUBLES, type Troubles, troublesOf } from '../services/queries/trouble.ts';

type BrakedMailing = Pick<MailingDocument, '_id' | 'paused_detail'> & {
  paused_reason: BrakeReason | AccountBrakeReason;
};
type ListedHeldEmail = HeldEmail & { _id: number; utr: string; subject: string };

const isThere = (field: string) => ({ $cond: [{ $ifNull: [field, false] }, 'there', null] });

/** Reads the emails in their order. Reads only whether they have a template, because a template may have 2 MiB. */
const readEmails = (userId: number, automationId: number): Promise<ListedHeldEmail[]> =>
  AutomationSchedule.of(userId)
    .find({ automation_id: automationId })
    .project<ListedHeldEmail>({
      user_id: 1,
      utr: 1,
      subject: 1,
      sender_id: 1,
      template_id: 1,
      template_json: isThere('$template_json'),
      template_html: isThere('$template_html'),
      template_hold: 1,
    })
    .sort({ _id: 1 })
    .toArray();

export const automationProgress = endpoints({
  automationProgress: {
    input: byUtr,
    async run({ utr }, account) {
      const automation = await Automation.of(account.id).findOne(livingAutomation(utr));
      if (!automation) return null;
      const [tallies, emails, figures] = await Promise.all([
        tallyEnrollments(automation),
        readEmails(automation.user_id, automation._id),
        figuresByEmail(automation.user_id, [automation._id]),
      ]);
      const paused = await Mailing.of(account.id)
        .find({
          _id: { $in: emails.map((email) => mailingOfEmail(email._id)) },
          paused_reason: { $in: [...BRAKE_REASONS, ...BRAKES_OF_ACCOUNTS] },
        })
        .project<BrakedMailing>({ paused_reason: 1, paused_detail: 1 })
        .toArray();
      const pauses = new Map(paused.map((mailing) => [mailing._id, mailing]));
      const troubles = new Map<number, Troubles>();
      // One after the other: each may read many rows.
      for (const { schedule_id, troubled } of figures)
        troubles.set(schedule_id, await troublesOf(account.id, troubled));
      const shown = await Promise.all(
        emails.map(async (schedule): Promise<EmailProgress> => {
          const pause = pauses.get(mailingOfEmail(schedule._id));
          const hold = pause?.paused_reason ?? (await holdOfEmail(schedule));
          const held = hold === schedule.template_hold?.reason ? schedule.template_hold.detail : null;
          return {
            schedule,
            hold,
            detail: pause ? (pause.paused_detail ?? null) : held,
            figures: figures.find((one) => one.schedule_id === schedule._id)?.figures,
            troubles: troubles.get(schedule._id) ?? NO_TROUBLES,
          };
        }),
      );
      return presentAutomationProgress(progressOf(tallies), shown);
    },
  },
});
