import { now } from '../../common/clock.ts';
import { audienceRefText } from '../../common/domain/audience-refs.ts';
import { failpoint } from '../../common/failpoints.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import {
  type AudienceCounts,
  Mailing,
  type MailingDocument,
  NO_AUDIENCE,
  UNOPENED,
  WALKING,
  type Walk,
} from '../../common/models/mailings.ts';
import type { SingleSendDocument } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo/connection.ts';
import { type KeptLease, keepRenewed, takeLease } from '../../common/mongo/lease.ts';
import { livingWorkers } from '../../common/queries/living-workers.ts';
import type { WorkerContext } from '../context.ts';
import {
  BEGINNING,
  clearAll,
  clearUnfinished,
  type FreezeLease,
  readyBatches,
  removeStrays,
  startOver,
} from './freeze-cleaning.ts';
import { added, writeStep } from './freeze-step.ts';
import { readMembers } from './members.ts';

/** Members of one step: walked, written and then checkpointed together. */
const STEP = 4000;

/** Mailings whose audience is not complete, as a filter. */
const UNFINISHED = { $or: [UNOPENED, WALKING] };

type Audience = Pick<SingleSendDocument, 'recipient_id' | 'exclude_specific_recipient_id'>;

/** Called when batches have become ready while the audience is still walked; `first`: they are the first of the mailing. */
type OnReady = (first: boolean) => Promise<void>;

/**
 * Writes the audience of a mailing into the ledger, step by step, and ends when the counts add up. Each step but the last
 * becomes ready to be delivered at once (decision 014). Resumable: the walk goes on after the last checkpoint, and the unique
 * index on mailing and address makes a step done twice harmless. False: another worker has the lease, this one stops, or
 * the send was stopped.
 */
export async function freeze(
  mailing: Pick<MailingDocument, '_id'>,
  audience: Audience,
  worker: WorkerContext,
  onReady: OnReady,
): Promise<boolean> {
  const taken = await takeMailing(mailing._id);
  if (!taken) return false;
  const { lease } = taken;
  let held = taken.found;
  try {
    if (held.stopped && held.state === 'freezing') return await endUndelivered(held._id, lease);
    await readyBatches(held._id, held.walk.step);
    if (!(await clearUnfinished(held._id, lease))) return false;
    if (held.stopped) return await lease.write({ $set: { walking: false } }, UNFINISHED);
    if (isOfEarlierVersion(held)) {
      await startOver(held._id, lease);
      held = { ...held, ...BEGINNING };
    }
    return (await walk(held, audience, lease, worker, onReady)) && (await finish(held._id, lease));
  } finally {
    await lease.release({ lease_until: new Date(0) });
  }
}

/** The mailing as it is under the lease: an earlier holder may have come further than the caller knows. */
async function takeMailing(
  key: string,
): Promise<{ found: MailingDocument; lease: KeptLease<MailingDocument> } | null> {
  const taken = await takeLease(
    { model: Mailing, token: 'lease_token', until: 'lease_until' },
    { _id: key, ...UNFINISHED, lease_until: { $lte: now() } },
    {
      set: { freezes: { $add: [{ $ifNull: ['$freezes', 0] }, 1] } },
      projection: { content: 0, links: 0 },
      returnDocument: 'after',
    },
  );
  return taken && { found: taken.found, lease: keepRenewed(taken.lease) };
}

/** Version 0.1.0 did not note which batches stand, and delivered none of them before the end of the walk. */
const isOfEarlierVersion = ({ walk }: MailingDocument): boolean => walk.batch > 0 && walk.step === undefined;

/** Whether what stands may be delivered while the rest is walked. A worker of version 0.1.0 would end the mailing too early. */
const mayOpenEarly = async (): Promise<boolean> =>
  (await livingWorkers()).every((worker) => worker.knows_walking === true);

