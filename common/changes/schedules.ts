import { now } from '../clock.ts';
import { instantOf, localTime } from '../domain/times.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../models/single-sends.ts';
import type { Filter } from '../store/collection.ts';

type ScheduledSend = Pick<SingleSendDocument, '_id' | 'single_send_name' | 'due_at' | 'waits_until'>;

const open = (at: Date): Filter<SingleSendDocument> => ({
  schedule_type: 1,
  status: { $in: [SEND_STATUS.initiate, SEND_STATUS.ready] },
  due_at: { $gt: at },
  deleted_at: null,
});

/** An account's sends whose date and time are still ahead, soonest first. */
export const scheduledSends = (userId: number, most: number): Promise<ScheduledSend[]> =>
  SingleSend.of(userId)
    .find(open(now()))
    .project<ScheduledSend>({ single_send_name: 1, due_at: 1, waits_until: 1 })
    .sort({ due_at: 1 })
    .limit(most)
    .toArray();

/** When a send keeps its local time of zone `from` in zone `to`. Null: that has passed, or comes before the end of the time to undo the send. */
export function dueInZone(
  { due_at, waits_until }: Pick<ScheduledSend, 'due_at' | 'waits_until'>,
  from: string,
  to: string,
): Date | null {
  const [date = '', time = ''] = localTime(due_at, from).split(' ');
  const moved = instantOf(date, time, to);
  return moved && moved > now() && !(waits_until && waits_until > moved) ? moved : null;
}

/** Keeps the local date and time of scheduled sends in a new time zone. Those that would have passed keep their moment. */
export async function moveSchedules(userId: number, from: string, to: string): Promise<void> {
  const sends = await scheduledSends(userId, 0);
  const moves = sends.flatMap((send) => {
    const due = dueInZone(send, from, to);
    if (due === null) return [];
    const { _id, due_at } = send;
    const filter = { ...open(now()), _id, due_at };
    return [{ updateOne: { filter, update: { $set: { due_at: due }, $inc: { version: 1 } } } }];
  });
  if (moves.length > 0) await SingleSend.of(userId).bulkWrite(moves);
}
