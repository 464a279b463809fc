import { AutomationSchedule } from '../models/automation-schedules.ts';
import type { MailingDocument } from '../models/mailings.ts';
import { Message } from '../models/messages.ts';
import { SingleSend } from '../models/single-sends.ts';

/** A mailing with the ids of its owner. */
export type OwnedMailing = Pick<MailingDocument, '_id' | 'single_send_id' | 'schedule_id' | 'message_id'>;

/** The fields of {@link OwnedMailing}, as a projection. */
export const OWNED = { single_send_id: 1, schedule_id: 1, message_id: 1 } as const;

/** By mailing key: the utr of its single send, automation email or message; absent if that was deleted. */
export async function readUtrs(mailings: readonly OwnedMailing[]): Promise<ReadonlyMap<string, string>> {
  const ids = (name: Exclude<keyof OwnedMailing, '_id'>) => mailings.flatMap((one) => one[name] ?? []);
  const [sends, emails, messages] = await Promise.all([
    utrsById(SingleSend, ids('single_send_id')),
    utrsById(AutomationSchedule, ids('schedule_id')),
    utrsById(Message, ids('message_id')),
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
  model: typeof SingleSend | typeof AutomationSchedule | typeof Message,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await (model as typeof SingleSend)
    .find({ _id: { $in: [...ids] } })
    .project<{ _id: number; utr: string }>({ utr: 1 })
    .toArray();
  return new Map(found.map(({ _id, utr }) => [_id, utr]));
}
