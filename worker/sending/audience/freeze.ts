import { readMembers } from '../../../common/audience/members.ts';
import { recordEngagementOf } from '../../../common/audience/segment-members.ts';
import { now } from '../../../common/clock.ts';
import { failpoint } from '../../../common/config/failpoints.ts';
import { audienceRefText } from '../../../common/domain/audience-refs.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import {
  type AudienceCounts,
  Mailing,
  type MailingDocument,
  NO_AUDIENCE,
  UNOPENED,
  WALKING,
  type Walk,
} from '../../../common/models/mailings.ts';
import type { SingleSendDocument } from '../../../common/models/single-sends.ts';
import { livingWorkers } from '../../../common/queries/living-workers.ts';
import { type KeptLease, keepRenewed, newLease, takeLease } from '../../../common/store/lease.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { beginTurn } from '../../runtime/turn.ts';
import {
  BEGINNING,
  clearAll,
  clearUnfinished,
  type FreezeLease,
  readyBatches,
  removeStrays,
  startOver,
} from './freeze-cleaning.ts';
import { sumOfCounts, writeStep } from './freeze-step.ts';
import { rest, restsOf } from './head-start.ts';

const STEP = 4000;
let stepMembers = STEP;
/** For tests. */
export const useFreezeStep = (members = STEP): void => void (stepMembers = members);

export const UNFINISHED = { $or: [UNOPENED, WALKING] };

type Audience = Pick<SingleSendDocument, 'recipient_id' | 'exclude_specific_recipient_id'>;

/** Called when batches became ready during the walk; `first`: they are the first of the mailing. */
type ReadyListener = (first: boolean) => Promise<void>;

type MailingLease = KeptLease<MailingDocument>;

const leasesOf = (userId: number) =>
  ({ model: Mailing.of(userId), token: 'lease_token', until: 'lease_until' }) as const;

export function leasedFrom(mailing: MailingDocument): { mailing: MailingDocument; lease: MailingLease } {
  const { held, lease } = newLease(leasesOf(mailing.user_id), mailing._id);
  return { mailing: { ...mailing, freezes: 1, ...held }, lease: keepRenewed(lease) };
}

export interface FrozenAudience {
  readonly recipients: number;
  /** Batches that became ready at the end; earlier ones were reported before. Null: not known. */
  readonly batches: number | null;
  /** Whether batches were delivered before the audience was complete: the last may be done already. */
  readonly early: boolean;
}

interface FreezeWork {
  readonly mailing: MailingDocument;
  readonly audience: Audience;
  readonly onReady: ReadyListener;
  /** The lease that a new mailing was inserted with; null: it is to be taken. */
  readonly lease?: MailingLease | null;
  /** Milliseconds after which another turn continues the walk, once its mails may go; by default never. Writing engagement has its own. */
  readonly turnMs?: number;
}

/**
 * Each step but the last becomes ready at once (decision 014). The unique index on mailing and address makes a repeated step
 * harmless. `more`: the caller rings for the next turn. Null: the lease is lost, or the worker or send stops.
 */
export async function freeze(
  freezing: FreezeWork,
  worker: WorkerContext,
): Promise<FrozenAudience | 'more' | null> {
  const { mailing, lease: first = null } = freezing;
  const taken = first ? { found: mailing, lease: first } : await takeMailing(mailing);
  if (!taken) return null;
  const { found, lease } = taken;
  let frozen: FrozenAudience | 'more' | null = null;
  try {
    const held = first ? found : await cleaned(found, lease);
    if (!held) return null;
    frozen = held.stopped
      ? await endStopped(held, lease)
      : await walkAndFinish({ ...freezing, mailing: held }, lease, worker);
    return frozen;
  } finally {
    // A complete or postponed walk has released the lease in its last write.
    if (!frozen) await lease.release(RELEASED);
  }
}

const RELEASED = { lease_until: new Date(0) };

async function cleaned(held: MailingDocument, lease: FreezeLease): Promise<MailingDocument | null> {
  if (held.stopped && held.state === 'freezing') return held;
  await readyBatches(held, held.walk.step);
  if (!(await clearUnfinished(held, lease))) return null;
  if (held.stopped || !isOfEarlierVersion(held)) return held;
  await startOver(held, lease);
  return { ...held, ...BEGINNING };
}

/** Reads the mailing under the lease: an earlier holder may have got further than the caller knows. */
async function takeMailing({
  _id: key,
  user_id,
}: MailingDocument): Promise<{ found: MailingDocument; lease: MailingLease } | null> {
  const taken = await takeLease(
    leasesOf(user_id),
    { _id: key, ...UNFINISHED, lease_until: { $lte: now() } },
    {
      set: { freezes: { $add: [{ $ifNull: ['$freezes', 0] }, 1] } },
      projection: { content: 0, links: 0 },
      returnDocument: 'after',
    },
  );
  return taken && { found: taken.found, lease: keepRenewed(taken.lease) };
}

/** Version 0.1.0 did not note finished batches, and delivered none before the end of the walk. */
const isOfEarlierVersion = ({ walk }: MailingDocument): boolean => walk.batch > 0 && walk.step === undefined;

/** Whether written rows may be delivered during the walk. A worker of version 0.1.0 would end the mailing too early. */
const mayOpenEarly = async (): Promise<boolean> =>
  (await livingWorkers()).every((worker) => worker.knows_walking === true);

interface WalkResult {
  readonly at: Walk;
  readonly counts: AudienceCounts;
  readonly isOpen: boolean;
}

