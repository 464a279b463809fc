import { memberAddressesIn, readMembers } from '../../../common/audience/members.ts';
import { readSuppressed } from '../../../common/audience/suppressed.ts';
import type { AudienceRef } from '../../../common/domain/audience-refs.ts';
import { type AudienceCounts, NO_AUDIENCE } from '../../../common/models/mailings.ts';

/** Members that are looked at together, as the start of a send does. */
const PAGE = 1000;

/** Whom a send would go to. */
export interface Aim {
  readonly user_id: number;
  readonly unsubscribe_group_id: number;
  readonly recipient_id: readonly AudienceRef[];
  readonly exclude_specific_recipient_id: readonly AudienceRef[];
}

export interface AudienceEstimate extends AudienceCounts {
  /** Members are left that were not looked at. */
  more: boolean;
}

/**
 * Who a send would go to as things are, and who is left out and why, counted as its start does. It ends when `isOver` says so, after
 * at least one page.
 */
export async function estimateAudience(
  { user_id, unsubscribe_group_id, recipient_id, exclude_specific_recipient_id: exclusions }: Aim,
  isOver: () => boolean,
): Promise<AudienceEstimate> {
  const counts: AudienceCounts = { ...NO_AUDIENCE };
  const at = new Date();
  // Addresses that get it, of all entries. The time that is left for counting bounds them.
  const seen = new Set<string>();
  for (const ref of recipient_id) {
    let after = 0;
    for (;;) {
      if (counts.members > 0 && isOver()) return { ...counts, more: true };
      const members = await readMembers(ref, after, PAGE, { at, current: false });
      const addresses = members.map(({ email_norm }) => email_norm);
      const [suppressed, ...excluded] = await Promise.all([
        readSuppressed({ user_id, unsubscribe_group_id }, addresses),
        ...exclusions.map((one) => memberAddressesIn(one, user_id, addresses, at)),
      ]);
      const outside = new Set(excluded.flat());
      counts.members += members.length;
      for (const address of addresses) {
        const reason = outside.has(address) ? 'excluded' : suppressed.get(address);
        counts[reason ?? (seen.has(address) ? 'duplicates' : 'recipients')] += 1;
        if (!reason) seen.add(address);
      }
      if (members.length < PAGE) break;
      after = members.at(-1)!._id;
    }
  }
  return { ...counts, more: false };
}
