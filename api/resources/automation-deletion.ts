import { forgetFailures } from '../../common/changes/job-failures.ts';
import { now } from '../../common/clock.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { Automation, type AutomationDocument } from '../../common/models/automations.ts';
import type { Filter } from '../../common/store/collection.ts';
import type { Account } from '../http/account.ts';
import { subjectsOfAutomations } from '../services/queries/automations.ts';

/** Null if none of them exists. From here no mail is handed over; a worker removes each enrollment. */
export async function deleteAutomations(
  account: Account,
  which: Filter<AutomationDocument>,
  ring: Ring,
): Promise<true | null> {
  const automations = Automation.of(account.id);
  const found = await automations.distinct('_id', { $and: [{ deleted_at: null }, which] });
  const at = now();
  const { matchedCount } = await automations.updateMany(
    { _id: { $in: found }, deleted_at: null },
    { $set: { deleted_at: at, removing_since: at } },
  );
  await forgetFailures(await subjectsOfAutomations(account.id, found));
  for (const automationId of found) await ring('automation-replan', { automationId, userId: account.id });
  return matchedCount > 0 || null;
}