async function walkAndFinish(
  freezing: FreezeWork,
  lease: MailingLease,
  worker: WorkerContext,
): Promise<FrozenAudience | 'more' | null> {
  const walked = await walk(freezing, lease, worker);
  if (walked === 'more') return (await handOn(freezing.mailing, lease)) ? 'more' : null;
  return walked && finish(freezing.mailing, walked, lease);
}

/** Leaves the walk to another turn. All writes of this one are done, so the next holder need not look for its late rows. */
const handOn = ({ freezes = 1 }: MailingDocument, lease: MailingLease): Promise<boolean> =>
  lease.release({ ...RELEASED, freezes: freezes === 1 ? 0 : freezes }, UNFINISHED);

/** Walks the rest of the audience. `more`: the turn ended first. Null: the worker stops, or the lease is lost. */
async function walk(
  { mailing, audience, onReady, turnMs = Number.POSITIVE_INFINITY }: FreezeWork,
  lease: FreezeLease,
  worker: WorkerContext,
): Promise<WalkResult | 'more' | null> {
  const { recipient_id: entries, exclude_specific_recipient_id: exclusions } = audience;
  const until = performance.now() + turnMs;
  const start = { upto: mailing.upto, at: mailing.created_at };
  // Not those whose walk has begun: mails of this send are sent meanwhile.
  const unwalked = entries.slice(mailing.walk.entry + (mailing.walk.after === 0 ? 0 : 1));
  const isOver = beginTurn('record-engagement', worker);
  if (!(await recordEngagementOf(mailing.user_id, [...unwalked, ...exclusions], isOver))) return 'more';
  let counts = mailing.audience;
  let at: Walk = mailing.walk;
  let isOpen = mailing.walking === true;
  let early: boolean | undefined;
  let openedAt = mailing.opened_at ?? undefined;
  let rests = 0;
  for (; at.entry < entries.length; at = { ...at, entry: at.entry + 1, after: 0 }) {
    const ref = entries[at.entry]!;
    let members = await readMembers(ref, mailing.user_id, at.after, stepMembers, start);
    while (members.length > 0) {
      if (worker.stopping.aborted || !lease.stands()) return null;
      const last = members.at(-1)!._id;
      const began = performance.now();
      const [written, next] = await Promise.all([
        writeStep(
          { mailing, exclusions, lease, standing: at.step ?? [], worker, isOpen, isAhead: rests > 0 },
          members,
        ),
        members.length < stepMembers ? [] : readMembers(ref, mailing.user_id, last, stepMembers, start),
      ]);
      if (!written) return null;
      failpoint('mid-freeze');
      counts = sumOfCounts(counts, written.counts);
      const isLast = next.length === 0 && at.entry === entries.length - 1;
      // The last step is counted before any of it is delivered.
      const opens = !isLast && (early ??= await mayOpenEarly());
      const step = [...(early ? [] : (at.step ?? [])), ...written.batches];
      at = { ...at, after: last, batch: Math.max(at.batch, ...step), step };
      if (!(await checkpoint(lease, at, counts, opens ? opening(isOpen) : {}))) return null;
      if (opens) {
        failpoint('walk-checkpointed');
        await readyBatches(mailing, step);
        failpoint('walk-ready');
        await onReady(!isOpen);
        isOpen = true;
        if (performance.now() >= until) return 'more';
        openedAt ??= now();
        rests = await restsOf(mailing, openedAt);
        await rest(rests * (performance.now() - began), worker.stopping);
      }
      members = next;
    }
    worker.log.debug({ mailing_id: mailing._id, entry: audienceRefText(ref) }, 'audience entry walked');
  }
  return { at, counts, isOpen };
}

const opening = (walking: boolean): Partial<MailingDocument> =>
  walking ? {} : { state: 'open', walking: true, opened_at: now() };

const checkpoint = (
  lease: FreezeLease,
  at: Walk,
  audience: AudienceCounts,
  changes: Partial<MailingDocument> = {},
): Promise<boolean> =>
  lease.write({ $set: { walk: at, audience, ...changes } }, { ...UNFINISHED, stopped: false });

/** Ends the walk of a stopped mailing, so that it completes; if it was not opened, it has no recipients. */
async function endStopped(held: MailingDocument, lease: MailingLease): Promise<FrozenAudience | null> {
  const { state, audience } = held;
  if (state !== 'freezing') {
    const ended = await lease.release({ walking: false, ...RELEASED }, UNFINISHED);
    return ended ? { recipients: audience.recipients, batches: null, early: true } : null;
  }
  if (!(await clearAll(held, lease))) return null;
  const opened = { state: 'open', opened_at: now(), audience: { ...NO_AUDIENCE }, ...RELEASED } as const;
  return (await lease.release(opened, UNFINISHED)) ? { recipients: 0, batches: 0, early: false } : null;
}

async function finish(
  mailing: MailingDocument,
  { at, counts, isOpen }: WalkResult,
  lease: MailingLease,
): Promise<FrozenAudience | null> {
  const { _id: key, user_id } = mailing;
  const { recipients } = counts;
  const { step = [] } = at;
  const count = () => Delivery.of(user_id).countDocuments({ mailing: key });
  let written = await count();
  if (written !== recipients) {
    await removeStrays(mailing, step, lease);
    written = await count();
  }
  if (written !== recipients) {
    const numbers = `${recipients} recipients were counted, and ${written} are in the ledger`;
    if (!isOpen) {
      await startOver(mailing, lease);
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
  await readyBatches(mailing, step);
  const whole = { state: 'open', walking: false, audience: counts, walk: at, ...RELEASED } as const;
  const ended = await lease.release(isOpen ? whole : { ...whole, opened_at: now() }, UNFINISHED);
  return ended ? { recipients, batches: step.length, early: isOpen } : null;
}
