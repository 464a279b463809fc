import { model, Schema } from 'mongoose';
import type { DeliveryDocument } from './deliveries.ts';

/**
 * What is left of a ledger row that is kept no longer, of a mail that somebody may have: its links work for ever
 * (rulings 11), opting out above all. By the delivery's id, and asked for by nothing else.
 */
export type MailLinkDocument = Pick<
  DeliveryDocument,
  '_id' | 'mailing' | 'user_id' | 'contact_id' | 'email'
> &
  // Rows that were kept before it was do not have it.
  Partial<Pick<DeliveryDocument, 'segment_recipient_id'>>;

const schema = new Schema<MailLinkDocument>(
  {
    _id: Number,
    mailing: { type: String, required: true },
    user_id: { type: Number, required: true },
    contact_id: { type: Number, default: null },
    segment_recipient_id: Number,
    email: { type: String, required: true },
  },
  { collection: 'mail_links', versionKey: false, strict: 'throw' },
);

export const MailLink = model<MailLinkDocument>('MailLink', schema);
