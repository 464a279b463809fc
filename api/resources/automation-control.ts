import { forgetFailures } from '../../common/changes/job-failures.ts';
import { letEmailsGo } from '../../common/changes/mailings.ts';
import { note } from '../../common/changes/notices.ts';
import { releaseAutomation } from '../../common/changes/restored-holds.ts';
import { now } from '../../common/clock.ts';
import {
  AUTOMATION_STATUS,
  AUTOMATION_TYPE,
  Automation,
  type AutomationDocument,
} from '../../common/models/automations.ts';
import { allThere } from '../../common/queries/holds.ts';
import type { Account } from '../http/account.ts';
import { type CallOf, endpoints } from '../http/endpoint.ts';
import { byUtr } from '../http/inputs.ts';
import { livingAutomation, subjectsOfAutomations } from '../services/queries/automations.ts';
import { checkDerivedRows } from './row-quotas.ts';

/** The first unmet requirement for going live, as its conflict; null if all are met. */
async function unmetRequirement({ user_id, unsubscribe_group_id, automation_for }: AutomationDocument) {
  if (unsubscribe_group_id === null) return 'noGroup';
  // A deleted target has no recipients either.
  return automation_for === null || !(await allThere(user_id, [automation_for])) ? 'noRecipients' : null;
}

/** Each start and each pause is an event of its own. */
const eventOf = (
  kind: 'automation-live' | 'automation-paused',
  { _id, user_id }: AutomationDocument,
  at: Date,
) => ({ kind, user_id, subject: _id, occasion: at.getTime() });

export const automationControl = endpoints({
  automationPause: {
    input: byUtr,
    async run({ utr }, account, { log, conflict }) {
      const own = livingAutomation(utr);
      const at = now();
      const paused = await Automation.of(account.id).findOneAndUpdate(
        { ...own, status: AUTOMATION_STATUS.live },
        { $set: { status: AUTOMATION_STATUS.draft, updated_at: at, 'live_periods.$[now].to': at } },
        { arrayFilters: [{ 'now.to': null }] },
      );
      if (paused) {
        await note(eventOf('automation-paused', paused, at), log);
        return true;
      }
      if (!(await Automation.of(account.id).findOne(own, { projection: { _id: 1 } }))) return null;
      throw conflict('notLive');
    },
  },

  automationSetLive: {
    input: byUtr,
    run: ({ utr }, account, call) => setLive(account, livingAutomation(utr), call),
  },
});

/** Also resumes a live one that was stopped. Null if it does not exist. */
async function setLive(
  account: Account,
  own: ReturnType<typeof livingAutomation>,
  call: CallOf<'automationSetLive'>,
): Promise<true | null> {
  const automations = Automation.of(account.id);
  const automation = await automations.findOne(own);
  if (!automation) return null;
  // A person has checked it: failed steps are tried again, with a new count.
  await forgetFailures(await subjectsOfAutomations(automation.user_id, [automation._id]));
  if (automation.status === AUTOMATION_STATUS.live) {
    await releaseAutomation(automation.user_id, automation._id);
    await letEmailsGo(automation.user_id, automation._id);
    return true;
  }
  const unmet = await unmetRequirement(automation);
  if (unmet !== null) throw call.conflict(unmet);
  await checkDerivedRows(account);
  const at = now();
  const { modifiedCount } = await automations.updateOne(
    { ...own, status: AUTOMATION_STATUS.draft, updated_at: automation.updated_at },
    {
      $set: {
        status: AUTOMATION_STATUS.live,
        live_at: at,
        updated_at: at,
        hold_reason: null,
        hold_detail: null,
        // The contacts that are in the target now enter. An interrupted earlier walk finds the same contacts.
        ...(automation.automation_type === AUTOMATION_TYPE.custom && { walk: { at, after: 0 } }),
      },
      $push: { live_periods: { from: at, to: null } },
    },
  );
  // It was set live or changed in the meantime: its requirements are checked again.
  if (modifiedCount === 0) return setLive(account, own, call);
  // A person has checked it: refused mails are tried again.
  await letEmailsGo(automation.user_id, automation._id);
  await note(eventOf('automation-live', automation, at), call.log);
  await call.ring('automation-walk', { automationId: automation._id, userId: automation.user_id });
  return true;
}
