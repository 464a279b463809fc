import { model } from 'mongoose';
import { collection } from './collection.ts';

/** A value that a placeholder of a message shows. */
export interface MessageValue {
  readonly name: string;
  readonly value: string;
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

export const Message = model<MessageDocument>('Message', schema);
