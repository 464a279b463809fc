import { now } from '../common/clock.ts';
import type { Ring } from '../common/jobs/doorbell.ts';
import { Batch } from '../common/models/batches.ts';
import { ContactType } from '../common/models/contact-types.ts';
import { FieldRemoval } from '../common/models/field-removals.ts';
import { Mailing, type MailingDocument } from '../common/models/mailings.ts';
import { Sender } from '../common/models/senders.ts';
import {
  type HoldReason,
  SEND_STATUS,
  SingleSend,
  type SingleSendDocument,
} from '../common/models/single-sends.ts';
import { rows } from '../common/mongo.ts';
import { dueImports } from '../common/queries/imports.ts';
import { resumeMailing, stopMailings } from '../common/queries/mailings.ts';
import { dueNotices } from '../common/queries/notices.ts';
import { dueVerifications } from '../common/queries/senders.ts';
import { AUTOMATION_CHORES } from './automations/chores.ts';
import type { WorkerContext } from './context.ts';
import { gatherDue } from './delivery/gather.ts';
import { readyLeftLists, removeLateRanges } from './delivery/left-filling.ts';
import { ringSlices } from './delivery/ring-slices.ts';
import { tallies } from './metrics/tallies.ts';
import { noteHighBounces, noteStandstills } from './notices/look-around.ts';
import { applyRetention } from './retention/apply.ts';
import { SEGMENT_CHORES } from './segments/chores.ts';

const INTERVAL_MS = 1000;
/** What one round looks at of each kind: the rest is there a second later. */
const ROUND = 200;

export type Chore = (worker: WorkerContext) => Promise<void>;

/**
 * Finds what is due and what a lost doorbell left undone, and rings for it. Every worker does, every second: a ring
 * too many is swallowed by its key. It alone finishes all work after Redis was wiped.
 */
export function startSweep(worker: WorkerContext): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const next = (): void => {
    // Workers started together would all ask in the same moment.
    timer = setTimeout(
      () => {
        round = sweep(worker).finally(() => {
          if (!worker.stopping.aborted) next();
        });
      },
      INTERVAL_MS * (0.75 + Math.random() / 2),
    );
  };
  next();
  return {
    async stop() {
      clearTimeout(timer);
      await round;
    },
  };
}

/** One round. A chore that fails, such as for want of a store, is logged and done in the next. */
export async function sweep(worker: WorkerContext): Promise<void> {
  for (const chore of CHORES) {
    if (worker.stopping.aborted) return;
    try {
      await chore({ ...worker, ring: counted(chore.name, worker.ring) });
    } catch (error) {
      worker.log.warn({ chore: chore.name, err: error }, 'the sweep left something for its next round');
    }
  }
  tallies.sweptAt = performance.now();
}

/** Counts what a chore rings for. */
const counted =
  (chore: string, ring: Ring): Ring =>
  (...rung) => {
    tallies.sweepRings.set(chore, (tallies.sweepRings.get(chore) ?? 0) + 1);
    return ring(...rung);
  };

/** Sends whose time has come. */
const startDue: Chore = async ({ ring }) => {
  const due = await rows(SingleSend)
    .find({ status: SEND_STATUS.ready, due_at: { $lte: now() }, deleted_at: null })
    .project<{ _id: number }>({ _id: 1 })
    .sort({ due_at: 1 })
    .limit(ROUND)
    .toArray();
  for (const { _id } of due) await ring('start-single-send', { singleSendId: _id }, String(_id));
};

/** Sends that are held for what ends by itself; the other reasons end with an update, which rings. */
const releaseHeld: Chore = async ({ ring }) => {
  const held = await rows(SingleSend)
    .find({
      status: SEND_STATUS.initiate,
      hold_reason: { $in: ['sender_unverified', 'import_running'] },
      deleted_at: null,
    })
    .project<{ _id: number; sender_id: number; hold_reason: HoldReason }>({ sender_id: 1, hold_reason: 1 })
    .toArray();
  const senders = [...new Set(held.map((send) => send.sender_id))];
  // Verified or gone: either way it is held for that no longer.
  const unverified = new Set(
    await rows(Sender).distinct('_id', { _id: { $in: senders }, is_verified: 0, deleted_at: null }),
  );
  for (const { _id, sender_id, hold_reason } of held) {
    if (hold_reason === 'sender_unverified' && unverified.has(sender_id)) continue;
    await ring('start-single-send', { singleSendId: _id }, String(_id));
  }
};

/** Audiences whose freezing was broken off. */
const resumeFreezing: Chore = async ({ ring }) => {
  const left = await rows(Mailing)
    .find({ state: 'freezing', lease_until: { $lte: now() }, single_send_id: { $ne: null } })
    .project<{ single_send_id: number }>({ single_send_id: 1 })
    .limit(ROUND)
    .toArray();
  for (const { single_send_id: singleSendId } of left) {
    await ring('start-single-send', { singleSendId }, String(singleSendId));
  }
};

