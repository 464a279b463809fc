import { isErased } from '../domain/erased-addresses.ts';
import { GONE, type ReplyClass } from '../domain/reply-classes.ts';
import { erasedAmong } from '../erasures/find.ts';
import type { MailingDocument } from '../models/mailings.ts';
import { Suppression, type SuppressionDocument } from '../models/suppressions.ts';

/** `_id`: the mailing, which does not mail again an address that it made suspected. */
export type SuppressingMailing = Pick<MailingDocument, 'user_id' | 'unsubscribe_group_id'> &
  Partial<Pick<MailingDocument, '_id' | 'message_id'>>;

const PROJECTION = { _id: 0, email_norm: 1, reason: 1, state: 1, class: 1, mailing: 1 } as const;

type SuppressionEntry = Pick<
  SuppressionDocument,
  'email_norm' | 'reason' | 'state' | 'class' | 'mailing' | 'delivery' | 'reply'
>;

export interface ServerRefusal {
  readonly class: ReplyClass;
  readonly reply: string;
}

export interface SuppressionFindings {
  /** Addresses that are only suspected, and still get their mail. */
  readonly suspected: Set<string>;
  /** By delivery: mails of this mailing whose addresses are suppressed because they were refused. */
  readonly refused: Map<number, ServerRefusal>;
}

export const nothingFound = (): SuppressionFindings => ({ suspected: new Set(), refused: new Map() });

/** The excluded addresses and why: unsubscribed from all or the group, erased, or refused. `also` collects other findings. */
export async function readSuppressed(
  { _id: key, user_id, unsubscribe_group_id, message_id }: SuppressingMailing,
  addresses: readonly string[],
  also?: SuppressionFindings,
): Promise<Map<string, 'unsubscribed' | 'bounced'>> {
  const [found, erased] = await Promise.all([
    Suppression.of(user_id)
      .find({
        email_norm: { $in: [...addresses] },
        unsubscribe_groups_id: { $in: [null, unsubscribe_group_id] },
      })
      .project<SuppressionEntry>({ ...PROJECTION, ...(also && { delivery: 1, reply: 1 }) })
      .toArray(),
    erasedAmong(user_id, addresses),
  ]);
  const reasons = new Map<string, 'unsubscribed' | 'bounced'>();
  const isPlain = message_id !== undefined && unsubscribe_group_id === 0;
  for (const { email_norm, reason, state, class: name, mailing, delivery, reply } of found) {
    if (isPlain && !stopsMessages({ reason, class: name })) continue;
    // A full mailbox may have room at the next try, and an unknown reason may be over.
    if (state === 'suspected' && (mailing !== key || name === 'full' || name === 'unknown')) {
      also?.suspected.add(email_norm);
      continue;
    }
    if (reason === 'bounced' && mailing === key && delivery !== undefined && name && GONE.has(name))
      also?.refused.set(delivery, { class: name, reply: reply ?? '' });
    // An address that unsubscribed and bounced counts as unsubscribed, because that was the recipient's decision.
    if (reason !== 'bounced') reasons.set(email_norm, 'unsubscribed');
    else if (!reasons.has(email_norm)) reasons.set(email_norm, 'bounced');
  }
  // An erased address stays unsubscribed. The ledger may have it under either name.
  for (const address of addresses) {
    if (erased.has(address) || isErased(address)) reasons.set(address, 'unsubscribed');
  }
  return reasons;
}

/** Opt-outs do not stop a single message without a group (docs/rules.md 16.3). Old bounces without a class had no mailbox. */
const stopsMessages = ({
  reason,
  class: name,
}: Pick<SuppressionEntry, 'reason'> & { readonly class: SuppressionEntry['class'] | undefined }): boolean =>
  reason === 'complained' || (reason === 'bounced' && (!name || name === 'gone' || name === 'inactive'));
