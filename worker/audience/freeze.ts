import { chunksOf } from '../../common/chunks.ts';
import { now } from '../../common/clock.ts';
import { type AudienceRef, audienceRefText } from '../../common/domain/audience-refs.ts';
import { failpoint } from '../../common/failpoints.ts';
import { Batch, type BatchDocument } from '../../common/models/batches.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import {
  type AudienceCounts,
  Mailing,
  type MailingDocument,
  NO_AUDIENCE,
} from '../../common/models/mailings.ts';
import type { SingleSendDocument } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo/connection.ts';
import { type KeptLease, keepRenewed, type Lease, takeLease } from '../../common/mongo/lease.ts';
import type { WorkerContext } from '../context.ts';
import { type WrittenPage, writePage } from './freeze-page.ts';
import type { Member } from './member.ts';
import { readMembers } from './members.ts';

/** Members of one step: walked, written and then checkpointed together. */
const STEP = 4000;
const PAGE = 1000;
/** Pages written at the same time. With more of them the API's calls wait for the database. */
const AT_ONCE = 2;

type Audience = Pick<SingleSendDocument, 'recipient_id' | 'exclude_specific_recipient_id'>;

/**
 * Writes the audience of a mailing into the ledger and opens it, once the counts add up. Resumable: the walk goes on
 * after the last checkpoint, and the unique index on mailing and address makes a step done twice harmless. Does
 * nothing while another worker has the lease, and stops at a checkpoint when the worker stops.
 */
export async function freeze(
  mailing: MailingDocument,
  audience: Audience,
  worker: WorkerContext,
): Promise<boolean> {
  const taken = await takeMailing(mailing._id);
  if (!taken) return false;
  const { found: held, lease } = taken;
  try {
    if (!(await clearFrom(held._id, held.stopped ? 0 : held.walk.batch, lease))) return false;
    // Cancelled before anything went out: it opens with no recipients, and completes.
    if (held.stopped) return await open(held, lease);
    return (await walk(held, audience, lease, worker)) && (await open(held, lease));
  } finally {
    await lease.release({ lease_until: new Date(0) });
  }
}

type FreezeLease = Lease<MailingDocument>;

/** The mailing as it is under the lease: an earlier holder may have come further than the caller knows. */
async function takeMailing(
  key: string,
): Promise<{ found: MailingDocument; lease: KeptLease<MailingDocument> } | null> {
  const taken = await takeLease(
    { model: Mailing, token: 'lease_token', until: 'lease_until' },
    { _id: key, state: 'freezing', lease_until: { $lte: now() } },
    { projection: { content: 0, links: 0 }, returnDocument: 'after' },
  );
  return taken && { found: taken.found, lease: keepRenewed(taken.lease) };
}

/** Whether no other worker has taken the freezing over: what was read before this answer was written by earlier holders. */
async function stillOurs({ fence }: FreezeLease): Promise<boolean> {
  return (await rows(Mailing).countDocuments(fence, { limit: 1 })) === 1;
}

/** Walks the rest of the audience. False when it ended early: the worker stops, or the lease is lost. */
async function walk(
  mailing: MailingDocument,
  audience: Audience,
  lease: FreezeLease,
  worker: WorkerContext,
): Promise<boolean> {
  let at = mailing.walk;
  const counts: AudienceCounts = { ...mailing.audience };
  while (at.entry < audience.recipient_id.length) {
    const ref = audience.recipient_id[at.entry]!;
    let members = await readMembers(ref, at.after, STEP);
    while (members.length > 0) {
      if (worker.stopping.aborted || !lease.stands()) return false;
      const last = members.at(-1)!._id;
      // The next step is read while this one is written.
      const [pages, next] = await Promise.all([
        writePages(mailing, audience.exclude_specific_recipient_id, members),
        members.length < STEP ? [] : readMembers(ref, last, STEP),
      ]);
      failpoint('mid-freeze');
      for (const page of pages) add(counts, page.counts);
      at = { ...at, after: last, batch: Math.max(at.batch, ...pages.map((page) => page.lastBatch)) };
      if (!(await checkpoint(lease, at, counts))) return false;
      members = next;
    }
    worker.log.debug(
      { mailing: mailing._id, entry: audienceRefText(ref) },
      'walked an entry of the audience',
    );
    at = { ...at, entry: at.entry + 1, after: 0 };
    if (!(await checkpoint(lease, at, counts))) return false;
  }
  return true;
}

