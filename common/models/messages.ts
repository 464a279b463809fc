import type { Types } from 'mongoose';
import type { PlacedAttachment } from '../domain/attachments.ts';
import { collection, model } from '../store/collection.ts';
import { NO_FILE } from '../store/uploads.ts';

/** A value that a placeholder of a message shows. */
export interface MessageValue {
  readonly name: string;
  readonly value: string;
}

/** The file with the attachments of a message, as they stand in its mail. */
export interface StoredAttachments {
  file_id: Types.ObjectId;
  bytes: number;
}

/** A single message as its owner asked for it. Its mailing has its content, and its row of the ledger what became of it. */
export interface MessageDocument {
  _id: number;
  user_id: number;
  utr: string;
  email: string;
  email_norm: string;
  sender_id: number;
  template_id: number;
  /** Null: it has no footer and no link to unsubscribe, and goes to people who unsubscribed, too. */
  unsubscribe_group_id: number | null;
  /** With placeholders. */
  subject: string;
  values: MessageValue[];
  /** Absent: it has none. */
  attachments?: PlacedAttachment[];
  /** Present until the message is out, or is not to go any more. */
  attached?: StoredAttachments;
  /** It goes from here on. */
  send_at: Date;
  /** When a worker looks at it next. Absent once it has its final outcome. */
  look_at?: Date;
  created_at: Date;
}

const schema = collection<MessageDocument>('messages');
schema.index({ user_id: 1, _id: 1 });
schema.index({ utr: 1 }, { unique: true });
// What an account sent to a person: exports and erasures ask for it.
schema.index({ user_id: 1, email_norm: 1 });
// The sweep: those under way. Ended ones are most of all and never asked for.
schema.index({ look_at: 1 }, { partialFilterExpression: { look_at: { $type: 'date' } } });

// Bytes that an account stores, and whose files belong to a message. Few have any.
schema.index(
  { user_id: 1, 'attached.bytes': 1 },
  { name: 'attached_there', partialFilterExpression: { 'attached.bytes': { $gt: 0 } } },
);
schema.index(
  { 'attached.file_id': 1 },
  { name: 'attached_file_there', partialFilterExpression: { 'attached.file_id': { $gt: NO_FILE } } },
);

export const Message = model<MessageDocument>('Message', schema);
