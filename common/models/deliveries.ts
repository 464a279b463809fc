import type { Binary } from 'mongodb';
import type { Engagement } from '../domain/engagement.ts';
import type { ReplyClass } from '../domain/reply-classes.ts';
import type { SkipReason } from '../domain/skip-reason.ts';
import type { UnsubscribeReason } from '../domain/unsubscribe-reasons.ts';
import { collection, model } from '../store/collection.ts';

/**
 * pending: no final outcome yet · deferred: waits for another try · accepted: a mail server took it · bounced:
 * refused for good, then or later, or given up · skipped: left out after the freeze · in_doubt: a server may or may not
 * have taken it, and a person decides.
 */
export type DeliveryState = 'pending' | 'deferred' | 'accepted' | 'bounced' | 'skipped' | 'in_doubt';

/** One mail to one person: a row of the ledger. Its openings and clicks are those of {@link Engagement}. */
export interface DeliveryDocument extends Engagement {
  _id: number;
  /** The mailing's key. */
  mailing: string;
  user_id: number;
  /** The batch whose figures count this row. */
  batch: number;
  contact_id: number | null;
  /** The segment's own row of a person who was added to a segment by hand and is no contact. */
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
  /** Since when it is in doubt. It stays when its acceptance becomes known later: only the state `in_doubt` counts. */
  in_doubt_at?: Date;
  /** When a person had it sent once more after it had bounced: reports about its attempts until then change nothing. */
  retried_at?: Date;
  /** When a mail server first answered about it. Only rows that are sent once more have it, because that removes their other dates. */
  first_tried_at?: Date;
  /** It may have been handed over before, and was handed over again (RFC 1047). */
  doubted?: boolean;
  accepted_at?: Date;
  /** Absent in rows that bounced before this was stored. */
  bounced_at?: Date;
  /**
   * The id that a provider gave to the mail that it accepted, by which its events name it. Stored of mails by SMTP where a hook of its kind
   * is on, and of all mails that a provider took by HTTP.
   */
  provider_id?: string;
  /** The server's last reply that was no acceptance, or why there was none. */
  reply?: string;
  /** The class of that reply, and the rule that gave it (docs/replies.md). Absent: version 0.1.0 did not classify. */
  class?: ReplyClass;
  rule?: string;
  /**
   * The recipient's domain, where a server refused the row for what is about us and not about the recipient, or where the row waits
   * for that domain. It stays when the row is accepted: it counts with the states `bounced` and `deferred` only.
   */
  refusing_domain?: string | null;
  /** When it was refused as `policy` or `auth`, and would be bounced if it were not tried again. */
  refused_at?: Date;
  /** Absent unless the row was skipped. Read it by `skipReasonOf`: rows of version 0.1.0 have the reason in `reply`. */
  skip_reason?: SkipReason;
  /** The newest fetches of its pixel and links (`common/domain/fetches.ts`), of which openings and clicks are counted. */
  fetches?: Binary;
  unsubscribed_at?: Date;
  /** Why, if the recipient said so. */
  unsubscribe_reason?: UnsubscribeReason;
  /** The last time that the recipient subscribed again by a link of this mail. */
  resubscribed?: Resubscription;
  complained_at?: Date;
}

export interface Resubscription {
  at: Date;
  /** When the recipient had unsubscribed by this mail, where that was taken back: `unsubscribed_at` is absent from then on. */
  unsubscribed_at?: Date;
}

/** The person that a row is for. */
export type Addressee = Pick<
  DeliveryDocument,
  'contact_id' | 'segment_recipient_id' | 'email' | 'email_norm'
>;

/** A row that was not handed over yet. One literal of a fixed shape: an audience has millions. */
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
// One mail an address: the lock that makes a replayed freeze harmless.
schema.index({ mailing: 1, email_norm: 1 }, { unique: true });
// What is due for another try. Only deferred rows are in it, and it does not ask for `state`, so that the usual outcome
// touches no index.
schema.index({ mailing: 1, due_at: 1 }, { partialFilterExpression: { due_at: { $exists: true } } });
// What a person is to decide on, in the order in which it is listed; it too does not ask for `state`.
schema.index({ mailing: 1, _id: 1 }, { partialFilterExpression: { in_doubt_at: { $exists: true } } });
// Rows that domains refused or hold up. Hardly any row has the field.
schema.index(
  { mailing: 1, refusing_domain: 1 },
  { partialFilterExpression: { refusing_domain: { $gt: '' } } },
);
// Mails by the ids of providers. No row has one unless a hook is on or mails go out by HTTP.
schema.index({ provider_id: 1 }, { partialFilterExpression: { provider_id: { $gt: '' } } });

export const Delivery = model<DeliveryDocument>('Delivery', schema);
