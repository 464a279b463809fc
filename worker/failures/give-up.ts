import { now } from '../../common/clock.ts';
import { isEmailMailing, mailingOfSend } from '../../common/domain/mailing-keys.ts';
import type { JobName, JobPayloads } from '../../common/jobs/catalogue.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Automation } from '../../common/models/automations.ts';
import { Mailing } from '../../common/models/mailings.ts';
import { SegmentRefresh } from '../../common/models/segment-refreshes.ts';
import { SEND_STATUS, SingleSend } from '../../common/models/single-sends.ts';
import { isDuplicateKey, rows } from '../../common/mongo.ts';
import { pauseMailing } from '../../common/queries/mailings.ts';
import type { WorkerContext } from '../context.ts';
import { failImport } from '../jobs/import-contacts.ts';
import { noteAutomationFails, noteSendFails } from '../notices/events.ts';

/** Why a job is given up. */
export interface Failure {
  /** In words that its owner may read. */
  readonly detail: string;
  /** When it first failed: tells this occasion from another. */
  readonly since: Date;
}

/**
 * What became of it: `held` until somebody resumes, changes or deletes what it is about; `later`, it is tried again after
 * waits of a minute to an hour; `ended`, there is nothing left to do.
 */
export type End = 'held' | 'later' | 'ended';

interface GivingUp<Name extends JobName> {
  /** What it was about to do, as the beginning of a sentence: "… failed 3 times". */
  readonly what: string;
  readonly giveUp: (payload: JobPayloads[Name], failure: Failure, worker: WorkerContext) => Promise<End>;
}

/** What nobody can do anything about but the operator, and what loses nothing by waiting. */
const later = async (): Promise<End> => 'later';

/** Ends a send that was deleted: nothing more of it goes out, and its ledger stays for the links in its mails. */
async function endDeleted(id: number): Promise<End> {
  await rows(Mailing).updateOne(
    { _id: mailingOfSend(id) },
    { $set: { state: 'done', stopped: true, done_at: now() } },
  );
  await rows(SingleSend).updateOne(
    { _id: id },
    { $set: { status: SEND_STATUS.completed, completed_at: now() } },
  );
  return 'ended';
}

/** Pauses what runs of a send; what has not come as far as a mailing is held, with nothing sent. */
async function giveUpSend(id: number, { detail, since }: Failure, { log }: WorkerContext): Promise<End> {
  const send = await rows(SingleSend).findOne(
    { _id: id },
    { projection: { user_id: 1, deleted_at: 1, status: 1 } },
  );
  if (!send || send.status === SEND_STATUS.completed) return 'ended';
  if (send.deleted_at !== null) return endDeleted(id);
  const key = mailingOfSend(id);
  const mailing = await rows(Mailing).findOne({ _id: key }, { projection: { state: 1, stopped: 1 } });
  // It was cancelled: what is left to do is ours alone.
  if (mailing?.stopped) return 'later';
  await noteSendFails(mailing ? 'send-paused' : 'send-held', send, since, log);
  if (mailing && mailing.state !== 'done') {
    await pauseMailing(key, 'failed', detail);
    return 'held';
  }
  const held = { hold_reason: 'failed', hold_detail: detail, retry_at: null } as const;
  await rows(SingleSend).updateOne(
    { _id: id, deleted_at: null, status: { $lt: SEND_STATUS.completed } },
    // Without a mailing nothing was sent: it stands where its owner can change it. With one that is done all was sent.
    {
      $set: mailing
        ? held
        : { ...held, failed: true, status: SEND_STATUS.initiate, sent_at: null, updated_at: now() },
    },
  );
  return 'held';
}

/** Nothing more of it is sent until it is set live again; people enter. */
async function giveUpAutomation(
  id: number,
  { detail, since }: Failure,
  { log }: WorkerContext,
): Promise<End> {
  const automation = await rows(Automation).findOne(
    { _id: id, deleted_at: null },
    { projection: { user_id: 1 } },
  );
  // What is left of a deleted one is ours alone.
  if (!automation) return 'later';
  await noteAutomationFails(automation, since, log);
  await rows(Automation).updateOne(
    { _id: id, deleted_at: null, $or: [{ hold_reason: null }, { hold_reason: 'failed' }] },
    { $set: { hold_reason: 'failed', hold_detail: detail } },
  );
  return 'held';
}

async function giveUpEmail(scheduleId: number, failure: Failure, worker: WorkerContext): Promise<End> {
  const email = await rows(AutomationSchedule).findOne(
    { _id: scheduleId },
    { projection: { automation_id: 1 } },
  );
  return email ? giveUpAutomation(email.automation_id, failure, worker) : 'later';
}

const giveUpMailing = (
  { mailing: key }: { mailing: string },
  failure: Failure,
  worker: WorkerContext,
): Promise<End> => {
  const id = Number(key.slice(key.indexOf('-') + 1));
  return isEmailMailing(key) ? giveUpEmail(id, failure, worker) : giveUpSend(id, failure, worker);
};

/** The rows of segments stay as they are, and say so; audiences of sends are taken from the rules themselves. */
async function giveUpRefresh(
  { contactTypeId }: { contactTypeId: number },
  { detail }: Failure,
): Promise<End> {
  const write = () =>
    rows(SegmentRefresh).updateOne(
      { _id: contactTypeId },
      {
        $set: { failed: detail },
        $setOnInsert: { epoch: 0, lease_token: null, lease_until: new Date(0) },
      },
      { upsert: true },
    );
  await write().catch((error: unknown) => {
    if (isDuplicateKey(error)) return write();
    throw error;
  });
  return 'later';
}

/** What each job does when it is given up: one that is missing does not compile. */
export const GIVING_UP: { readonly [Name in JobName]: GivingUp<Name> } = {
  'start-single-send': {
    what: 'Starting the send',
    giveUp: ({ singleSendId }, failure, worker) => giveUpSend(singleSendId, failure, worker),
  },
  'deliver-first-slice': { what: 'Sending its mails', giveUp: giveUpMailing },
  'deliver-slice': { what: 'Sending its mails', giveUp: giveUpMailing },
  'finish-mailing': { what: 'Counting what was sent', giveUp: giveUpMailing },
  'automation-step': {
    what: 'Preparing an email for those who are due',
    giveUp: ({ scheduleId }, failure, worker) => giveUpEmail(scheduleId, failure, worker),
  },
  'automation-advance': { what: 'Moving people on to their next email', giveUp: giveUpMailing },
  'automation-walk': {
    what: 'Enrolling who was in the target',
    giveUp: ({ automationId }, failure, worker) => giveUpAutomation(automationId, failure, worker),
  },
  'automation-replan': {
    what: 'Computing who waits for which email',
    giveUp: ({ automationId }, failure, worker) => giveUpAutomation(automationId, failure, worker),
  },
  'import-contacts': {
    what: 'Reading the file',
    giveUp: async ({ importId }, { detail }, worker) =>
      (await failImport(importId, `The import was given up. ${detail}.`, worker)) ? 'ended' : 'later',
  },
  'refresh-segments': { what: 'Bringing recipients up to date', giveUp: giveUpRefresh },
  'record-engagement': { what: 'Writing mail history to contacts', giveUp: later },
  'purge-contact-type': { what: 'Deleting the contacts of a deleted type', giveUp: later },
  'remove-custom-values': { what: 'Removing the values of a deleted field', giveUp: later },
  'mail-verification': { what: 'Sending a verification mail', giveUp: later },
  'mail-confirmation': { what: 'Sending a confirmation mail', giveUp: later },
  'send-notices': { what: 'Mailing notification recipients', giveUp: later },
};
