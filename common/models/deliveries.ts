import { model, Schema } from 'mongoose';

/**
 * pending: no final outcome yet · deferred: waits for another try · accepted: a mail server took it · bounced:
 * refused for good, then or later, or given up · skipped: left out after the freeze · in_doubt: nobody knows
 * whether a server took it, and a person decides.
 */
export const DELIVERY_STATES = ['pending', 'deferred', 'accepted', 'bounced', 'skipped', 'in_doubt'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One mail to one person: a row of the ledger. */
export interface DeliveryDocument {
  _id: number;
  /** The mailing's key. */
  mailing: string;
  user_id: number;
  /** The batch whose figures count this row. */
  batch: number;
  contact_id: number | null;
  /** The segment's own row, for those who were added to a segment by hand and are no contact. */
  segment_recipient_id: number | null;
  email: string;
  email_norm: string;
  state: DeliveryState;
  /** The batch that tries it again, once it was deferred. */
  retry?: number;
  /** How often a mail server had it before it. */
  attempts?: number;
  first_deferred_at?: Date;
  due_at?: Date;
  /** Since when nobody is sure of it. It stays where its acceptance was found out later: only `in_doubt` counts. */
  in_doubt_at?: Date;
  /** It may have been handed over before, and was handed over again (RFC 1047). */
  doubted?: boolean;
  accepted_at?: Date;
  /** The server's last reply that was no acceptance, or why the row was skipped. */
  reply?: string;
  opens?: number;
  clicks?: number;
  first_opened_at?: Date;
  first_clicked_at?: Date;
  last_opened_at?: Date;
  last_clicked_at?: Date;
  unsubscribed_at?: Date;
}

const schema = new Schema<DeliveryDocument>(
  {
    _id: Number,
    mailing: { type: String, required: true },
    user_id: { type: Number, required: true },
    batch: { type: Number, required: true },
    contact_id: { type: Number, default: null },
    segment_recipient_id: { type: Number, default: null },
    email: { type: String, required: true },
    email_norm: { type: String, required: true },
    state: { type: String, required: true, enum: DELIVERY_STATES },
    retry: Number,
    attempts: Number,
    first_deferred_at: Date,
    due_at: Date,
    in_doubt_at: Date,
    doubted: Boolean,
    accepted_at: Date,
    reply: String,
    opens: Number,
    clicks: Number,
    first_opened_at: Date,
    first_clicked_at: Date,
    last_opened_at: Date,
    last_clicked_at: Date,
    unsubscribed_at: Date,
  },
  { collection: 'deliveries', versionKey: false, strict: 'throw' },
);
// One mail an address: the lock that makes a replayed freeze harmless.
schema.index({ mailing: 1, email_norm: 1 }, { unique: true });
// What is due for another try. Only deferred rows are in it, and it does not ask for `state`, so that the usual outcome
// touches no index.
schema.index({ mailing: 1, due_at: 1 }, { partialFilterExpression: { due_at: { $exists: true } } });
// What a person is to decide on, in the order in which it is listed; it too does not ask for `state`.
schema.index({ mailing: 1, _id: 1 }, { partialFilterExpression: { in_doubt_at: { $exists: true } } });

export const Delivery = model<DeliveryDocument>('Delivery', schema);
