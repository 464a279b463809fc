import { now } from '../../common/clock.ts';
import { type ContactDocument, newContact, type WriteOrigin } from '../../common/models/contacts.ts';
import { type Changes, type ImportRow, noChanges } from './import-rows.ts';
import type { PreparedBatch } from './prepare-batch.ts';

export interface Counts {
  added: number;
  updated: number;
  unchanged: number;
  refused: number;
  /** Rows among the added, updated and unchanged ones that were imported without some cells. */
  partial: number;
}

export const noRowCounts = (): Counts => ({ added: 0, updated: 0, unchanged: 0, refused: 0, partial: 0 });

type WrittenBatch = Pick<PreparedBatch, 'owner' | 'firstLine' | 'reader' | 'groups'>;

export type RowCounts = Omit<Counts, 'refused' | 'partial'>;

export interface RowWrite<Operation> {
  readonly address: string;
  readonly counted: RowCounts;
  readonly operation: Operation;
}

export interface BatchWrites {
  inserts: RowWrite<ContactDocument>[];
  /** Contacts that an earlier try at this batch wrote. Segments and automations may have missed them. */
  written: number[];
  updates: RowWrite<{ contact: ContactDocument; readAt: Date; changes: Changes; written_by: WriteOrigin }>[];
}

export function add(counts: Counts, counted: RowCounts): void {
  counts.added += counted.added;
  counts.updated += counted.updated;
  counts.unchanged += counted.unchanged;
}

/** Decides for each address which write it needs. An address that needs none, or was written already, is counted at once. */
export function chooseWrites(
  batch: WrittenBatch,
  addresses: readonly string[],
  found: ReadonlyMap<string, ContactDocument>,
  counts: Counts,
): BatchWrites {
  const writes: BatchWrites = { inserts: [], written: [], updates: [] };
  for (const address of addresses) {
    const group = batch.groups.get(address)!;
    const contact = found.get(address);
    if (!contact) {
      writes.inserts.push(insertion(batch, address, group));
    } else if (isWritten(contact, batch)) {
      add(counts, countsOf(contact.written_by!));
      writes.written.push(contact._id);
    } else if (isSkipped(contact, batch)) {
      counts.unchanged += group.length;
    } else {
      const update = updateOf(batch, address, group, contact);
      if (update) writes.updates.push(update);
      else counts.unchanged += group.length;
    }
  }
  return writes;
}

/** Lines ascend, so a contact with a line of this batch or later was written by an earlier try at it. */
const isWritten = ({ written_by }: ContactDocument, { owner, firstLine }: WrittenBatch): boolean =>
  written_by !== undefined && written_by.import_id === owner.importId && written_by.line >= firstLine;

const isSkipped = ({ written_by }: ContactDocument, { owner }: WrittenBatch): boolean =>
  owner.skipsExisting === true && written_by?.import_id !== owner.importId;

const countsOf = ({ added, rows }: WriteOrigin): RowCounts => ({
  added: added ? 1 : 0,
  updated: rows?.updated ?? (added ? 0 : 1),
  unchanged: rows?.unchanged ?? 0,
});

function writtenBy(
  batch: WrittenBatch,
  group: readonly ImportRow[],
  { added, updated, unchanged }: RowCounts,
): WriteOrigin {
  return {
    import_id: batch.owner.importId,
    line: group.at(-1)!.line,
    added: added === 1,
    ...(group.length > 1 && { rows: { updated, unchanged } }),
  };
}

function insertion(
  batch: WrittenBatch,
  address: string,
  group: readonly ImportRow[],
): BatchWrites['inserts'][number] {
  // The contact gets its id at the write, and the spelling of its address from its rows.
  const operation = newContact(0, batch.owner, '', address, now());
  const counted: RowCounts = { added: 1, updated: 0, unchanged: 0 };
  for (const [at, row] of group.entries()) {
    const changed = batch.reader.apply(row, operation, null);
    if (at > 0) counted[changed ? 'updated' : 'unchanged'] += 1;
  }
  operation.written_by = writtenBy(batch, group, counted);
  return { address, counted, operation };
}

/** Null if no row changes the contact. Most rows of a repeated import change nothing, so nothing is allocated for them. */
function updateOf(
  batch: WrittenBatch,
  address: string,
  group: readonly ImportRow[],
  contact: ContactDocument,
): BatchWrites['updates'][number] | null {
  const changes = noChanges();
  const readAt = contact.updated_at;
  let updated = 0;
  for (const row of group) if (batch.reader.apply(row, contact, changes)) updated += 1;
  if (updated === 0) return null;
  const counted: RowCounts = { added: 0, updated, unchanged: group.length - updated };
  return {
    address,
    counted,
    operation: { contact, readAt, changes, written_by: writtenBy(batch, group, counted) },
  };
}
