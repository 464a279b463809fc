import { chunksOf } from '../../common/chunks.ts';
import { now } from '../../common/clock.ts';
import { type AudienceRef, audienceRefText } from '../../common/domain/audience-refs.ts';
import { failpoint } from '../../common/failpoints.ts';
import { Batch, type BatchDocument } from '../../common/models/batches.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { type AudienceCounts, Mailing, type MailingDocument, NOBODY } from '../../common/models/mailings.ts';
import type { SingleSendDocument } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo.ts';
import type { WorkerContext } from '../context.ts';
import { type WrittenPage, writePage } from './freeze-page.ts';
import { keepLease, LEASE_MS, type Lease, newToken } from './lease.ts';
import type { Member } from './member.ts';
import { readMembers } from './members.ts';

/** Members of one step: walked, written and then checkpointed together. */
const STEP = 4000;
const PAGE = 1000;
/** Pages written at once: more of them, and the API's calls wait for the database. */
const AT_ONCE = 2;

type Audience = Pick<SingleSendDocument, 'recipient_id' | 'exclude_specific_recipient_id'>;

/**
 * Writes the audience of a mailing into the ledger and opens it, once the counts add up. Resumable: the walk goes on
 * after the last checkpoint, and the unique index on mailing and address makes a step done twice harmless. Does
 * nothing while somebody else has the lease, and leaves off in good order when the worker stops.
 */
export async function freeze(
  mailing: MailingDocument,
  audience: Audience,
  worker: WorkerContext,
): Promise<boolean> {
  const lease = await takeLease(mailing._id);
  if (!lease) return false;
  try {
    // Read under the lease: whoever held it before may have come further than we know.
    const held = await rows(Mailing).findOne(
      { _id: mailing._id, lease_token: lease.token },
      { projection: { content: 0, links: 0 } },
    );
    if (!held) return false;
    if (!(await clearFrom(held._id, held.stopped ? 0 : held.walk.batch, lease))) return false;
    // Cancelled before anything went out: it opens with nobody, and completes.
    if (held.stopped) return await open(held, lease);
    return (await walk(held, audience, lease, worker)) && (await open(held, lease));
  } finally {
    lease.end();
    await rows(Mailing).updateOne(
      { _id: mailing._id, lease_token: lease.token },
      { $set: { lease_token: null, lease_until: new Date(0) } },
    );
  }
}

async function takeLease(key: string): Promise<Lease | null> {
  const token = newToken();
  const asked = performance.now();
  const until = (): Date => new Date(now().getTime() + LEASE_MS);
  const { matchedCount } = await rows(Mailing).updateOne(
    { _id: key, state: 'freezing', lease_until: { $lte: now() } },
    { $set: { lease_token: token, lease_until: until() } },
  );
  if (matchedCount === 0) return null;
  const renew = async (): Promise<boolean> => {
    const renewed = await rows(Mailing).updateOne(
      { _id: key, lease_token: token },
      { $set: { lease_until: until() } },
    );
    return renewed.matchedCount === 1;
  };
  return keepLease(token, renew, asked);
}

/** Whether nobody has taken the freezing over: what was read before this answer was written by those before us. */
async function stillOurs(key: string, { token }: Lease): Promise<boolean> {
  return (await rows(Mailing).countDocuments({ _id: key, lease_token: token }, { limit: 1 })) === 1;
}

/** Walks what is left of the audience. False when it left off: stopped, or the lease is lost. */
async function walk(
  mailing: MailingDocument,
  audience: Audience,
  lease: Lease,
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
      if (!(await checkpoint(mailing._id, lease, at, counts))) return false;
      members = next;
    }
    worker.log.debug(
      { mailing: mailing._id, entry: audienceRefText(ref) },
      'walked an entry of the audience',
    );
    at = { ...at, entry: at.entry + 1, after: 0 };
    if (!(await checkpoint(mailing._id, lease, at, counts))) return false;
  }
  return true;
}

/**
 * Removes rows of steps that were begun and never checkpointed: nobody was sent anything yet, and they are walked again.
 * However late it deletes, it deletes nothing that a later freezer wrote. False: the lease is lost.
 */
async function clearFrom(key: string, lastBatch: number, lease: Lease): Promise<boolean> {
  const begun = await rows(Batch)
    .find({ mailing: key, _id: { $gt: lastBatch } })
    .project<Pick<BatchDocument, '_id' | 'first' | 'last'>>({ first: 1, last: 1 })
    .toArray();
  if (!(await stillOurs(key, lease))) return false;
  for (const { _id, first, last } of begun) {
    await rows(Delivery).deleteMany({ _id: { $gte: first, $lte: last }, mailing: key });
    await rows(Batch).deleteOne({ _id });
  }
  return true;
}

/** A freezer that lost its lease in the middle of a write may write late. Then all is walked anew, with nothing sent yet. */
async function startOver(key: string, lease: Lease): Promise<void> {
  if (!(await checkpoint(key, lease, { entry: 0, after: 0, batch: 0 }, { ...NOBODY }))) return;
  if (!(await clearFrom(key, 0, lease))) return;
  // Rows whose batch is gone: they came after it was cleared.
  const left = await rows(Delivery).distinct('_id', { mailing: key });
  if (await stillOurs(key, lease)) await rows(Delivery).deleteMany({ _id: { $in: left } });
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

async function checkpoint(
  key: string,
  lease: Lease,
  at: MailingDocument['walk'],
  audience: AudienceCounts,
): Promise<boolean> {
  const { matchedCount } = await rows(Mailing).updateOne(
    { _id: key, lease_token: lease.token, state: 'freezing', stopped: false },
    { $set: { walk: at, audience } },
  );
  return matchedCount === 1;
}

/** Opens the mailing for delivery when everybody who was counted as a recipient has a row. */
async function open(mailing: MailingDocument, lease: Lease): Promise<boolean> {
  const { _id: key } = mailing;
  const frozen = await rows(Mailing).findOne(
    { _id: key, lease_token: lease.token },
    { projection: { audience: 1 } },
  );
  if (!frozen) return false;
  if (mailing.stopped) return setOpen(key, lease, { ...NOBODY });
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
  return setOpen(key, lease, frozen.audience);
}

async function setOpen(key: string, lease: Lease, audience: AudienceCounts): Promise<boolean> {
  const { matchedCount } = await rows(Mailing).updateOne(
    { _id: key, lease_token: lease.token, state: 'freezing' },
    { $set: { state: 'open', opened_at: now(), audience } },
  );
  return matchedCount === 1;
}
