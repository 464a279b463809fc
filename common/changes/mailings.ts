import { now } from '../clock.ts';
import { Batch } from '../models/batches.ts';
import type { Figures } from '../models/figures.ts';
import {
  BRAKE_REASONS,
  type Brake,
  Mailing,
  type MailingDocument,
  type PauseReason,
} from '../models/mailings.ts';
import { toldChange } from './event-notes.ts';

const UNDER_WAY: MailingDocument['state'][] = ['freezing', 'open'];

/** Stops mailings for good: rows without an outcome are skipped. Returns the number of stopped mailings. */
export async function stopMailings(userId: number, keys: readonly string[]): Promise<number> {
  const { matchedCount } = await Mailing.of(userId).updateMany(
    { _id: { $in: [...keys] }, state: { $in: UNDER_WAY } },
    { $set: { stopped: true, paused_reason: null, paused_detail: null } },
  );
  return matchedCount;
}

/** Pauses a running mailing; the first reason is kept. Returns whether this call paused it. */
export async function pauseMailing(
  userId: number,
  key: string,
  reason: PauseReason,
  detail: string | null = null,
): Promise<boolean> {
  const running = { _id: key, state: { $in: UNDER_WAY }, stopped: false, paused_reason: null };
  const mailings = Mailing.of(userId);
  const found = await mailings.findOne(running, { projection: { single_send_id: 1 } });
  if (!found) return false;
  const { single_send_id: id } = found;
  const told = id === null ? [] : [{ user_id: userId, type: 'single_send.paused', id, reason } as const];
  return toldChange(told, async () => {
    const { matchedCount } = await mailings.updateOne(running, {
      $set: { paused_reason: reason, paused_detail: detail },
    });
    return matchedCount === 1;
  });
}

/** Resumes a paused mailing, if it was paused for one of `reasons`. Returns whether it was. */
export async function resumeMailing(userId: number, key: string, reasons?: PauseReason[]): Promise<boolean> {
  const { matchedCount } = await Mailing.of(userId).updateOne(
    { _id: key, state: { $in: UNDER_WAY }, paused_reason: reasons ? { $in: reasons } : { $ne: null } },
    { $set: { paused_reason: null, paused_detail: null } },
  );
  return matchedCount === 1;
}

/** Clears the counts of domains, and makes rows due that wait for one. */
export const FORGET_DOMAINS = {
  $set: { 'standing.domains': [], 'standing.release': true },
  $inc: { 'standing.version': 1, 'standing.epoch': 1 },
};

const lettingGo = () => ({
  $set: { paused_reason: null, paused_detail: null, resumed_at: now(), ...FORGET_DOMAINS.$set },
  $unset: { server_trouble: 1 as const },
  $inc: FORGET_DOMAINS.$inc,
});

/** Batches that wait for a server may be leased at once. */
async function freeBatches(userId: number, mailings: readonly string[]): Promise<void> {
  await Batch.of(userId).updateMany(
    { mailing: { $in: [...mailings] }, state: 'ready', lease_token: null, free_at: { $gt: now() } },
    { $set: { free_at: now() } },
  );
}

/** A person resumes a mailing that is paused or has parked domains. Returns whether it was or had: a stopped one sends no more. */
export async function letGo(userId: number, key: string): Promise<boolean> {
  const { matchedCount } = await Mailing.of(userId).updateOne(
    {
      _id: key,
      state: { $in: UNDER_WAY },
      stopped: false,
      $or: [{ paused_reason: { $ne: null } }, { 'standing.domains.until': { $type: 'date' } }],
    },
    lettingGo(),
  );
  if (matchedCount === 1) await freeBatches(userId, [key]);
  return matchedCount === 1;
}

/** The same for the emails of an automation. */
export async function letEmailsGo(userId: number, automationId: number): Promise<void> {
  const hint = { automation_id: 1 } as const;
  const mailings = Mailing.of(userId);
  const waiting = {
    automation_id: { $gt: 0, $eq: automationId },
    $or: [
      { paused_reason: { $in: [...BRAKE_REASONS] } },
      { paused_reason: null, 'standing.domains.until': { $type: 'date' as const } },
    ],
  };
  const keys = await mailings.find(waiting).hint(hint).project<{ _id: string }>({ _id: 1 }).toArray();
  if (keys.length === 0) return;
  await mailings.updateMany(waiting, lettingGo(), { hint });
  await freeBatches(
    userId,
    keys.map(({ _id }) => _id),
  );
}

interface BrakeRule {
  readonly reason: PauseReason;
  readonly least: number;
  readonly share: number;
  readonly of: (figures: Figures) => number;
  readonly what: string;
}

/** After `least` mails were handed over, this share of them pauses a mailing (docs/rules.md 9.22). */
const BRAKES: Readonly<Record<Brake, BrakeRule>> = {
  bounces: {
    reason: 'too_many_bounces',
    least: 500,
    share: 0.05,
    of: ({ gone }) => gone,
    what: 'mailboxes do not exist',
  },
  complaints: {
    reason: 'too_many_complaints',
    least: 1000,
    share: 0.003,
    of: ({ complaints }) => complaints,
    what: 'recipients reported spam',
  },
};

/** Returns whether this call paused the mailing. A brake pauses a mailing only once. */
export async function pauseByBrake(
  userId: number,
  key: string,
  brake: Brake,
  figures: Pick<Figures, 'triggered' | 'gone' | 'complaints'>,
): Promise<boolean> {
  const { reason, least, share, of, what } = BRAKES[brake];
  const count = of(figures as Figures);
  if (figures.triggered < least || count < figures.triggered * share) return false;
  return pauseOnce(userId, key, brake, reason, `${count} of ${figures.triggered} ${what}`);
}

/** A mailing that a person resumed is not paused again by the same brake. */
export async function pauseOnce(
  userId: number,
  key: string,
  brake: Brake,
  reason: PauseReason,
  detail: string,
): Promise<boolean> {
  const { matchedCount } = await Mailing.of(userId).updateOne(
    {
      _id: key,
      state: { $in: UNDER_WAY },
      stopped: false,
      paused_reason: null,
      brakes: { $ne: brake },
    },
    { $set: { paused_reason: reason, paused_detail: detail }, $push: { brakes: brake } },
  );
  return matchedCount === 1;
}
