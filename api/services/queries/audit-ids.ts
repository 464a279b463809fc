import { AUDIT_BY_TIME, AuditEntry } from '../../../common/models/audit-entries.ts';

interface TimeRange {
  readonly $gte: Date;
  readonly $lt?: Date | '' | undefined;
}

/**
 * The lowest and the highest id of an account's entries in a time, from the index alone. Entries are listed by id, and only the time of their
 * index is in order: clocks of processes differ.
 */
export async function idsOfTime(userId: number, at: TimeRange): Promise<{ $gte: number; $lte: number }> {
  const [found] = await AuditEntry.of(userId)
    .aggregate<{ first: number; last: number }>(
      [{ $match: { at } }, { $group: { _id: null, first: { $min: '$_id' }, last: { $max: '$_id' } } }],
      { hint: AUDIT_BY_TIME },
    )
    .toArray();
  return found ? { $gte: found.first, $lte: found.last } : { $gte: 1, $lte: 0 };
}
