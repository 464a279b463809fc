import { model, Schema } from 'mongoose';

/** What a sender's verification mail and its link are about. */
export interface Verification {
  /** 32 random bits that the link's token is signed with; each new mail has its own, which ends the links before. */
  nonce: number;
  expires_at: Date;
  /** From here on the mail may be sent, or tried once more; null once it is out, or given up. */
  due_at: Date | null;
  /** How often it was tried. */
  attempts: number;
  used_at: Date | null;
}

/** A from-identity. Nothing is sent from it until a person opened the link that was mailed to `from_email`. */
export interface SenderDocument {
  _id: number;
  user_id: number;
  from_name: string;
  from_email: string;
  reply_to_email: string;
  country_id: number;
  state_id: number | null;
  city_id: number | null;
  zip_code: string;
  company_address: string;
  company_address2: string;
  nickname: string;
  is_verified: 0 | 1;
  utr: string;
  /** When the last verification mail was asked for. */
  send_at: Date;
  /** Null when none was ever asked for. */
  verification: Verification | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const text = { type: String, default: '' };

const schema = new Schema<SenderDocument>(
  {
    _id: Number,
    user_id: { type: Number, required: true },
    from_name: { type: String, required: true },
    from_email: { type: String, required: true },
    reply_to_email: { type: String, required: true },
    country_id: { type: Number, required: true },
    state_id: { type: Number, default: null },
    city_id: { type: Number, default: null },
    zip_code: text,
    company_address: text,
    company_address2: text,
    nickname: text,
    is_verified: { type: Number, default: 0 },
    utr: { type: String, required: true },
    send_at: { type: Date, required: true },
    verification: { type: Schema.Types.Mixed, default: null },
    deleted_at: { type: Date, default: null },
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'senders', versionKey: false, strict: 'throw' },
);
schema.index({ user_id: 1, _id: 1 });
schema.index({ utr: 1 }, { unique: true });
// The sweep: mails that are due. Senders whose mail is out are most of all and never asked for.
schema.index(
  { 'verification.due_at': 1 },
  { partialFilterExpression: { 'verification.due_at': { $type: 'date' } } },
);

export const Sender = model<SenderDocument>('Sender', schema);
