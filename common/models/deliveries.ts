import type { Binary } from 'mongodb';
import type { Engagement } from '../domain/engagement.ts';
import type { ReplyClass } from '../domain/reply-classes.ts';
import type { SkipReason } from '../domain/skip-reason.ts';
import type { UnsubscribeReason } from '../domain/unsubscribe-reasons.ts';
import { collection, model } from '../store/collection.ts';

/**
 * pending: no final outcome yet · deferred: waits for a retry · accepted: by a mail server · bounced: refused for good, at once
 * or later, or given up · skipped: left out after the freeze · in_doubt: a server may or may not have accepted it, and a person
 * decides.
 */
export type DeliveryState = 'pending' | 'deferred' | 'accepted' | 'bounced' | 'skipped' | 'in_doubt';

/** One mail to one person: a row of the ledger. */
export interface DeliveryDocument extends Engagement {
  _id: number;
  mailing: string;
  user_id: number;
  batch: number;
  contact_id: number | null;
  /** The segment's row of a person who was added to it by hand and is no contact. */
  segment_recipient_id: number | null;
  email: string;
  email_norm: string;
  state: DeliveryState;
  /** The batch that retries a deferred row. */
  retry?: number;
  /** Attempts at a mail server; of an accepted row, without the last one. */
  attempts?: number;
  first_deferred_at?: Date;
  due_at?: Date;
  /** Stays when the acceptance becomes known later: only the state `in_doubt` counts. */
  in_doubt_at?: Date;
  /** When a person had a bounced mail sent again: later reports about earlier attempts change nothing. */
  retried_at?: Date;
  /** First answer of a mail server. Only retried bounces have it, because the retry removes their other dates. */
  first_tried_at?: Date;
  /** Handed over again although the first hand-over may have arrived (RFC 1047). */
  doubted?: boolean;
  accepted_at?: Date;
  bounced_at?: Date;
  /** The provider's id of an accepted mail: by SMTP only where a hook of its kind is on, by HTTP always. */
  provider_id?: string;
  /** The server's last reply that was no acceptance, or the reason for the lack of one. */
  reply?: string;
  /** The reply's class and the rule that gave it (docs/replies.md). Absent in rows of version 0.1.0. */
  class?: ReplyClass;
  rule?: string;
  /**
   * The recipient's domain, where a server refused the row for a reason about the sender, or the row waits for that domain. An
   * accepted row keeps it: it counts only with `bounced` and `deferred`.
   */
  refusing_domain?: string | null;
  /** When it was refused as `policy` or `auth`: it is bounced unless retried. */
  refused_at?: Date;
  /** Set in skipped rows. Read it by `skipReasonOf`: rows of version 0.1.0 have the reason in `reply`. */
  skip_reason?: SkipReason;
  /** The newest fetches of its pixel and links (`common/domain/fetches.ts`); openings and clicks are counted from them. */
  fetches?: Binary;
  unsubscribed_at?: Date;
  unsubscribe_reason?: UnsubscribeReason;
  resubscribed?: Resubscription;
  complained_at?: Date;
}

interface Resubscription {
  at: Date;
  /** When the recipient had unsubscribed by this mail, if that was undone: the row's `unsubscribed_at` is absent then. */
  unsubscribed_at?: Date;
}

export type Addressee = Pick<
  DeliveryDocument,
  'contact_id' | 'segment_recipient_id' | 'email' | 'email_norm'
>;

/** A row not handed over yet. One literal of a fixed shape: an audience has millions. */
export const newDelivery = (
  id: number,
  mailing: { readonly _id: string; readonly user_id: number },
  batch: number,
  to: Addressee,
): DeliveryDocument => ({
  _id: id,
  mailing: mailing._id,
  user_id: mailing.user_id,
  batch,
  contact_id: to.contact_id,
  segment_recipient_id: to.segment_recipient_id,
  email: to.email,
  email_norm: to.email_norm,
  state: 'pending',
});

const schema = collection<DeliveryDocument>('deliveries');
// One mail an address: this lock makes a replayed freeze harmless.
schema.index({ user_id: 1, mailing: 1, email_norm: 1 }, { unique: true });
// Rows due for a retry. The index holds deferred rows only and does not filter by `state`, so that the usual outcome touches no
// index.
schema.index(
  { user_id: 1, mailing: 1, due_at: 1 },
  { partialFilterExpression: { due_at: { $exists: true } } },
);
// Rows in doubt, in the order of their list; not filtered by `state`, for the same reason.
schema.index(
  { user_id: 1, mailing: 1, _id: 1 },
  { partialFilterExpression: { in_doubt_at: { $exists: true } } },
);
// Rows that domains refused or delay. Hardly any row has the field.
schema.index(
  { user_id: 1, mailing: 1, refusing_domain: 1 },
  { partialFilterExpression: { refusing_domain: { $gt: '' } } },
);
// Mails by provider id. No row has one unless a hook is on or mails are sent by HTTP.
schema.index({ provider_id: 1 }, { partialFilterExpression: { provider_id: { $gt: '' } } });

export const Delivery = model<DeliveryDocument>('Delivery', schema);
