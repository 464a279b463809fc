import type { Types } from 'mongoose';
import type { PlacedAttachment } from '../domain/attachments.ts';
import { collection, model } from '../store/collection.ts';
import { NO_FILE } from '../store/uploads.ts';

export interface MessageValue {
  readonly name: string;
  readonly value: string;
}

export const valuesByName = (values: readonly MessageValue[]): Record<string, string> =>
  Object.fromEntries(values.map(({ name, value }) => [name, value]));

/** The attachments of a message, encoded as in its mail. */
export interface StoredAttachments {
  file_id: Types.ObjectId;
  bytes: number;
}

/** A single message as its owner requested it. Its mailing has the content, and the ledger row the outcome. */
export interface MessageDocument {
  _id: number;
  user_id: number;
  utr: string;
  email: string;
  email_norm: string;
  /** Of the recipient; absent, empty: the mail has the address alone. */
  name?: string;
  sender_id: number;
  template_id: number;
  /** Null: it has no footer and no unsubscribe link, and unsubscribed people get it, too. */
  unsubscribe_group_id: number | null;
  subject: string;
  values: MessageValue[];
  /** The caller's own values, which details and events repeat. */
  metadata?: MessageValue[];
  attachments?: PlacedAttachment[];
  /** Present until the message is sent or given up. */
  attached?: StoredAttachments;
  send_at: Date;
  /** The same, if it was in the future: until then the message counts in `scheduled_messages`. Absent once it is cancelled. */
  scheduled_for?: Date;
  /** When a worker checks it next. Absent after its final outcome. */
  look_at?: Date;
  created_at: Date;
}

const schema = collection<MessageDocument>('messages');
schema.index({ user_id: 1, _id: 1 });
schema.index({ user_id: 1, utr: 1 }, { unique: true });
// Messages to a person: exports and erasures.
schema.index({ user_id: 1, email_norm: 1 });
// The sweep, which leaves out accounts. Most messages have ended and are not indexed.
schema.index({ look_at: 1, user_id: 1 }, { partialFilterExpression: { look_at: { $type: 'date' } } });
// The quota of an account. Most messages are sent at once.
schema.index(
  { user_id: 1, scheduled_for: 1 },
  { name: 'scheduled_there', partialFilterExpression: { scheduled_for: { $gt: new Date(0) } } },
);

// The stored bytes of an account, and the owners of files. Few messages have any.
schema.index(
  { user_id: 1, 'attached.bytes': 1 },
  { name: 'attached_there', partialFilterExpression: { 'attached.bytes': { $gt: 0 } } },
);
schema.index(
  { 'attached.file_id': 1 },
  { name: 'attached_file_there', partialFilterExpression: { 'attached.file_id': { $gt: NO_FILE } } },
);

export const Message = model<MessageDocument>('Message', schema);
