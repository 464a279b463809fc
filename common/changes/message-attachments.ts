import { mailingOfMessage } from '../domain/mailing-keys.ts';
import { Delivery } from '../models/deliveries.ts';
import { Message, type MessageDocument } from '../models/messages.ts';
import { everywhere } from '../store/everywhere.ts';
import { NO_FILE, removeUpload } from '../store/uploads.ts';

type AttachedMessage = Pick<MessageDocument, '_id' | 'user_id' | 'attached'>;

const AT_ONCE = 500;

/** Removes the file, and keeps names and sizes. The file is removed first, so that a crash leaves none behind. */
export async function removeAttachments({ _id, user_id, attached }: AttachedMessage): Promise<void> {
  if (!attached) return;
  await removeUpload(user_id, attached.file_id);
  await Message.of(user_id).updateOne(
    { _id, 'attached.file_id': attached.file_id },
    { $unset: { attached: '' } },
  );
}

/** Removes the files of messages with a final outcome: such a mail is never rendered again. One in doubt may be. */
export async function removeSentAttachments(messages: readonly AttachedMessage[]): Promise<number> {
  if (messages.length === 0) return 0;
  const keys = messages.map(({ _id }) => mailingOfMessage(_id));
  const ledger = Delivery.among(messages.map(({ user_id }) => user_id));
  const doubted = new Set(await ledger.distinct('mailing', { mailing: { $in: keys }, state: 'in_doubt' }));
  const sent = messages.filter(({ _id }) => !doubted.has(mailingOfMessage(_id)));
  for (const message of sent) await removeAttachments(message);
  return sent.length;
}

/** Removes files that a crash or a decided doubt left behind. Returns their number. The sweep calls it periodically. */
export async function removeLeftAttachments(stopped: () => boolean): Promise<number> {
  let removed = 0;
  for (let after = NO_FILE; !stopped(); ) {
    const page = await everywhere(Message, 'sweep')
      .find({ 'attached.file_id': { $gt: after }, look_at: { $exists: false } })
      .project<Required<AttachedMessage>>({ user_id: 1, attached: 1 })
      .sort({ 'attached.file_id': 1 })
      .limit(AT_ONCE)
      .toArray();
    removed += await removeSentAttachments(page);
    if (page.length < AT_ONCE) break;
    after = page.at(-1)!.attached.file_id;
  }
  return removed;
}
