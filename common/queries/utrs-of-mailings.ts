import { AutomationSchedule, type AutomationScheduleDocument } from '../models/automation-schedules.ts';
import type { MailingDocument } from '../models/mailings.ts';
import { Message, type MessageDocument } from '../models/messages.ts';
import { SingleSend, type SingleSendDocument } from '../models/single-sends.ts';
import type { Rows } from '../store/collection.ts';

/** A mailing with the ids of its owner. */
export type OwnedMailing = Pick<
  MailingDocument,
  '_id' | 'user_id' | 'single_send_id' | 'schedule_id' | 'message_id'
>;

/** The fields of {@link OwnedMailing}, as a projection. */
export const OWNED = { user_id: 1, single_send_id: 1, schedule_id: 1, message_id: 1 } as const;

/** By mailing key: the utr of its single send, automation email or message; absent if that was deleted. */
export async function readUtrs(mailings: readonly OwnedMailing[]): Promise<ReadonlyMap<string, string>> {
  const ids = (name: Exclude<keyof OwnedMailing, '_id' | 'user_id'>) =>
    mailings.flatMap((one) => one[name] ?? []);
  const accounts = mailings.map(({ user_id }) => user_id);
  const [sends, emails, messages] = await Promise.all([
    utrsById(SingleSend.among(accounts), ids('single_send_id')),
    utrsById(AutomationSchedule.among(accounts), ids('schedule_id')),
    utrsById(Message.among(accounts), ids('message_id')),
  ]);
  const utrs = new Map<string, string>();
  for (const { _id, single_send_id, schedule_id, message_id } of mailings) {
    const utr =
      sends.get(single_send_id ?? 0) ?? emails.get(schedule_id ?? 0) ?? messages.get(message_id ?? 0);
    if (utr !== undefined) utrs.set(_id, utr);
  }
  return utrs;
}

async function utrsById(
  rows: Rows<SingleSendDocument> | Rows<AutomationScheduleDocument> | Rows<MessageDocument>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await (rows as Rows<SingleSendDocument>)
    .find({ _id: { $in: [...ids] } })
    .project<{ _id: number; utr: string }>({ utr: 1 })
    .toArray();
  return new Map(found.map(({ _id, utr }) => [_id, utr]));
}
