import { randomUUID } from 'node:crypto';
import { insertBounded } from '../../common/changes/bounded-inserts.ts';
import { now } from '../../common/clock.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Automation, type AutomationDocument, NEVER_LIVE } from '../../common/models/automations.ts';
import { countAutomations, livingOnes } from '../../common/quotas/rows.ts';
import { nextId } from '../../common/store/ids.ts';
import type { Account } from '../http/account.ts';
import { quotaReached } from '../http/failures.ts';
import { storeBytes } from './stored-bytes.ts';

/** Throws a 409 if the account has the most automations allowed. */
export async function storeAutomation(
  automation: AutomationDocument,
  { id, quotas }: Account,
): Promise<void> {
  const bound = { rows: Automation.of(id), filter: livingOnes, most: quotas.automations };
  if (!(await insertBounded(bound, automation))) throw quotaReached('automations');
}

/** Throws if the designs, or their number, exceed the quotas of the account. */
export async function copyAutomation(
  original: AutomationDocument,
  account: Account,
): Promise<AutomationDocument> {
  const mails = await AutomationSchedule.of(original.user_id)
    .find({ automation_id: original._id })
    .project<{ design_bytes?: number }>({ design_bytes: 1 })
    .toArray();
  const bytes = mails.reduce((sum, mail) => sum + (mail.design_bytes ?? 0), 0);
  const { automations } = account.quotas;
  if (automations > 0 && (await countAutomations(account.id)) >= automations)
    throw quotaReached('automations');
  return storeBytes(account, bytes, () => storeCopy(original, account));
}

/**
 * Stores and returns a draft with the same emails. The emails are stored first, so that a crash leaves no visible copy. They
 * are copied one by one, because each may have a template of 2 MiB.
 */
async function storeCopy(original: AutomationDocument, account: Account): Promise<AutomationDocument> {
  const id = await nextId('automations');
  const at = now();
  const mails = AutomationSchedule.of(original.user_id)
    .find({ automation_id: original._id }, { batchSize: 10 })
    .sort({ _id: 1 });
  for await (const mail of mails) {
    await AutomationSchedule.of(original.user_id).insertOne({
      ...mail,
      _id: await nextId('automation_schedules'),
      automation_id: id,
      utr: randomUUID(),
      version: 0,
      created_at: at,
      updated_at: at,
    });
  }
  const copy: AutomationDocument = {
    ...original,
    _id: id,
    utr: randomUUID(),
    automation_name: `Copy of ${original.automation_name}`,
    ...NEVER_LIVE,
    created_at: at,
    updated_at: at,
  };
  await storeAutomation(copy, account);
  return copy;
}
