import { leaveTargets } from '../../common/audience/target-exits.ts';
import { recordEngagement } from '../../common/changes/engagement-dates.ts';
import { now } from '../../common/clock.ts';
import { failpoint } from '../../common/config/failpoints.ts';
import { nextDayAt } from '../../common/domain/segment-days.ts';
import { SegmentRecipient } from '../../common/models/segment-recipients.ts';
import { Segment, type SegmentDocument, type SegmentWalk } from '../../common/models/segments.ts';
import { type RuleReader, ruleReader } from '../../common/queries/rule-filters.ts';
import { asksForEngagement, dependsOnToday } from '../../common/queries/segment-filter.ts';
import type { WorkerContext } from '../runtime/context.ts';
import { joinSegment, targetedSegments } from './join.ts';
import type { HeldType } from './lease.ts';
import { matchesOf, type RuledSegment, ruled } from './matches.ts';
import { type ReadAhead, readWalkPage } from './page.ts';
import { settle, settleNew } from './settle.ts';

const ROWS = 1000;

export interface Walker {
  readonly worker: WorkerContext;
  readonly isOver: () => boolean;
  readonly ahead: ReadAhead;
}

/** One step before its checkpoint; a repetition changes nothing. False: no segment of the type has a walk. */
export async function refreshWalked(held: HeldType, walker: Walker): Promise<boolean> {
  const { worker, isOver } = walker;
  await turnDays(held);
  const segment = await Segment.of(held.userId).findOne({
    contact_type_id: held.contactTypeId,
    deleted_at: null,
    'walk.began_at': { $type: 'date' },
  });
  if (!segment?.walk) return false;
  if (asksForEngagement(segment.select_field) && segment.walk.after === 0) {
    if (!(await recordEngagement(segment.user_id, () => isOver() || !held.lease.stands()))) return true;
  }
  const reader = await ruleReader(segment.user_id);
  const [rule] = ruled([segment], reader, worker.log);
  if (!rule) {
    await Segment.of(held.userId).updateOne(
      { _id: segment._id, version: segment.version },
      { $set: { walk: null } },
    );
    return true;
  }
  const walk = segment.walk;
  const next =
    walk.phase === 'rows' ? await walkRows(held, rule, walk) : await walkContacts(held, rule, walk, walker);
  failpoint('mid-refresh');
  await checkpoint(held, segment, next, reader);
  return true;
}

/** When a day begins in the account's time zone, starts a new walk of segments whose rule counts days. */
async function turnDays({ userId, contactTypeId }: HeldType): Promise<void> {
  const at = now();
  const due = { contact_type_id: contactTypeId, deleted_at: null, walk: null };
  await Segment.of(userId).updateMany(
    { ...due, recheck_at: { $type: 'date', $lte: at } },
    { $set: { walk: { phase: 'rows', after: 0, began_at: at }, recheck_at: null } },
  );
}

async function walkRows(held: HeldType, rule: RuledSegment, walk: SegmentWalk): Promise<SegmentWalk> {
  const page = await SegmentRecipient.of(held.userId)
    .find({
      segment_id: rule.segment._id,
      removed: false,
      _id: { $gt: walk.after },
    })
    .project<{ _id: number; contact_id: number | null }>({ contact_id: 1 })
    .sort({ _id: 1 })
    .limit(ROWS)
    .toArray();
  const ids = page.flatMap((row) => row.contact_id ?? []);
  await settle(held, ids, [rule], await matchesOf(rule.segment.user_id, held.contactTypeId, ids, [rule]));
  const targeted = await targetedSegments(held.userId, [rule.segment._id]);
  if (targeted.size > 0) await leaveTargets(held.userId, ids);
  return page.length < ROWS ? { ...walk, phase: 'contacts', after: 0 } : { ...walk, after: page.at(-1)!._id };
}

/** Finds matches among the next contacts. Null: these were the last. */
async function walkContacts(
  held: HeldType,
  rule: RuledSegment,
  walk: SegmentWalk,
  { worker, ahead }: Walker,
): Promise<SegmentWalk | null> {
  const { segment, filter } = rule;
  const { _id: segmentId, user_id: userId, version } = segment;
  const start = { segmentId, version, began_at: walk.began_at, after: walk.after };
  const read = (after: number) => readWalkPage(userId, held.contactTypeId, after, filter);
  const page = await ahead.take(start, read);
  if (!page) return null;
  const { matched, last } = page;
  if (last !== null) ahead.begin({ ...start, after: last }, read);
  const living = new Map(matched.map((contact) => [contact._id, contact]));
  const found = [...living.keys()];
  const matches = { living, bySegment: new Map([[segmentId, found]]) };
  if (segment.walked_version === 0) await settleNew(held, rule, matches);
  else await settle(held, found, [rule], matches);
  const targeted = await targetedSegments(userId, [segmentId]);
  if (targeted.has(segmentId)) await joinSegment(segmentId, userId, living, worker);
  return last === null ? null : { ...walk, after: last };
}

/** Stores the progress of the walk. A segment whose rule changed meanwhile has a new walk and refuses it. */
async function checkpoint(
  held: HeldType,
  segment: SegmentDocument,
  next: SegmentWalk | null,
  reader: RuleReader,
): Promise<void> {
  const { _id, version, walk } = segment;
  const own = {
    _id,
    version,
    deleted_at: null,
    fence: { $lte: held.epoch },
    'walk.began_at': walk!.began_at,
  };
  const segments = Segment.of(held.userId);
  if (next) {
    await segments.updateOne(own, { $set: { walk: next } });
    return;
  }
  const day = dependsOnToday(reader.read(segment)) ? nextDayAt(walk!.began_at, reader.timezone) : null;
  // An earlier date is of a walk without room for all rows. `$min` ignores null.
  const recheck_at = { $min: ['$recheck_at', day] };
  await segments.updateOne(own, [{ $set: { walk: null, walked_version: version, recheck_at } }]);
}
