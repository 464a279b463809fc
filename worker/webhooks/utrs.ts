import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { Message } from '../../common/models/messages.ts';
import { SingleSend } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo/connection.ts';

/** Mailings whose utr is remembered: it never changes. */
const MOST = 10_000;
const known = new Map<string, string>();

type Of = Pick<MailingDocument, '_id' | 'single_send_id' | 'schedule_id' | 'message_id'>;

/** The utr of each mailing's single send, automation email or message. */
export async function utrsOfMailings(mailings: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const unknown = mailings.filter((key) => !known.has(key));
  if (unknown.length > 0) await learn(unknown);
  const utrs = new Map<string, string>();
  for (const key of mailings) {
    const utr = known.get(key);
    if (utr !== undefined) utrs.set(key, utr);
  }
  return utrs;
}

async function learn(mailings: readonly string[]): Promise<void> {
  if (known.size + mailings.length > MOST) known.clear();
  const found = await rows(Mailing)
    .find({ _id: { $in: [...mailings] } })
    .project<Of>({ single_send_id: 1, schedule_id: 1, message_id: 1 })
    .toArray();
  const ids = (name: Exclude<keyof Of, '_id'>) => found.flatMap((one) => one[name] ?? []);
  const [sends, emails, messages] = await Promise.all([
    utrsById(SingleSend, ids('single_send_id')),
    utrsById(AutomationSchedule, ids('schedule_id')),
    utrsById(Message, ids('message_id')),
  ]);
  for (const { _id, single_send_id, schedule_id, message_id } of found) {
    const utr =
      sends.get(single_send_id ?? 0) ?? emails.get(schedule_id ?? 0) ?? messages.get(message_id ?? 0);
    if (utr !== undefined) known.set(_id, utr);
  }
}

async function utrsById(
  model: typeof SingleSend | typeof AutomationSchedule | typeof Message,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows(model as typeof SingleSend)
    .find({ _id: { $in: [...ids] } })
    .project<{ _id: number; utr: string }>({ utr: 1 })
    .toArray();
  return new Map(found.map(({ _id, utr }) => [_id, utr]));
}
