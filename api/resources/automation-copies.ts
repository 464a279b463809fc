import { randomUUID } from 'node:crypto';
import { now } from '../../common/clock.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Automation, type AutomationDocument, NEVER_LIVE } from '../../common/models/automations.ts';
import { nextId } from '../../common/store/ids.ts';
import type { Account } from '../http/account.ts';
import { storeBytes } from './stored-bytes.ts';

/** Throws if the designs exceed the quota of the account. */
export async function copyAutomation(
  original: AutomationDocument,
  account: Account,
): Promise<AutomationDocument> {
  const mails = await AutomationSchedule.of(original.user_id)
    .find({ automation_id: original._id })
    .project<{ design_bytes?: number }>({ design_bytes: 1 })
    .toArray();
  const bytes = mails.reduce((sum, mail) => sum + (mail.design_bytes ?? 0), 0);
  return storeBytes(account, bytes, () => storeCopy(original));
}

/**
 * Stores and returns a draft with the same emails. The emails are stored first, so that a crash leaves no visible copy. They
 * are copied one by one, because each may have a template of 2 MiB.
 */
async function storeCopy(original: AutomationDocument): Promise<AutomationDocument> {
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
  await Automation.of(copy.user_id).insertOne(copy);
  return copy;
}
