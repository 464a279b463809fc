import { model } from 'mongoose';
import { collection } from './collection.ts';
import type { DeliveryDocument } from './deliveries.ts';

/**
 * What is left of a ledger row after its retention. The mail may still be in an inbox, and its links work for ever
 * (docs/rules.md 11.4), above all the one to opt out. It is read by the delivery's id only.
 */
export type MailLinkDocument = Pick<
  DeliveryDocument,
  '_id' | 'mailing' | 'user_id' | 'contact_id' | 'email'
> &
  // Rows that were kept before it was do not have it.
  Partial<Pick<DeliveryDocument, 'segment_recipient_id'>>;

const schema = collection<MailLinkDocument>('mail_links');

export const MailLink = model<MailLinkDocument>('MailLink', schema);
