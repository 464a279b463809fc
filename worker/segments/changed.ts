import { leaveTargets } from '../../common/audience/target-exits.ts';
import { now } from '../../common/clock.ts';
import { failpoint } from '../../common/config/failpoints.ts';
import { ContactChanges, type ContactChangesDocument } from '../../common/models/contact-changes.ts';
import { Segment } from '../../common/models/segments.ts';
import { toldOf } from '../../common/queries/contact-changes.ts';
import { ruleReader } from '../../common/queries/rule-filters.ts';
import type { WorkerContext } from '../runtime/context.ts';
import { joinByHand, joinSegment, joinType, targetedSegments } from './join.ts';
import type { HeldType } from './lease.ts';
import { matchesOf, ruled } from './matches.ts';
import { settle } from './settle.ts';

/** Entries of single changes taken together; large ones have a thousand contacts each. */
const SMALL = 200;
const BULK = 2;

/** Contacts are read after the entries, so they are as new as the change or newer. False: no entry waits. */
export async function refreshChanged(held: HeldType, worker: WorkerContext): Promise<boolean> {
  const entries = await nextEntries(held);
  if (entries.length === 0) return false;
  const ids = [...new Set(entries.flatMap((entry) => entry.contact_ids))];
  const { userId } = held;
  const [segments, reader] = await Promise.all([
    Segment.of(userId).find({ contact_type_id: held.contactTypeId, deleted_at: null }).toArray(),
    ruleReader(userId),
  ]);
  const rules = ruled(segments, reader, worker.log);
  const matches = await matchesOf(userId, held.contactTypeId, ids, rules);
  await settle(held, ids, rules, matches);
  failpoint('mid-refresh');
  await joinType(held.contactTypeId, userId, matches.living, worker);
  const segmentIds = segments.map((segment) => segment._id);
  const targeted = await targetedSegments(userId, segmentIds);
  for (const segment of targeted) await joinSegment(segment, userId, matches.living, worker);
  const byHand = entries.flatMap((entry) => entry.segment_recipient_ids);
  await joinByHand(userId, byHand, worker);
  await leaveTargets(userId, ids);
  await ContactChanges.of(userId).deleteMany({ _id: { $in: entries.map((entry) => entry._id) } });
  return true;
}

async function nextEntries({ userId, contactTypeId }: HeldType): Promise<ContactChangesDocument[]> {
  const at = now();
  const of = (bulk: boolean, limit: number) =>
    ContactChanges.of(userId)
      .find({ contact_type_id: contactTypeId, bulk, ...toldOf(at) })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
  const found = await Promise.all([of(false, SMALL), of(true, BULK)]);
  return found.flat();
}
