import type { ClientSession } from 'mongodb';
import { Mailing, type MailingDocument } from '../models/mailings.ts';
import { Message } from '../models/messages.ts';
import { SEND_STATUS, SingleSend } from '../models/single-sends.ts';

interface Reopening {
  readonly at: Date;
  /** True: the mailing must have ended. False: it may also be running. */
  readonly ended: boolean;
  readonly set?: Partial<MailingDocument>;
  readonly inc?: Readonly<Record<string, number>>;
}

/**
 * Opens a mailing again whose rows are to be sent again, because workers find no due rows in a closed one. Its single send runs again; its
 * message becomes due. Returns false when the mailing was cancelled, deleted or not in the required state: then abort the transaction.
 */
export async function reopenMailing(
  userId: number,
  mailing: string,
  session: ClientSession,
  { at, ended, set = {}, inc = {} }: Reopening,
): Promise<boolean> {
  const opened = await Mailing.of(userId).findOneAndUpdate(
    { _id: mailing, stopped: false, ...(ended && { state: 'done' as const }) },
    // The changed `writes` stops a worker that is about to close the mailing.
    { $set: { state: 'open', done_at: null, ...set }, $inc: { writes: 1, ...inc } },
    { session, projection: { single_send_id: 1, message_id: 1 } },
  );
  if (opened?.message_id !== undefined) {
    await Message.of(userId).updateOne({ _id: opened.message_id }, { $set: { look_at: at } }, { session });
  }
  if (!opened || opened.single_send_id === null) return opened !== null;
  const { running, completed } = SEND_STATUS;
  const { matchedCount } = await SingleSend.of(userId).updateOne(
    {
      _id: opened.single_send_id,
      deleted_at: null,
      status: { $in: ended ? [completed] : [running, completed] },
    },
    // The changed `updated_at` stops a worker that is about to complete the send.
    { $set: { status: running, completed_at: null, updated_at: at } },
    { session },
  );
  return matchedCount === 1;
}
