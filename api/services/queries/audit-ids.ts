import { AUDIT_BY_TIME, AuditEntry, type AuditEntryDocument } from '../../../common/models/audit-entries.ts';
import type { Filter } from '../../../common/store/collection.ts';

interface TimeRange {
  readonly $gte: Date;
  readonly $lt?: Date | '' | undefined;
}

/** The most that clocks of processes may differ. */
const SKEW_MS = 24 * 3600_000;

/**
 * Bounds for the ids of an account's entries in a time, from the index alone. Entries are listed by id, and only the time of their index is in
 * order. An id is taken when its time is, so ids fall behind by no more than clocks differ: the lowest id is in the first day with entries, and
 * the highest in the last one. A time of many days is not read.
 */
export async function idsOfTime(userId: number, at: TimeRange): Promise<{ $gte: number; $lte: number }> {
  const [first, last] = await Promise.all([edgeOf(userId, at, 1), edgeOf(userId, at, -1)]);
  if (!first || !last) return { $gte: 1, $lte: 0 };
  const [lowest, highest] = await Promise.all([
    idsBetween(userId, { ...at, $lte: new Date(first.at.getTime() + SKEW_MS) }),
    idsBetween(userId, { ...at, $gte: new Date(Math.max(at.$gte.getTime(), last.at.getTime() - SKEW_MS)) }),
  ]);
  // Without the entries, they were removed in between.
  return { $gte: lowest?.first ?? 1, $lte: highest?.last ?? 0 };
}

const edgeOf = (userId: number, at: TimeRange, way: 1 | -1) =>
  AuditEntry.of(userId)
    .find({ at } as Filter<AuditEntryDocument>, { hint: AUDIT_BY_TIME })
    .sort({ at: way, _id: way })
    .limit(1)
    .project<{ at: Date }>({ _id: 0, at: 1 })
    .next();

async function idsBetween(userId: number, at: TimeRange & { readonly $lte?: Date }) {
  const [found] = await AuditEntry.of(userId)
    .aggregate<{ first: number; last: number }>(
      [{ $match: { at } }, { $group: { _id: null, first: { $min: '$_id' }, last: { $max: '$_id' } } }],
      { hint: AUDIT_BY_TIME },
    )
    .toArray();
  return found;
}
