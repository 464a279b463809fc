import type { AuditEntry } from '../../../client/src/index.ts';

const HOUR_MS = 3_600_000;

/** Saves, which the console also makes by itself. */
const JOINED = 'singleSendUpdate';

type JoinableEntry = Pick<
  AuditEntry,
  'act' | 'record_id' | 'utr' | 'by' | 'key' | 'device' | 'outcome' | 'created_at'
>;
const ALIKE = ['act', 'by', 'key', 'device', 'outcome'] as const satisfies readonly (keyof JoinableEntry)[];

/**
 * Joins saves of one record by one person within an hour to the newest of them. Entries of other records between them change
 * nothing; another act on the same record begins a new one.
 */
export function joinedEntries<Entry extends JoinableEntry>(
  newestFirst: readonly Entry[],
): readonly { readonly entry: Entry; readonly times: number }[] {
  const shown: { entry: Entry; times: number }[] = [];
  const lastOfRecord = new Map<string, { entry: Entry; times: number }>();
  for (const entry of newestFirst) {
    const record = `${entry.record_id} ${entry.utr}`;
    const last = lastOfRecord.get(record);
    if (
      last &&
      entry.act === JOINED &&
      ALIKE.every((name) => entry[name] === last.entry[name]) &&
      Date.parse(last.entry.created_at) - Date.parse(entry.created_at) < HOUR_MS
    )
      last.times += 1;
    else {
      const one = { entry, times: 1 };
      shown.push(one);
      lastOfRecord.set(record, one);
    }
  }
  return shown;
}
