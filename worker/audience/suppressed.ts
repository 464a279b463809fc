import type { MailingDocument } from '../../common/models/mailings.ts';
import { Suppression } from '../../common/models/suppressions.ts';
import { rows } from '../../common/mongo/connection.ts';

/**
 * Which of these addresses get nothing of a mailing, and why: unsubscribed from all or from its group, or refused
 * for good. One query.
 */
export async function readSuppressed(
  { user_id, unsubscribe_group_id }: Pick<MailingDocument, 'user_id' | 'unsubscribe_group_id'>,
  addresses: readonly string[],
): Promise<Map<string, 'unsubscribed' | 'bounced'>> {
  const found = await rows(Suppression)
    .find({
      user_id,
      email_norm: { $in: [...addresses] },
      unsubscribe_groups_id: { $in: [null, unsubscribe_group_id] },
    })
    .project<{ email_norm: string; reason: 'unsubscribed' | 'bounced' }>({ _id: 0, email_norm: 1, reason: 1 })
    .toArray();
  const reasons = new Map<string, 'unsubscribed' | 'bounced'>();
  for (const { email_norm, reason } of found) {
    // An address that unsubscribed and bounced counts as unsubscribed, because that was the recipient's decision.
    if (reason === 'unsubscribed' || !reasons.has(email_norm)) reasons.set(email_norm, reason);
  }
  return reasons;
}
