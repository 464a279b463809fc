import type { ClientSession } from 'mongodb';
import { Mailing, type MailingDocument } from '../models/mailings.ts';
import { Message } from '../models/messages.ts';
import { SEND_STATUS, SingleSend } from '../models/single-sends.ts';

interface Reopening {
  readonly at: Date;
  /** It must have ended; else it may also still be under way. */
  readonly ended: boolean;
  /** What changes with it. */
  readonly set?: Partial<MailingDocument>;
  readonly inc?: Readonly<Record<string, number>>;
}

/**
 * Opens a mailing again whose rows are to go once more, because no worker looks for due rows in a closed one; its single send runs again, its message is looked at.
 * False: it was cancelled or deleted, or is not as it must be, and the transaction is to be given up.
 */
export async function reopenMailing(
  mailing: string,
  session: ClientSession,
  { at, ended, set = {}, inc = {} }: Reopening,
): Promise<boolean> {
  const opened = await Mailing.findOneAndUpdate(
    { _id: mailing, stopped: false, ...(ended && { state: 'done' as const }) },
    // A worker that is about to close the mailing sees that `writes` changed.
    { $set: { state: 'open', done_at: null, ...set }, $inc: { writes: 1, ...inc } },
    { session, projection: { single_send_id: 1, message_id: 1 } },
  );
  if (opened?.message_id !== undefined) {
    await Message.updateOne({ _id: opened.message_id }, { $set: { look_at: at } }, { session });
  }
  if (!opened || opened.single_send_id === null) return opened !== null;
  const { running, completed } = SEND_STATUS;
  const { matchedCount } = await SingleSend.updateOne(
    {
      _id: opened.single_send_id,
      deleted_at: null,
      status: { $in: ended ? [completed] : [running, completed] },
    },
    // And who is about to complete it by `updated_at`.
    { $set: { status: running, completed_at: null, updated_at: at } },
    { session },
  );
  return matchedCount === 1;
}
