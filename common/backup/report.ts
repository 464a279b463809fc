import { now } from '../clock.ts';
import { AutomationSchedule } from '../models/automation-schedules.ts';
import { AUTOMATION_STATUS, Automation } from '../models/automations.ts';
import { Delivery } from '../models/deliveries.ts';
import { Enrollment } from '../models/enrollments.ts';
import { Mailing } from '../models/mailings.ts';
import { SingleSend } from '../models/single-sends.ts';
import { rows } from '../mongo.ts';

/** Something that a restore holds: what would go out if a person let it. */
export interface HeldByRestore {
  readonly kind: 'running send' | 'due send' | 'live automation';
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  /** Mails that would go at once: rows of the ledger without an outcome, or people who are due. */
  readonly mails: number | null;
  /** Of a due send: since when. */
  readonly due_at: Date | null;
}

const names = async (ids: readonly number[]): Promise<Map<number, string>> =>
  new Map(
    (
      await rows(SingleSend)
        .find({ _id: { $in: [...ids] } })
        .project<{ _id: number; single_send_name: string }>({ single_send_name: 1 })
        .toArray()
    ).map((send) => [send._id, send.single_send_name]),
  );

/** All that waits for a person since a restore, counted from the ledger. */
export async function heldByRestore(): Promise<HeldByRestore[]> {
  return [...(await runningSends()), ...(await dueSends()), ...(await automations())];
}

async function runningSends(): Promise<HeldByRestore[]> {
  const paused = await rows(Mailing)
    .find({ state: { $in: ['freezing', 'open'] }, paused_reason: 'restored' })
    .project<{ _id: string; user_id: number; single_send_id: number }>({ user_id: 1, single_send_id: 1 })
    .sort({ single_send_id: 1 })
    .toArray();
  const named = await names(paused.map((mailing) => mailing.single_send_id));
  const held: HeldByRestore[] = [];
  for (const { _id: mailing, user_id, single_send_id: id } of paused) {
    const mails = await rows(Delivery).countDocuments({ mailing, state: { $in: ['pending', 'deferred'] } });
    held.push({ kind: 'running send', id, user_id, name: named.get(id) ?? '', mails, due_at: null });
  }
  return held;
}

async function dueSends(): Promise<HeldByRestore[]> {
  const sends = await rows(SingleSend)
    .find({ status: 0, restored: true, deleted_at: null })
    .project<{ _id: number; user_id: number; single_send_name: string; due_at: Date }>({
      user_id: 1,
      single_send_name: 1,
      due_at: 1,
    })
    .sort({ _id: 1 })
    .toArray();
  return sends.map(({ _id: id, user_id, single_send_name: name, due_at }) => ({
    kind: 'due send',
    id,
    user_id,
    name,
    mails: null,
    due_at,
  }));
}

async function automations(): Promise<HeldByRestore[]> {
  const live = await rows(Automation)
    .find({ status: AUTOMATION_STATUS.live, hold_reason: 'restored', deleted_at: null })
    .project<{ _id: number; user_id: number; automation_name: string }>({ user_id: 1, automation_name: 1 })
    .sort({ _id: 1 })
    .toArray();
  const held: HeldByRestore[] = [];
  for (const { _id: id, user_id, automation_name: name } of live) {
    const emails = await rows(AutomationSchedule).distinct('_id', { automation_id: id });
    const due = await rows(Enrollment).countDocuments({
      schedule_id: { $in: emails },
      due_at: { $type: 'date', $lte: now() },
    });
    const pending = await rows(Delivery).countDocuments({
      mailing: { $in: emails.map((email) => `email-${email}`) },
      state: { $in: ['pending', 'deferred'] },
    });
    held.push({ kind: 'live automation', id, user_id, name, mails: due + pending, due_at: null });
  }
  return held;
}

/** For a terminal: one line each. */
export function reportText(held: readonly HeldByRestore[]): string {
  if (held.length === 0) return 'Nothing is held: nothing would have gone out.';
  const lines = held.map(({ kind, id, user_id, name, mails, due_at }) => {
    const what =
      mails === null ? `due ${due_at!.toISOString()}, not frozen yet` : `${mails} mail(s) would go`;
    return `  ${kind} ${id} of account ${user_id}: ${what} (${JSON.stringify(name)})`;
  });
  return ['Held until a person lets it go:', ...lines].join('\n');
}