/** What runs goes on: rows that are due again are gathered, free batches are rung for, what has none left is finished. */
const driveMailings: Chore = async ({ ring }) => {
  await readyLeftLists();
  await removeLateRanges();
  const open = rows(Mailing)
    .find({ state: 'open', $or: [{ paused_reason: null }, { stopped: true }] })
    .project<Pick<MailingDocument, '_id' | 'user_id' | 'stopped'>>({ user_id: 1, stopped: 1 });
  for await (const { _id: mailing, user_id: userId, stopped } of open) {
    if (!stopped) await gatherDue(mailing, userId);
    const [free, left] = await Promise.all([
      rows(Batch).findOne({ mailing, state: 'ready', free_at: { $lte: now() } }, { projection: { _id: 1 } }),
      rows(Batch).findOne({ mailing, state: { $ne: 'done' } }, { projection: { _id: 1 } }),
    ]);
    if (free) await ringSlices(ring, mailing);
    if (!left) await ring('finish-mailing', { mailing }, mailing);
  }
};

/** What was paused because its sender was not verified goes on by itself once it is. */
const resumeVerified: Chore = async () => {
  const paused = await rows(Mailing)
    .find({ state: 'open', paused_reason: 'sender_unverified', single_send_id: { $ne: null } })
    .project<{ _id: string; sender_id: number }>({ sender_id: 1 })
    .limit(ROUND)
    .toArray();
  for (const { _id, sender_id } of paused) {
    const sender = await rows(Sender).findOne({ _id: sender_id, deleted_at: null, is_verified: 1 });
    if (sender) await resumeMailing(_id);
  }
};

/**
 * Sends that a crash left between two documents: started without a mailing, deleted and not stopped, or completed in
 * the ledger alone.
 */
const mendRunning: Chore = async ({ ring }) => {
  const sends = await rows(SingleSend)
    .find({ status: SEND_STATUS.running })
    .project<Pick<SingleSendDocument, '_id' | 'deleted_at'>>({ deleted_at: 1 })
    .toArray();
  const running = sends.map((send) => send._id);
  const mailings = await rows(Mailing)
    .find({ single_send_id: { $in: running } })
    .project<Pick<MailingDocument, '_id' | 'state' | 'stopped'> & { single_send_id: number }>({
      single_send_id: 1,
      state: 1,
      stopped: 1,
    })
    .toArray();
  const deleted = new Set(sends.filter((send) => send.deleted_at !== null).map((send) => send._id));
  const goesOn = mailings.filter((mailing) => !mailing.stopped && deleted.has(mailing.single_send_id));
  if (goesOn.length > 0) await stopMailings(goesOn.map((mailing) => mailing._id));
  const started = new Set(mailings.map((mailing) => mailing.single_send_id));
  for (const singleSendId of running.filter((id) => !started.has(id))) {
    await ring('start-single-send', { singleSendId }, String(singleSendId));
  }
  for (const { _id: mailing } of mailings.filter(({ state }) => state === 'done')) {
    await ring('finish-mailing', { mailing }, mailing);
  }
};

const ringImports: Chore = async ({ ring }) => {
  for (const importId of await dueImports(now()))
    await ring('import-contacts', { importId }, String(importId));
};

const ringVerifications: Chore = async ({ ring }) => {
  for (const senderId of await dueVerifications(now())) {
    await ring('mail-verification', { senderId }, String(senderId));
  }
};

const ringNotices: Chore = async ({ ring }) => {
  for (const userId of await dueNotices(now())) await ring('send-notices', { userId }, String(userId));
};

/** A chore that costs more than it hurries: done every so many milliseconds. */
function seldom(milliseconds: number, chore: Chore): Chore {
  let next = 0;
  const seldomly: Chore = async (worker) => {
    if (performance.now() < next) return;
    next = performance.now() + milliseconds;
    await chore(worker);
  };
  return Object.defineProperty(seldomly, 'name', { value: chore.name });
}

const ringPurges: Chore = async ({ ring }) => {
  const hidden = await rows(ContactType).distinct('_id', { deleted_at: { $type: 'date' }, purged_at: null });
  for (const contactTypeId of hidden)
    await ring('purge-contact-type', { contactTypeId }, String(contactTypeId));
};

const ringRemovals: Chore = async ({ ring }) => {
  for (const customFieldId of await rows(FieldRemoval).distinct('_id')) {
    await ring('remove-custom-values', { customFieldId }, String(customFieldId));
  }
};

const CHORES: readonly Chore[] = [
  startDue,
  releaseHeld,
  resumeFreezing,
  driveMailings,
  resumeVerified,
  mendRunning,
  ...AUTOMATION_CHORES,
  ringImports,
  ringVerifications,
  seldom(10_000, noteStandstills),
  seldom(30_000, noteHighBounces),
  ringNotices,
  ringPurges,
  ringRemovals,
  ...SEGMENT_CHORES,
  seldom(3600_000, applyRetention),
];
