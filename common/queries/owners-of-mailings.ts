import { AutomationSchedule, type AutomationScheduleDocument } from '../models/automation-schedules.ts';
import type { MailingDocument } from '../models/mailings.ts';
import { Message, type MessageDocument, valuesByName } from '../models/messages.ts';
import { SingleSend, type SingleSendDocument } from '../models/single-sends.ts';
import type { Rows } from '../store/collection.ts';

/** A mailing with the ids of its owner. */
export type OwnedMailing = Pick<
  MailingDocument,
  '_id' | 'user_id' | 'single_send_id' | 'schedule_id' | 'message_id'
>;

/** The fields of {@link OwnedMailing}, as a projection. */
export const OWNED = { user_id: 1, single_send_id: 1, schedule_id: 1, message_id: 1 } as const;

/** The record to which a mailing belongs. */
export interface MailingRecord {
  readonly utr: string;
  /** The values that the caller of a single message gave. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** By mailing key: its single send, automation email or message; absent if that was deleted. */
export async function readOwners(
  mailings: readonly OwnedMailing[],
): Promise<ReadonlyMap<string, MailingRecord>> {
  const ids = (name: Exclude<keyof OwnedMailing, '_id' | 'user_id'>) =>
    mailings.flatMap((one) => one[name] ?? []);
  const accounts = mailings.map(({ user_id }) => user_id);
  const [sends, emails, messages] = await Promise.all([
    recordsById(SingleSend.among(accounts), ids('single_send_id')),
    recordsById(AutomationSchedule.among(accounts), ids('schedule_id')),
    recordsById(Message.among(accounts), ids('message_id')),
  ]);
  const owners = new Map<string, MailingRecord>();
  for (const { _id, single_send_id, schedule_id, message_id } of mailings) {
    const owner =
      sends.get(single_send_id ?? 0) ?? emails.get(schedule_id ?? 0) ?? messages.get(message_id ?? 0);
    if (owner) owners.set(_id, owner);
  }
  return owners;
}

async function recordsById(
  rows: Rows<SingleSendDocument> | Rows<AutomationScheduleDocument> | Rows<MessageDocument>,
  ids: readonly number[],
): Promise<Map<number, MailingRecord>> {
  if (ids.length === 0) return new Map();
  // Only messages have metadata.
  const found = await (rows as Rows<MessageDocument>)
    .find({ _id: { $in: [...ids] } })
    .project<Pick<MessageDocument, '_id' | 'utr' | 'metadata'>>({ utr: 1, metadata: 1 })
    .toArray();
  return new Map(
    found.map(({ _id, utr, metadata }) => [
      _id,
      { utr, ...(metadata && { metadata: valuesByName(metadata) }) },
    ]),
  );
}
