import { noteEngagement } from '../../../common/changes/engagement-dates.ts';
import { countReplies } from '../../../common/changes/reply-counts.ts';
import { grouped } from '../../../common/domain/grouped.ts';
import { type Figures, NO_FIGURES } from '../../../common/models/figures.ts';
import { Message } from '../../../common/models/messages.ts';
import { closeBatches } from '../delivery/close-batches.ts';
import { endMailings } from '../delivery/end-mailing.ts';
import { isThrough, type Slice } from '../delivery/slice.ts';
import type { ReadyMessage } from './begin-together.ts';

const ACCEPTED: Figures = { ...NO_FIGURES, accepted: 1, triggered: 1 };

/** Whether the mail was accepted and no other replies must be written. Call it after the flush. */
export function isPlainlyAccepted(slice: Slice): boolean {
  const { held, replies, standstill, recorder, progress } = slice;
  const { unreached, cleared } = progress;
  const isQuiet = !unreached && cleared.length === 0 && !replies.isTroubled && replies.stopAtEnd() === null;
  return (
    isQuiet &&
    isThrough(slice) &&
    !standstill.found() &&
    held.lease.stands() &&
    recorder.figures()?.accepted === ACCEPTED.accepted
  );
}

/** Does for many messages what `finish` and `endMailing` do for one. Returns the messages that have ended. */
export async function closeTogether(
  handed: readonly ReadyMessage[],
): Promise<ReadonlyMap<ReadyMessage, ReadyMessage>> {
  const byAccount = grouped(handed, ({ message }) => message.user_id);
  // Note this before the batches are closed: if the worker dies in between, the next holder notes it again.
  await Promise.all([...byAccount].map(([userId, some]) => note(userId, some)));
  for (const { slice } of handed) slice.worker.recorder.closed(slice.held.found._id);
  const held = handed.map(({ slice }) => slice.held);
  const closed = new Set(await closeBatches(held, ACCEPTED));
  const through = handed.filter(({ slice }) => closed.has(slice.held.found._id));
  if (through.length === 0) return new Map();
  const mailings = through.map(({ mailing }) => mailing);
  const ended = new Set(await endMailings(mailings, [...closed], ACCEPTED));
  const over = through.filter(({ mailing }) => ended.has(mailing._id));
  const messages = over.map(({ message }) => message);
  await Message.among(byAccount.keys()).updateMany(
    // A call that requested another look has changed `look_at`.
    {
      _id: { $in: messages.map(({ _id }) => _id) },
      look_at: { $in: messages.map(({ look_at }) => look_at) },
    },
    { $unset: { look_at: '' } },
  );
  return new Map(over.map((one) => [one, one]));
}

async function note(userId: number, handed: readonly ReadyMessage[]): Promise<void> {
  const ids = handed.map(({ slice }) => slice.held.found.first).sort((one, other) => one - other);
  for (const { slice } of handed) await countReplies(userId, slice.replies.counts());
  await noteEngagement(userId, { first: ids[0]!, last: ids.at(-1)!, ids });
}
