import type { Attachments, PlacedAttachment } from '../domain/attachments.ts';
import type { JobPayloads } from '../jobs/catalogue.ts';
import { Message, type MessageDocument, type StoredAttachments } from '../models/messages.ts';
import { everywhere } from '../store/everywhere.ts';
import { readUpload, UploadGone } from '../store/uploads.ts';

/** Messages that a round of the sweep rings for: the oldest, and of each account where there are more. */
const [SWEEP_LIMIT, OF_ACCOUNT] = [500, 100];

export const dueMessage = (at: Date) => ({ look_at: { $type: 'date' as const, $lte: at } });

type DueMessage = JobPayloads['deliver-message'];

/** The oldest first. Thousands of one account do not hide those of another. */
export async function dueMessages(at: Date): Promise<DueMessage[]> {
  const messages = everywhere(Message, 'sweep');
  const oldest = await messages
    .find(dueMessage(at))
    .project<Pick<MessageDocument, '_id' | 'user_id'>>({ user_id: 1 })
    .sort({ look_at: 1 })
    .limit(SWEEP_LIMIT)
    .map(({ _id, user_id }): DueMessage => ({ messageId: _id, userId: user_id }))
    .toArray();
  if (oldest.length < SWEEP_LIMIT) return oldest;
  const known = new Set(oldest.map(({ messageId }) => messageId));
  const first = messages.aggregate<{ _id: number; first: number[] }>([
    { $match: dueMessage(at) },
    { $sort: { look_at: 1 } },
    { $group: { _id: '$user_id', first: { $firstN: { input: '$_id', n: OF_ACCOUNT } } } },
  ]);
  for await (const { _id: userId, first: ids } of first)
    for (const messageId of ids) if (!known.has(messageId)) oldest.push({ messageId, userId });
  return oldest;
}

/** The parts of a message's mail that are its own, and not its content's. */
export interface MessageParts {
  readonly name: string;
  /** By placeholder: the values of the call, and its address. */
  readonly values: ReadonlyMap<string, string>;
  readonly attachments: Attachments | null;
}

/** Throws {@link UploadGone} if the attachments are gone because the message is being erased. */
export async function readMessageParts(userId: number, messageId: number): Promise<MessageParts> {
  const message = await Message.of(userId).findOne(
    { _id: messageId },
    { projection: { email: 1, name: 1, values: 1, attachments: 1, attached: 1 } },
  );
  const { attachments: files, attached } = message ?? {};
  return {
    name: message?.name ?? '',
    values: shownValues(message ?? { email: '', values: [] }),
    attachments: files ? await readAttachments(userId, files, attached) : null,
  };
}

export const shownValues = ({
  email,
  values,
}: Pick<MessageDocument, 'email' | 'values'>): ReadonlyMap<string, string> =>
  new Map([['email', email], ...values.map(({ name, value }) => [name, value] as const)]);

async function readAttachments(
  userId: number,
  files: readonly PlacedAttachment[],
  attached: StoredAttachments | undefined,
): Promise<Attachments> {
  if (!attached) throw new UploadGone();
  const bytes = Buffer.allocUnsafeSlow(attached.bytes);
  let at = 0;
  for await (const chunk of readUpload(userId, attached.file_id, 0)) at += chunk.copy(bytes, at);
  return { bytes, files };
}
