import type { ReplyClass } from '../domain/reply-classes.ts';
import { collection, model } from '../store/collection.ts';

/** unsubscribed: by the recipient · bounced: refused for good by a server · complained: reported as spam · manual: by the account. */
export const SUPPRESSION_REASONS = Object.freeze([
  'unsubscribed',
  'bounced',
  'complained',
  'manual',
] as const);
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** suspected: only counted, until a later mailing confirms it. */
export type SuppressionState = 'active' | 'suspected';

interface RefusingMailing {
  mailing: string;
  at: Date;
}

/**
 * An address that gets no more mail: of the whole account (`unsubscribe_groups_id` null) or of one group. The contract's
 * unsubscribers and group recipients are rows with reason `unsubscribed`.
 */
export interface SuppressionDocument {
  _id: number;
  user_id: number;
  unsubscribe_groups_id: number | null;
  reason: SuppressionReason;
  email_address: string;
  email_norm: string;
  /** Of bounces: the reply's class; `unknown` or absent in old rows. */
  class?: ReplyClass | null;
  reply?: string | null;
  /** `repeated`: several refusals in a row for a reason that no rule knows. */
  rule?: string;
  utr?: string | null;
  state?: SuppressionState;
  /** Of opt-outs: the mail whose link was used, and which can undo it. Of bounces: the refused mail. Absent: made by other means. */
  delivery?: number;
  /** The person or program that opted out, if neither `delivery` nor `import_id` names it. Absent then: a program with a key. */
  by?: 'person' | 'console';
  /** The mailing that it came from, which mails a suspected address only once. */
  mailing?: string;
  /** Of class `full` or `unknown`, or unsure replies of a server that is not trusted: the last such mails, one for each mailing. */
  fulls?: RefusingMailing[];
  /** The import that made it. Undoing the import keeps it. */
  import_id?: number;
  /** The line of that import's file, if the file is one of suppressions. */
  import_line?: number;
  created_at: Date;
  updated_at: Date;
}

const schema = collection<SuppressionDocument>('suppressions');
// Unique; its first two fields answer "which of these 500 addresses are suppressed".
schema.index({ user_id: 1, email_norm: 1, reason: 1, unsubscribe_groups_id: 1 }, { unique: true });
schema.index({ user_id: 1, reason: 1, unsubscribe_groups_id: 1, _id: 1 });
schema.index({ user_id: 1, import_id: 1 }, { partialFilterExpression: { import_id: { $gt: 0 } } });

export const Suppression = model<SuppressionDocument>('Suppression', schema);
