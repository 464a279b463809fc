import { now } from '../../common/clock.ts';
import { secondsUntil, timestamp } from '../../common/domain/times.ts';
import type { BulkChangeDocument } from '../../common/models/bulk-changes.ts';

export const presentBulkChange = (found: BulkChangeDocument) => ({
  id: found._id,
  action: found.action,
  contact_type_id: found.contact_type_id,
  segment_id: found.segment_id,
  unsubscribe_groups_id: found.unsubscribe_groups_id,
  tag: found.tag ?? null,
  state: found.state,
  failure: found.failure,
  contacts_matched: found.matched,
  contacts_done: found.done,
  percent: percentOf(found),
  starts_in: secondsUntilStart(found),
  finished_at: timestamp(found.finished_at),
  created_at: timestamp(found.created_at),
  updated_at: timestamp(found.updated_at),
});

/** Seconds until it changes contacts; 0 if it has begun, has ended or was not started. */
const secondsUntilStart = ({ state, waits_until: until }: BulkChangeDocument): number =>
  state === 'running' ? secondsUntil(until, now()) : 0;

/** Percent of the current phase. Counting and changing both walk contacts by id. */
function percentOf({ state, matched, done, after, last }: BulkChangeDocument): number {
  if (state === 'completed') return 100;
  if (state === 'counting') return Math.min(99, Math.floor((100 * after) / Math.max(1, last)));
  return Math.min(99, Math.floor((100 * done) / Math.max(1, matched)));
}
