import type { Attachments, PlacedAttachment } from '../domain/attachments.ts';
import type { JobPayloads } from '../jobs/catalogue.ts';
import { Message, type MessageDocument, type StoredAttachments } from '../models/messages.ts';
import { everywhere } from '../store/everywhere.ts';
import { readUpload, UploadGone } from '../store/uploads.ts';

/** Messages that one question of the sweep finds, and questions of a round. */
const [FOUND, QUESTIONS] = [500, 4];

export const dueMessage = (at: Date) => ({ look_at: { $type: 'date' as const, $lte: at } });

/** The oldest first. Each further question leaves out the accounts that had most of the last one: their thousands hide no others. */
export async function dueMessages(at: Date): Promise<JobPayloads['deliver-message'][]> {
  const found = new Map<number, number>();
  const served: number[] = [];
  for (let question = 0; question < QUESTIONS; question += 1) {
    const page = await everywhere(Message, 'sweep')
      .find({ ...dueMessage(at), ...(served.length > 0 && { user_id: { $nin: served } }) })
      .project<Pick<MessageDocument, '_id' | 'user_id'>>({ user_id: 1 })
      .sort({ look_at: 1 })
      .limit(FOUND)
      .toArray();
    const counts = new Map<number, number>();
    for (const { _id, user_id } of page) {
      found.set(_id, user_id);
      counts.set(user_id, (counts.get(user_id) ?? 0) + 1);
    }
    if (page.length < FOUND) break;
    for (const [userId, count] of counts) if (count >= FOUND / counts.size) served.push(userId);
  }
  return [...found].map(([messageId, userId]) => ({ messageId, userId }));
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
