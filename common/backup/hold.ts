import { now } from '../clock.ts';
import { AUTOMATION_STATUS, Automation } from '../models/automations.ts';
import { Import } from '../models/imports.ts';
import { BRAKE_REASONS, Mailing } from '../models/mailings.ts';
import { Notice, type NoticeDocument, type NoticeKind, newNotice } from '../models/notices.ts';
import { NotificationRecipient } from '../models/notification-recipients.ts';
import { Sender } from '../models/senders.ts';
import { SEND_STATUS, SingleSend } from '../models/single-sends.ts';
import { TestMail } from '../models/test-mails.ts';
import { ignoringDuplicates } from '../store/connection.ts';
import { Counter } from '../store/counters.ts';
import { everywhere } from '../store/everywhere.ts';
import { holdWebhooks } from './held-webhooks.ts';

/**
 * Ids from after the backup are in mails, links and other systems, so they must not be reused. Every sequence continues this far above its
 * value in the backup. To use up the gap between two daily backups, a store would have to create 11,000 ids a second all day.
 */
const SKIPPED_IDS = 1_000_000_000;

/**
 * A restored ledger does not have the sends after the backup and would repeat them. So every automatic send waits for a person (decision
 * 010). Running sends are paused. Due and scheduled sends are held, since their owners may have moved or cancelled them. Live automations
 * send nothing. Webhooks are not called. Notices of events before the backup are dropped. It is idempotent.
 */
export async function holdEverything(): Promise<void> {
  const at = now();
  await everywhere(Mailing, 'backup').updateMany(
    {
      state: { $in: ['freezing', 'open'] },
      $or: [{ single_send_id: { $ne: null } }, { message_id: { $exists: true } }],
      stopped: false,
      // Sends that a person paused, that mail servers refused or that failed wait for a person already.
      paused_reason: { $nin: ['person', ...BRAKE_REASONS, 'failed'] },
    },
    { $set: { paused_reason: 'restored' } },
  );
  const held = { status: { $in: [SEND_STATUS.initiate, SEND_STATUS.ready] }, deleted_at: null };
  // A send that is held for another reason gets this hold when that reason ends. A copy, and a send that missed its time, wait for an
  // update by their owner anyway.
  await everywhere(SingleSend, 'backup').updateMany(
    { ...held, duplicate: { $ne: true }, missed: { $ne: true } },
    { $set: { restored: true } },
  );
  await everywhere(SingleSend, 'backup').updateMany(
    { ...held, status: SEND_STATUS.ready, restored: true },
    { $set: { status: SEND_STATUS.initiate, hold_reason: 'restored' } },
  );
  await everywhere(Automation, 'backup').updateMany(
    { status: AUTOMATION_STATUS.live, deleted_at: null },
    { $set: { hold_reason: 'restored' } },
  );
  await holdWithoutMailing();
  await holdWebhooks();
  await everywhere(Notice, 'backup').updateMany({ due_at: { $type: 'date' } }, { $set: { due_at: null } });
  await giveUpNotices(at);
  await everywhere(Sender, 'backup').updateMany(
    { 'verification.due_at': { $type: 'date' } },
    { $set: { 'verification.due_at': null } },
  );
  await everywhere(NotificationRecipient, 'backup').updateMany(
    { 'confirmation.due_at': { $type: 'date' } },
    { $set: { 'confirmation.due_at': null } },
  );
  // Their authors have received the tests, or have requested them again.
  await everywhere(TestMail, 'backup').deleteMany({});
  await skipIds();
}

/** Sends that had started at the time of the backup, but had no mailing to pause yet. */
async function holdWithoutMailing(): Promise<void> {
  const running = await everywhere(SingleSend, 'backup').distinct('_id', { status: SEND_STATUS.running });
  const mailed = new Set(
    await everywhere(Mailing, 'backup').distinct('single_send_id', { single_send_id: { $in: running } }),
  );
  await everywhere(SingleSend, 'backup').updateMany(
    { _id: { $in: running.filter((id) => !mailed.has(id)) } },
    { $set: { status: SEND_STATUS.initiate, hold_reason: 'restored', restored: true, sent_at: null } },
  );
}

/** Imports and cancelled sends still end after a restore; their owners were notified long ago. */
async function giveUpNotices(at: Date): Promise<void> {
  const told = (kind: NoticeKind, subject: number, user_id: number): NoticeDocument =>
    newNotice({ _id: `${kind}-${subject}`, user_id, kind, subject, due_at: null }, at);
  const imports = await everywhere(Import, 'backup')
    .find({ state: { $in: ['waiting', 'running'] } })
    .project<{ _id: number; user_id: number }>({ user_id: 1 })
    .toArray();
  const running = await everywhere(SingleSend, 'backup')
    .find({ status: SEND_STATUS.running })
    .project<{ _id: number; user_id: number }>({ user_id: 1 })
    .toArray();
  const ending = new Set(
    await everywhere(Mailing, 'backup').distinct('single_send_id', {
      single_send_id: { $in: running.map((send) => send._id) },
      $or: [{ stopped: true }, { state: 'done' }],
    }),
  );
  const notices = [
    ...imports.map(({ _id, user_id }) => told('import-ended', _id, user_id)),
    ...running
      .filter(({ _id }) => ending.has(_id))
      .flatMap(({ _id, user_id }) => [
        told('send-completed', _id, user_id),
        told('send-bounces', _id, user_id),
      ]),
  ];
  if (notices.length > 0)
    await ignoringDuplicates(everywhere(Notice, 'backup').insertMany(notices, { ordered: false }));
}

async function skipIds(): Promise<void> {
  await Counter.updateMany({}, { $inc: { last: SKIPPED_IDS } });
}
