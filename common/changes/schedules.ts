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

/** The instant that a clock in zone `to` shows as one in zone `from` shows `due`. Null: it has passed. */
export function dueInZone(due: Date, from: string, to: string): Date | null {
  const [date = '', time = ''] = localTime(due, from).split(' ');
  const moved = instantOf(date, time, to);
  return moved && moved > now() ? moved : null;
}

/** Keeps the local date and time of scheduled sends in a new time zone. Those that would have passed keep their moment. */
export async function moveSchedules(userId: number, from: string, to: string): Promise<void> {
  const sends = await scheduledSends(userId, 0);
  const moves = sends.flatMap(({ _id, due_at, waits_until }) => {
    const due = dueInZone(due_at, from, to);
    if (due === null || (waits_until && waits_until > due)) return [];
    const filter = { ...open(now()), _id, due_at };
    return [{ updateOne: { filter, update: { $set: { due_at: due }, $inc: { version: 1 } } } }];
  });
  if (moves.length > 0) await SingleSend.of(userId).bulkWrite(moves);
}
