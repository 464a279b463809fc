import type { JobName, JobPayloads } from '../../common/jobs/catalogue.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Automation } from '../../common/models/automations.ts';
import { BulkChange } from '../../common/models/bulk-changes.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { Import } from '../../common/models/imports.ts';
import { Mailing } from '../../common/models/mailings.ts';
import { NotificationRecipient } from '../../common/models/notification-recipients.ts';
import { Sender } from '../../common/models/senders.ts';
import { Webhook } from '../../common/models/webhooks.ts';
import type { Rows } from '../../common/store/collection.ts';
import type { RunEnd } from '../../worker/runtime/job.ts';

/** The payload of a job as a test gives it: the account is found by the document that it names. */
export type GivenPayload<Name extends JobName> = Omit<JobPayloads[Name], 'userId'> & { userId?: number };

const OWNED: Readonly<Record<string, { readonly name: string }>> = {
  automationId: Automation,
  bulkChangeId: BulkChange,
  contactTypeId: ContactType,
  importId: Import,
  mailing: Mailing,
  recipientId: NotificationRecipient,
  scheduleId: AutomationSchedule,
  senderId: Sender,
  webhookId: Webhook,
};

/** Without a document, the account is 0, which owns nothing. */
export async function withAccount<Name extends JobName>(
  _name: Name,
  given: GivenPayload<Name>,
): Promise<JobPayloads[Name]> {
  if ('userId' in given || 'mailId' in given) return given as JobPayloads[Name];
  const [key, id] = Object.entries(given).find(([one]) => one in OWNED)!;
  const model = OWNED[key] as Rows<{ _id: unknown; user_id: number }>;
  const owner = await model.findOne({ _id: id }, { projection: { user_id: 1 } });
  return { ...given, userId: owner?.user_id ?? 0 } as unknown as JobPayloads[Name];
}

interface RunnableJob<Name extends JobName, Worker> {
  readonly name: Name;
  run(payload: JobPayloads[Name], worker: Worker): Promise<RunEnd>;
}

/**
 * Runs a job turn after turn, until its work is done, with the last mails of a slice, or its worker stops; without the count of its
 * failures.
 */
export async function perform<Name extends JobName, Worker>(
  job: RunnableJob<Name, Worker>,
  given: GivenPayload<Name>,
  worker: Worker & { readonly stopping?: AbortSignal; readonly tails?: { ended(): Promise<void> } },
): Promise<RunEnd> {
  const payload = await withAccount(job.name, given);
  for (;;) {
    const end = await job.run(payload, worker);
    await worker.tails?.ended();
    if (end !== 'more' || worker.stopping?.aborted) return end;
  }
}
