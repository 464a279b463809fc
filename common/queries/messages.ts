import { Message } from '../models/messages.ts';
import { rows } from '../mongo/connection.ts';

/** Messages that a round of the sweep rings for. */
const SWEEP_LIMIT = 500;

/** Messages that a worker is to look at, as a filter. */
export const dueMessage = (at: Date) => ({ look_at: { $type: 'date' as const, $lte: at } });

/** For the sweep: these messages, the oldest first. */
export const dueMessages = (at: Date): Promise<{ messageId: number; userId: number }[]> =>
  rows(Message)
    .find(dueMessage(at))
    .project<{ messageId: number; userId: number }>({ _id: 0, messageId: '$_id', userId: '$user_id' })
    .sort({ look_at: 1 })
    .limit(SWEEP_LIMIT)
    .toArray();

/** What placeholders of a message show: the values of its call, and its address. */
export async function readMessageValues(messageId: number): Promise<ReadonlyMap<string, string>> {
  const message = await rows(Message).findOne({ _id: messageId }, { projection: { email: 1, values: 1 } });
  return new Map([
    ['email', message?.email ?? ''],
    ...(message?.values ?? []).map(({ name, value }) => [name, value] as const),
  ]);
}
