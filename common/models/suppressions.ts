import type { ReplyClass } from '../domain/reply-classes.ts';
import { collection, model } from '../store/collection.ts';

/** unsubscribed: it said so · bounced: its server refused it for good · complained: it reported a mail as spam · manual: the account said so. */
export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained' | 'manual';

/** suspected: it is only counted, until a later mailing confirms it. */
export type SuppressionState = 'active' | 'suspected';

/** A mail that met a full mailbox. */
interface FullMailbox {
  mailing: string;
  at: Date;
}

/**
 * An address that gets nothing more: of the whole account (`unsubscribe_groups_id` null) or of one group.
 * The contract's unsubscribers and group recipients are the rows with reason `unsubscribed`.
 */
export interface SuppressionDocument {
  _id: number;
  user_id: number;
  unsubscribe_groups_id: number | null;
  reason: SuppressionReason;
  email_address: string;
  email_norm: string;
  /** Of bounced ones, the class of the reply; `unknown` and absent: of a version that did not classify. */
  class?: ReplyClass | null;
  reply?: string | null;
  /** The utr of the send or automation email that it came from. */
  utr?: string | null;
  /** Absent: active. */
  state?: SuppressionState;
  /** Of opt-outs, the mail whose link made it: that link can take it back. Of bounced ones, the mail that was refused. Absent: it was made by other means. */
  delivery?: number;
  /** The mailing that it came from: it does not mail a suspected address again. */
  mailing?: string;
  /** Of class `full`: the last mails that met a full mailbox, one entry for each mailing. */
  fulls?: FullMailbox[];
  /** The import that made it. Undoing the import keeps it. */
  import_id?: number;
  created_at: Date;
  updated_at: Date;
}

const schema = collection<SuppressionDocument>('suppressions');
// Kept once; its first two fields answer "which of these 500 addresses are suppressed".
schema.index({ user_id: 1, email_norm: 1, reason: 1, unsubscribe_groups_id: 1 }, { unique: true });
// Lists: global entries, and those of one group.
schema.index({ user_id: 1, reason: 1, unsubscribe_groups_id: 1, _id: 1 });
// What an import has made. Others are not in it.
schema.index({ import_id: 1 }, { partialFilterExpression: { import_id: { $gt: 0 } } });

export const Suppression = model<SuppressionDocument>('Suppression', schema);
