import type { Attachments, PlacedAttachment } from '../domain/attachments.ts';
import { Message, type MessageDocument, type StoredAttachments } from '../models/messages.ts';
import { readUpload, UploadGone } from '../store/uploads.ts';

/** Messages that a round of the sweep rings for. */
const SWEEP_LIMIT = 500;

/** Messages that a worker is to look at, as a filter. */
export const dueMessage = (at: Date) => ({ look_at: { $type: 'date' as const, $lte: at } });

/** For the sweep: these messages, the oldest first. */
export const dueMessages = (at: Date): Promise<{ messageId: number; userId: number }[]> =>
  Message.find(dueMessage(at))
    .project<Pick<MessageDocument, '_id' | 'user_id'>>({ user_id: 1 })
    .sort({ look_at: 1 })
    .limit(SWEEP_LIMIT)
    .map(({ _id, user_id }) => ({ messageId: _id, userId: user_id }))
    .toArray();

/** What the mail of a message has that mails of its content do not share. */
export interface MessageParts {
  /** What placeholders show: the values of the call, and its address. */
  readonly values: ReadonlyMap<string, string>;
  /** Null: it has none. */
  readonly attachments: Attachments | null;
}

/** Reads these; throws {@link UploadGone} where the message's attachments are gone, as it is being erased. */
export async function readMessageParts(messageId: number): Promise<MessageParts> {
  const message = await Message.findOne(
    { _id: messageId },
    { projection: { email: 1, values: 1, attachments: 1, attached: 1 } },
  );
  const { attachments: files, attached } = message ?? {};
  return {
    values: shownValues(message ?? { email: '', values: [] }),
    attachments: files ? await readAttachments(files, attached) : null,
  };
}

/** What the placeholders of a message show, by their names. */
export const shownValues = ({
  email,
  values,
}: Pick<MessageDocument, 'email' | 'values'>): ReadonlyMap<string, string> =>
  new Map([['email', email], ...values.map(({ name, value }) => [name, value] as const)]);

async function readAttachments(
  files: readonly PlacedAttachment[],
  attached: StoredAttachments | undefined,
): Promise<Attachments> {
  if (!attached) throw new UploadGone();
  const bytes = Buffer.allocUnsafeSlow(attached.bytes);
  let at = 0;
  for await (const chunk of readUpload(attached.file_id, 0)) at += chunk.copy(bytes, at);
  return { bytes, files };
}