/**
 * Removes rows of steps that were begun and never checkpointed: no mail was sent yet, and they are walked again.
 * However late it deletes, it deletes no row that a later freezer wrote. False: the lease is lost.
 */
async function clearFrom(key: string, lastBatch: number, lease: FreezeLease): Promise<boolean> {
  const begun = await rows(Batch)
    .find({ mailing: key, _id: { $gt: lastBatch } })
    .project<Pick<BatchDocument, '_id' | 'first' | 'last'>>({ first: 1, last: 1 })
    .toArray();
  if (!(await stillOurs(lease))) return false;
  for (const { _id, first, last } of begun) {
    await rows(Delivery).deleteMany({ _id: { $gte: first, $lte: last }, mailing: key });
    await rows(Batch).deleteOne({ _id });
  }
  return true;
}

/**
 * Clears the ledger so that the whole audience is walked again. This is needed when a freezer that lost its lease in the
 * middle of a write has written late. No mail was sent yet.
 */
async function startOver(key: string, lease: FreezeLease): Promise<void> {
  if (!(await checkpoint(lease, { entry: 0, after: 0, batch: 0 }, { ...NO_AUDIENCE }))) return;
  if (!(await clearFrom(key, 0, lease))) return;
  // Rows whose batch is gone: they came after it was cleared.
  const left = await rows(Delivery).distinct('_id', { mailing: key });
  if (await stillOurs(lease)) await rows(Delivery).deleteMany({ _id: { $in: left } });
}

async function writePages(
  mailing: MailingDocument,
  exclusions: readonly AudienceRef[],
  members: readonly Member[],
): Promise<WrittenPage[]> {
  const written: WrittenPage[] = [];
  for (const pages of chunksOf(chunksOf(members, PAGE), AT_ONCE)) {
    written.push(...(await Promise.all(pages.map((page) => writePage(mailing, exclusions, page)))));
  }
  return written;
}

function add(counts: AudienceCounts, page: AudienceCounts): void {
  for (const name of Object.keys(counts) as (keyof AudienceCounts)[]) counts[name] += page[name];
}

const checkpoint = (
  lease: FreezeLease,
  at: MailingDocument['walk'],
  audience: AudienceCounts,
): Promise<boolean> => lease.write({ $set: { walk: at, audience } }, { state: 'freezing', stopped: false });

/** Opens the mailing for delivery when the ledger has as many rows as recipients were counted. */
async function open(mailing: MailingDocument, lease: FreezeLease): Promise<boolean> {
  const { _id: key } = mailing;
  const frozen = await rows(Mailing).findOne(lease.fence, { projection: { audience: 1 } });
  if (!frozen) return false;
  if (mailing.stopped) return setOpen(lease, { ...NO_AUDIENCE });
  const written = await rows(Delivery).countDocuments({ mailing: key });
  if (written !== frozen.audience.recipients) {
    await startOver(key, lease);
    throw new Error(
      `the audience of ${key} does not add up: ${frozen.audience.recipients} counted, ${written} written`,
    );
  }
  await rows(Batch).updateMany(
    { mailing: key, state: 'filling' },
    { $set: { state: 'ready', free_at: now() } },
  );
  return setOpen(lease, frozen.audience);
}

const setOpen = (lease: FreezeLease, audience: AudienceCounts): Promise<boolean> =>
  lease.write({ $set: { state: 'open', opened_at: now(), audience } }, { state: 'freezing' });
