import { collection, model } from '../store/collection.ts';
import type { DeliveryDocument } from './deliveries.ts';

/** Links have an address as it was spelt; with this it is found whatever the case of its letters. */
export const ADDRESS_COLLATION = Object.freeze({ locale: 'en', strength: 2 } as const);

/**
 * What is left of a ledger row after its retention. The mail may still be in an inbox, and its links work for ever
 * (docs/rules.md 11.4), above all the one to opt out. It is read by the delivery's id; only an erasure looks for an address.
 */
export type MailLinkDocument = Pick<
  DeliveryDocument,
  '_id' | 'mailing' | 'user_id' | 'contact_id' | 'email'
> &
  // Rows that were kept before it was do not have it.
  Partial<Pick<DeliveryDocument, 'segment_recipient_id'>>;

const schema = collection<MailLinkDocument>('mail_links');
schema.index({ user_id: 1, email: 1 }, { collation: ADDRESS_COLLATION });

export const MailLink = model<MailLinkDocument>('MailLink', schema);
