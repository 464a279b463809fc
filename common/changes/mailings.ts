import { Mailing, type MailingDocument, type PauseReason } from '../models/mailings.ts';
import { rows } from '../mongo/connection.ts';

const UNDER_WAY: MailingDocument['state'][] = ['freezing', 'open'];

/** Stops what is not handed over yet, for good: rows without an outcome are skipped. Answers how many it stopped. */
export async function stopMailings(keys: readonly string[]): Promise<number> {
  const { matchedCount } = await rows(Mailing).updateMany(
    { _id: { $in: [...keys] }, state: { $in: UNDER_WAY } },
    { $set: { stopped: true, paused_reason: null, paused_detail: null } },
  );
  return matchedCount;
}

/** Pauses a mailing that runs; the first reason stands. Answers whether it is paused now. */
export async function pauseMailing(
  key: string,
  reason: PauseReason,
  detail: string | null = null,
): Promise<boolean> {
  const { matchedCount } = await rows(Mailing).updateOne(
    { _id: key, state: { $in: UNDER_WAY }, stopped: false, paused_reason: null },
    { $set: { paused_reason: reason, paused_detail: detail } },
  );
  return matchedCount === 1;
}

/** Lets a paused mailing go on where it stood, if it was paused for one of `reasons`. Answers whether it was paused. */
export async function resumeMailing(key: string, reasons?: PauseReason[]): Promise<boolean> {
  const { matchedCount } = await rows(Mailing).updateOne(
    { _id: key, state: { $in: UNDER_WAY }, paused_reason: reasons ? { $in: reasons } : { $ne: null } },
    { $set: { paused_reason: null, paused_detail: null } },
  );
  return matchedCount === 1;
}

/** Lets the emails of an automation go on that systematic refusals paused. */
export async function resumeRefused(automationId: number): Promise<void> {
  await rows(Mailing).updateMany(
    { automation_id: { $gt: 0, $eq: automationId }, paused_reason: 'refused' },
    { $set: { paused_reason: null } },
  );
}
