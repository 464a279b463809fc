import { now } from '../clock.ts';
import { AUTOMATION_STATUS, Automation } from '../models/automations.ts';
import { Counter } from '../models/counters.ts';
import { Import } from '../models/imports.ts';
import { Mailing } from '../models/mailings.ts';
import { Notice, type NoticeDocument, type NoticeKind } from '../models/notices.ts';
import { NotificationRecipient } from '../models/notification-recipients.ts';
import { Sender } from '../models/senders.ts';
import { SEND_STATUS, SingleSend } from '../models/single-sends.ts';
import { ignoringDuplicates, rows } from '../mongo.ts';

/**
 * Ids that were given out after the backup are in mails, links and other people's records. None of them is given out
 * again: every sequence goes on this far behind where the backup knew it. A store that hands out more than that
 * between two backups would have to hand out 11,000 a second all day.
 */
const SKIPPED_IDS = 1_000_000_000;

/**
 * An old ledger would mail again whatever was sent since (reliability 1.4.12): all that would go out by itself waits
 * for a person. Sends that run are paused, those that are due or scheduled are held (their owners may have moved or
 * cancelled them since), live automations send nothing; mails about what happened before the backup are given up. Done
 * twice it does no more.
 */
export async function holdEverything(): Promise<void> {
  const at = now();
  await rows(Mailing).updateMany(
    {
      state: { $in: ['freezing', 'open'] },
      single_send_id: { $ne: null },
      stopped: false,
      // What a person paused, mail servers refused or a failure stopped waits for a person already.
      paused_reason: { $nin: ['person', 'refused', 'failed'] },
    },
    { $set: { paused_reason: 'restored' } },
  );
  const held = { status: { $in: [SEND_STATUS.initiate, SEND_STATUS.ready] }, deleted_at: null };
  // Who is held for something else goes on to this hold when that ends; a copy, and what missed its time, wait for their
  // owner's update anyway.
  await rows(SingleSend).updateMany(
    { ...held, duplicate: { $ne: true }, missed: { $ne: true } },
    { $set: { restored: true } },
  );
  await rows(SingleSend).updateMany(
    { ...held, status: SEND_STATUS.ready, restored: true },
    { $set: { status: SEND_STATUS.initiate, hold_reason: 'restored' } },
  );
  await rows(Automation).updateMany(
    { status: AUTOMATION_STATUS.live, deleted_at: null },
    { $set: { hold_reason: 'restored' } },
  );
  await holdWithoutMailing();
  await rows(Notice).updateMany({ due_at: { $type: 'date' } }, { $set: { due_at: null } });
  await giveUpNotices(at);
  await rows(Sender).updateMany(
    { 'verification.due_at': { $type: 'date' } },
    { $set: { 'verification.due_at': null } },
  );
  await rows(NotificationRecipient).updateMany(
    { 'confirmation.due_at': { $type: 'date' } },
    { $set: { 'confirmation.due_at': null } },
  );
  await skipIds();
}

/** Started, and caught by the backup before there was a mailing to pause. */
async function holdWithoutMailing(): Promise<void> {
  const running = await rows(SingleSend).distinct('_id', { status: SEND_STATUS.running });
  const mailed = new Set(
    await rows(Mailing).distinct('single_send_id', { single_send_id: { $in: running } }),
  );
  await rows(SingleSend).updateMany(
    { _id: { $in: running.filter((id) => !mailed.has(id)) } },
    { $set: { status: SEND_STATUS.initiate, hold_reason: 'restored', restored: true, sent_at: null } },
  );
}

/** What comes to its end by itself, such as an import or a cancelled send, does; that it ended was told long ago. */
async function giveUpNotices(at: Date): Promise<void> {
  const told = (kind: NoticeKind, subject: number, user_id: number): NoticeDocument => ({
    _id: `${kind}-${subject}`,
    user_id,
    kind,
    subject,
    facts: {},
    count: 1,
    addresses: [],
    at,
    due_at: null,
    claim: null,
    attempts: 0,
    walked_to: 0,
    again: [],
    created_at: at,
  });
  const imports = await rows(Import)
    .find({ state: { $in: ['waiting', 'running'] } })
    .project<{ _id: number; user_id: number }>({ user_id: 1 })
    .toArray();
  const running = await rows(SingleSend)
    .find({ status: SEND_STATUS.running })
    .project<{ _id: number; user_id: number }>({ user_id: 1 })
    .toArray();
  const ending = new Set(
    await rows(Mailing).distinct('single_send_id', {
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
  if (notices.length > 0) await ignoringDuplicates(rows(Notice).insertMany(notices, { ordered: false }));
}

async function skipIds(): Promise<void> {
  await rows(Counter).updateMany({}, { $inc: { last: SKIPPED_IDS } });
}