/** Walks the rest of the audience. False when it ended early: the worker stops, or the lease is lost. */
async function walk(
  mailing: MailingDocument,
  { recipient_id: entries, exclude_specific_recipient_id: exclusions }: Audience,
  lease: FreezeLease,
  worker: WorkerContext,
  onReady: OnReady,
): Promise<boolean> {
  const start = { upto: mailing.upto, at: mailing.created_at };
  let counts = mailing.audience;
  let at: Walk = mailing.walk;
  let walking = mailing.walking === true;
  let early: boolean | undefined;
  for (; at.entry < entries.length; at = { ...at, entry: at.entry + 1, after: 0 }) {
    const ref = entries[at.entry]!;
    let members = await readMembers(ref, at.after, STEP, start);
    while (members.length > 0) {
      if (worker.stopping.aborted || !lease.stands()) return false;
      const last = members.at(-1)!._id;
      // The next step is read while this one is written.
      const [written, next] = await Promise.all([
        writeStep({ mailing, exclusions, lease, standing: at.step ?? [] }, members),
        members.length < STEP ? [] : readMembers(ref, last, STEP, start),
      ]);
      if (!written) return false;
      failpoint('mid-freeze');
      counts = added(counts, written.counts);
      const isLast = next.length === 0 && at.entry === entries.length - 1;
      // The last step is counted before any of it is delivered.
      const opens = !isLast && (early ??= await mayOpenEarly());
      const step = [...(early ? [] : (at.step ?? [])), ...written.batches];
      at = { ...at, after: last, batch: Math.max(at.batch, ...step), step };
      if (!(await checkpoint(lease, at, counts, opens ? opening(walking) : {}))) return false;
      if (opens) {
        failpoint('walk-checkpointed');
        await readyBatches(mailing._id, step);
        failpoint('walk-ready');
        await onReady(!walking);
        walking = true;
      }
      members = next;
    }
    worker.log.debug(
      { mailing: mailing._id, entry: audienceRefText(ref) },
      'walked an entry of the audience',
    );
  }
  return checkpoint(lease, at, counts);
}

/** What changes when the first batches of a mailing become ready. */
const opening = (walking: boolean): Partial<MailingDocument> =>
  walking ? {} : { state: 'open', walking: true, opened_at: now() };

const checkpoint = (
  lease: FreezeLease,
  at: Walk,
  audience: AudienceCounts,
  changes: Partial<MailingDocument> = {},
): Promise<boolean> =>
  lease.write({ $set: { walk: at, audience, ...changes } }, { ...UNFINISHED, stopped: false });

/** Opens a stopped mailing of which nothing could be delivered with no recipients, so that it completes. */
async function endUndelivered(key: string, lease: FreezeLease): Promise<boolean> {
  if (!(await clearAll(key, lease))) return false;
  return lease.write({ $set: { state: 'open', opened_at: now(), audience: { ...NO_AUDIENCE } } }, UNFINISHED);
}

/** Ends the walk when the ledger has as many rows as recipients were counted. */
async function finish(key: string, lease: FreezeLease): Promise<boolean> {
  const walked = await rows(Mailing).findOne(lease.fence, {
    projection: { audience: 1, walk: 1, state: 1, opened_at: 1 },
  });
  if (!walked) return false;
  const { audience, walk, state, opened_at } = walked;
  const count = () => rows(Delivery).countDocuments({ mailing: key });
  let written = await count();
  if (written !== audience.recipients) {
    await removeStrays(key, walk.step ?? [], lease);
    written = await count();
  }
  if (written !== audience.recipients) {
    const numbers = `${audience.recipients} recipients were counted, and ${written} are in the ledger`;
    if (state === 'freezing') {
      await startOver(key, lease);
      throw new Error(`the audience of ${key} does not add up: ${numbers}`);
    }
    await lease.write(
      {
        $set: {
          paused_reason: 'failed',
          paused_detail: `The audience does not add up: ${numbers}. When you resume, those in the ledger get their mail.`,
        },
      },
      { ...UNFINISHED, stopped: false },
    );
  }
  await readyBatches(key, walk.step);
  return lease.write({ $set: { state: 'open', walking: false, opened_at: opened_at ?? now() } }, UNFINISHED);
}
