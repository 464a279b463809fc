import { memberPages } from '../../../common/audience/members.ts';
import type { AudienceRef } from '../../../common/domain/audience-refs.ts';
import { lookAtAddress } from '../../../common/hygiene/look-at-address.ts';
import { type Problem, problem } from '../../../common/mail-check/problems.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';

const PAGE = 1000;
/** Members whose addresses are read. */
const MOST = 10_000;
/** The share of doubtful addresses that is told. */
const DOUBTFUL = 0.02;
const EXAMPLES = 3;
/** People without an earlier campaign from which a first mail to them is told. */
const UNMAILED = 1000;
/** Campaigns and people that are compared. */
const CAMPAIGNS = 20;
const SAMPLE = 200;

export interface CheckedAudience {
  readonly _id: number;
  readonly user_id: number;
  readonly recipient_id: readonly AudienceRef[];
}

/** Warns about an audience of doubtful addresses, and before a first mail to many. Reads one page at least, then until `isOver`. */
export async function audienceProblems(
  send: CheckedAudience,
  folder: string | null,
  isOver: () => boolean,
): Promise<Problem[]> {
  const { addresses, doubtful } = await readAudience(send, folder, isOver);
  const found: Problem[] = [];
  if (doubtful.length > addresses.length * DOUBTFUL) found.push(doubtfulProblem(doubtful, addresses.length));
  const unmailed = addresses.length > UNMAILED ? await estimateUnmailed(send, addresses) : 0;
  if (unmailed > UNMAILED)
    found.push(
      problem(
        'audience_unmailed',
        'audience',
        `About ${unmailed} of the first ${addresses.length} recipients got none of your last ${CAMPAIGNS} campaigns. Send to a small part ` +
          'first: many addresses of an old or unknown list bounce, and pause your campaigns.',
      ),
    );
  return found;
}

async function readAudience(
  { user_id, recipient_id }: CheckedAudience,
  folder: string | null,
  isOver: () => boolean,
) {
  const norms = new Set<string>();
  const doubtful: string[] = [];
  for (const ref of recipient_id) {
    for await (const members of memberPages(ref, user_id, PAGE)) {
      for (const { email, email_norm } of members) {
        if (norms.has(email_norm)) continue;
        norms.add(email_norm);
        const { typo, role, disposable } = lookAtAddress(email, folder);
        if (typo !== null || role || disposable) doubtful.push(email);
      }
      if (norms.size >= MOST || (norms.size > 0 && isOver())) return { addresses: [...norms], doubtful };
    }
  }
  return { addresses: [...norms], doubtful };
}

const doubtfulProblem = (doubtful: readonly string[], count: number): Problem =>
  problem(
    'audience_doubtful',
    'audience',
    `${doubtful.length} of the first ${count} recipients have an address with a typing error, of a role such as info@, or of a provider of ` +
      `short-lived mailboxes: ${doubtful.slice(0, EXAMPLES).join(', ')}${doubtful.length > EXAMPLES ? ' …' : ''}. Correct or leave them out.`,
  );

/** How many of the addresses got none of the latest campaigns, by an even sample. */
async function estimateUnmailed(
  { _id, user_id }: CheckedAudience,
  addresses: readonly string[],
): Promise<number> {
  const earlier = await Mailing.of(user_id)
    .find({ single_send_id: { $gt: 0, $ne: _id } })
    .project<{ _id: string }>({ _id: 1 })
    .sort({ single_send_id: -1 })
    .limit(CAMPAIGNS)
    .toArray();
  const step = Math.max(1, Math.floor(addresses.length / SAMPLE));
  const sample = addresses.filter((_, at) => at % step === 0).slice(0, SAMPLE);
  const mailed = await Delivery.of(user_id)
    .find({ mailing: { $in: earlier.map((one) => one._id) }, email_norm: { $in: sample } })
    .project<{ email_norm: string }>({ _id: 0, email_norm: 1 })
    .toArray();
  const known = new Set(mailed.map((row) => row.email_norm));
  return Math.round(addresses.length * (1 - known.size / sample.length));
}
