import { memberAddressesIn, memberPages } from '../../../common/audience/members.ts';
import { readSuppressed } from '../../../common/audience/suppressed.ts';
import type { AudienceRef } from '../../../common/domain/audience-refs.ts';
import { type AudienceCounts, NO_AUDIENCE } from '../../../common/models/mailings.ts';

/** Members that are read in one query, as at the start of a send. */
const PAGE = 1000;

export interface Aim {
  readonly user_id: number;
  readonly unsubscribe_group_id: number;
  readonly recipient_id: readonly AudienceRef[];
  readonly exclude_specific_recipient_id: readonly AudienceRef[];
}

export interface SampledRecipient {
  contact_id: number;
  email: string;
}

/** A person reads the mail as these get it before it is sent. */
const SAMPLE = 5;

export interface AudienceEstimate extends AudienceCounts {
  more: boolean;
  /** The first recipients that are contacts. */
  sample: SampledRecipient[];
}

/** Counts recipients and exclusions as the start of a send does. Reads at least one page, then stops when `isOver` returns true. */
export async function estimateAudience(
  { user_id, unsubscribe_group_id, recipient_id, exclude_specific_recipient_id: exclusions }: Aim,
  isOver: () => boolean,
): Promise<AudienceEstimate> {
  const counts: AudienceCounts = { ...NO_AUDIENCE };
  const sample: SampledRecipient[] = [];
  const at = new Date();
  // Counted recipients of all entries; the time limit bounds their number.
  const seen = new Set<string>();
  for (const ref of recipient_id) {
    if (counts.members > 0 && isOver()) return { ...counts, more: true, sample };
    for await (const members of memberPages(ref, user_id, PAGE, { at })) {
      const addresses = members.map(({ email_norm }) => email_norm);
      const [suppressed, ...excluded] = await Promise.all([
        readSuppressed({ user_id, unsubscribe_group_id }, addresses),
        ...exclusions.map((one) => memberAddressesIn(one, user_id, addresses, at)),
      ]);
      const outside = new Set(excluded.flat());
      counts.members += members.length;
      for (const { email_norm: address, contact_id, email } of members) {
        const reason = outside.has(address) ? 'excluded' : suppressed.get(address);
        const isRecipient = !reason && !seen.has(address);
        counts[reason ?? (isRecipient ? 'recipients' : 'duplicates')] += 1;
        if (isRecipient && contact_id !== null && sample.length < SAMPLE) sample.push({ contact_id, email });
        if (!reason) seen.add(address);
      }
      if (members.length === PAGE && isOver()) return { ...counts, more: true, sample };
    }
  }
  return { ...counts, more: false, sample };
}
