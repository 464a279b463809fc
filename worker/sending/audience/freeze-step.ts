import type { Member } from '../../../common/audience/member.ts';
import type { AudienceRef } from '../../../common/domain/audience-refs.ts';
import { chunksOf } from '../../../common/domain/chunks.ts';
import { Turns } from '../../../common/fairness/turns.ts';
import { Batch } from '../../../common/models/batches.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { type AudienceCounts, type MailingDocument, NO_AUDIENCE } from '../../../common/models/mailings.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { insertDeliveries } from '../ledger/insert-deliveries.ts';
import { type FreezeLease, stillOurs } from './freeze-cleaning.ts';
import { type WrittenPage, writePage } from './freeze-page.ts';

const PAGE = 1000;
let pageMembers = PAGE;
/** For tests. */
export const useFreezePage = (members = PAGE): void => void (pageMembers = members);
/** Parallel pages. With more than two, calls of the API wait for the database; with two, writes of single messages do. */
const AT_ONCE = 2;

/** Turns of pages by account: its sends together write as many at once as one of them. */
export const createPageTurns = () => new Turns<number>({ total: Number.POSITIVE_INFINITY, each: AT_ONCE });
export type PageTurns = ReturnType<typeof createPageTurns>;

/** Removals of an earlier freezer's rows from one step: it writes one step at most after it lost its lease. */
const MOST_REMOVALS = 5;

interface FreezeStep {
  readonly mailing: MailingDocument;
  readonly exclusions: readonly AudienceRef[];
  readonly lease: FreezeLease;
  /** Batches of earlier steps, of which some may not be ready yet. */
  readonly standing: readonly number[];
  readonly worker: Pick<WorkerContext, 'messageStarts' | 'newSends' | 'pageTurns'>;
  /** Whether its mails go out already: from then on the walk yields to new sends. */
  readonly isOpen: boolean;
  /** Whether the walk is far ahead of its mails: then it leaves more of MongoDB to others. */
  readonly isAhead: boolean;
}

interface WrittenStep {
  readonly counts: AudienceCounts;
  readonly batches: readonly number[];
}

export async function writeStep(
  freezing: FreezeStep,
  members: readonly Member[],
): Promise<WrittenStep | null> {
  const { mailing, exclusions, worker, isOpen, isAhead } = freezing;
  const pages: WrittenPage[] = [];
  const left = chunksOf(members, pageMembers);
  while (left.length > 0) {
    await worker.messageStarts.wait();
    if (isOpen) await worker.newSends.wait();
    const some = left.splice(0, isAhead || worker.messageStarts.isFrequent() ? 1 : AT_ONCE);
    const write = (page: readonly Member[]) =>
      worker.pageTurns.run(mailing.user_id, () => writePage(mailing, exclusions, page));
    pages.push(...(await Promise.all(some.map(write))));
  }
  const counts = pages.reduce((sum, page) => sumOfCounts(sum, page.counts), NO_AUDIENCE);
  const batches = pages.flatMap((page) => page.batches);
  const duplicates = pages.flatMap((page) => page.duplicates);
  // A duplicate can be a late row of another freezer only if one began before.
  if ((mailing.freezes ?? 1) < 2 || duplicates.length === 0) return { counts, batches };
  return replaceStrays(freezing, { counts, batches }, duplicates);
}

export const sumOfCounts = (one: AudienceCounts, other: AudienceCounts): AudienceCounts => {
  const sum = { ...one };
  for (const name of Object.keys(sum) as (keyof AudienceCounts)[]) sum[name] += other[name];
  return sum;
};

/** Writes members again whose row was written by a worker without the lease: its batch is in no checkpoint and never delivered. */
async function replaceStrays(
  { mailing, lease, standing }: FreezeStep,
  { counts, batches }: WrittenStep,
  duplicates: readonly Member[],
): Promise<WrittenStep | null> {
  const [sum, all] = [{ ...counts }, [...batches]];
  let open = duplicates;
  for (let removals = 0; removals < MOST_REMOVALS; removals += 1) {
    const strays = await straysAmong(mailing, open, [...standing, ...all]);
    if (strays.length === 0) return { counts: sum, batches: all };
    // Rows read before this answer were written by earlier holders.
    if (!(await stillOurs(mailing, lease))) return null;
    await Delivery.of(mailing.user_id).deleteMany({
      _id: { $in: strays.map(({ _id }) => _id) },
      mailing: mailing._id,
    });
    const free = new Set(strays.map(({ email_norm }) => email_norm));
    const again = open.filter(({ email_norm }) => free.has(email_norm));
    const written = await insertDeliveries(mailing, again, { state: 'filling' });
    all.push(...written.batches);
    const count = again.length - written.duplicates.length;
    sum.recipients += count;
    sum.duplicates -= count;
    open = written.duplicates.map((index) => again[index]!);
    if (open.length === 0) return { counts: sum, batches: all };
  }
  throw new Error(`another worker still writes into ${mailing._id}`);
}

type Stray = Pick<DeliveryDocument, '_id' | 'batch' | 'email_norm'>;

async function straysAmong(
  { _id: key, user_id }: Pick<MailingDocument, '_id' | 'user_id'>,
  members: readonly Member[],
  standing: readonly number[],
): Promise<Stray[]> {
  const found = await Delivery.of(user_id)
    .find({
      mailing: key,
      email_norm: { $in: members.map(({ email_norm }) => email_norm) },
    })
    .project<Stray>({ batch: 1, email_norm: 1 })
    .toArray();
  const known = new Set(standing);
  const others = [...new Set(found.map(({ batch }) => batch))].filter((batch) => !known.has(batch));
  if (others.length === 0) return [];
  const begun = await Batch.of(user_id).distinct('_id', { _id: { $in: others }, state: { $ne: 'filling' } });
  for (const batch of begun) known.add(batch);
  return found.filter(({ batch }) => !known.has(batch));
}
