import type { Attachments, PlacedAttachment } from '../domain/attachments.ts';
import type { JobPayloads } from '../jobs/catalogue.ts';
import { Message, type MessageDocument, type StoredAttachments } from '../models/messages.ts';
import { readUpload, UploadGone } from '../store/uploads.ts';
import { createDueFinder } from './due-finder.ts';

const AT_ONCE = 500;

export const dueMessage = (at: Date) => ({ look_at: { $type: 'date' as const, $lte: at } });

const findDue = createDueFinder(Message, { fields: { user_id: 1 }, sort: { look_at: 1 } });

/** The oldest of each account first. */
export async function dueMessages(at: Date): Promise<JobPayloads['deliver-message'][]> {
  const due = await findDue(dueMessage(at), AT_ONCE);
  return due.map(({ _id, user_id }) => ({ messageId: _id, userId: user_id }));
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
