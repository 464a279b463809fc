import { collection, model } from '../store/collection.ts';
import type { DeliveryDocument } from './deliveries.ts';

/** Links keep the spelling of an address; this finds it in any case of letters. */
export const ADDRESS_COLLATION = Object.freeze({ locale: 'en', strength: 2 } as const);

/**
 * The rest of a ledger row after its retention. Links of a mail in an inbox never stop working (docs/rules.md 11.4), above all
 * the one to opt out. It is read by the delivery's id; only an erasure looks for an address.
 */
export type MailLinkDocument = Pick<
  DeliveryDocument,
  '_id' | 'mailing' | 'user_id' | 'contact_id' | 'email'
> &
  // Absent in old rows.
  Partial<Pick<DeliveryDocument, 'segment_recipient_id'>>;

const schema = collection<MailLinkDocument>('mail_links');
schema.index({ user_id: 1, email: 1 }, { collation: ADDRESS_COLLATION });

export const MailLink = model<MailLinkDocument>('MailLink', schema);
