import { now } from '../../common/clock.ts';
import type { Changes, ImportRow } from '../../common/domain/import-rows.ts';
import type { ContactDocument, WrittenBy } from '../../common/models/contacts.ts';
import type { Counts } from './counts.ts';
import type { BatchOwner, PreparedBatch } from './prepare-batch.ts';

/** What becomes of the rows for one address. */
export type Outcome = Omit<Counts, 'refused'>;

export interface Write<Operation> {
  readonly address: string;
  readonly outcome: Outcome;
  readonly operation: Operation;
}

export interface Plan {
  inserts: Write<ContactDocument>[];
  /** Contacts that a former try at this batch wrote: who is to be told of it may not have been. */
  written: number[];
  updates: Write<{ contact: ContactDocument; readAt: Date; changes: Changes; written_by: WrittenBy }>[];
}

export function add(counts: Counts, outcome: Outcome): void {
  counts.added += outcome.added;
  counts.updated += outcome.updated;
  counts.unchanged += outcome.unchanged;
}

/** Decides for each address; what needs no write, or had it already, is counted at once. */
export function planOf(
  batch: PreparedBatch,
  addresses: readonly string[],
  found: ReadonlyMap<string, ContactDocument>,
  counts: Counts,
): Plan {
  const plan: Plan = { inserts: [], written: [], updates: [] };
  for (const address of addresses) {
    const group = batch.groups.get(address)!;
    const contact = found.get(address);
    if (!contact) {
      plan.inserts.push(insertion(batch, address, group));
    } else if (isWritten(contact, batch)) {
      add(counts, outcomeOf(contact.written_by!));
      plan.written.push(contact._id);
    } else {
      const update = updateOf(batch, address, group, contact);
      if (update) plan.updates.push(update);
      else counts.unchanged += group.length;
    }
  }
  return plan;
}

/** Lines ascend: what this import wrote from a line of this batch on, it wrote in a former try at it. */
const isWritten = ({ written_by }: ContactDocument, { owner, firstLine }: PreparedBatch): boolean =>
  written_by !== undefined && written_by.import_id === owner.importId && written_by.line >= firstLine;

const outcomeOf = ({ added, rows }: WrittenBy): Outcome => ({
  added: added ? 1 : 0,
  updated: rows?.updated ?? (added ? 0 : 1),
  unchanged: rows?.unchanged ?? 0,
});

function writtenBy(
  batch: PreparedBatch,
  group: readonly ImportRow[],
  { added, updated, unchanged }: Outcome,
): WrittenBy {
  return {
    import_id: batch.owner.importId,
    line: group.at(-1)!.line,
    added: added === 1,
    ...(group.length > 1 && { rows: { updated, unchanged } }),
  };
}

function insertion(
  batch: PreparedBatch,
  address: string,
  group: readonly ImportRow[],
): Plan['inserts'][number] {
  const operation = blankContact(batch.owner, address);
  const outcome: Outcome = { added: 1, updated: 0, unchanged: 0 };
  for (const [at, row] of group.entries()) {
    const changed = batch.reader.apply(row, operation, null);
    if (at > 0) outcome[changed ? 'updated' : 'unchanged'] += 1;
  }
  operation.written_by = writtenBy(batch, group, outcome);
  return { address, outcome, operation };
}

/** Null: no row changes anything. Most of a list that is imported again is such, and makes no garbage here. */
function updateOf(
  batch: PreparedBatch,
  address: string,
  group: readonly ImportRow[],
  contact: ContactDocument,
): Plan['updates'][number] | null {
  const changes: Changes = {};
  const readAt = contact.updated_at;
  let updated = 0;
  for (const row of group) if (batch.reader.apply(row, contact, changes)) updated += 1;
  if (updated === 0) return null;
  const outcome: Outcome = { added: 0, updated, unchanged: group.length - updated };
  return {
    address,
    outcome,
    operation: { contact, readAt, changes, written_by: writtenBy(batch, group, outcome) },
  };
}

function blankContact({ userId, contactTypeId }: BatchOwner, address: string): ContactDocument {
  const at = now();
  return {
    _id: 0,
    user_id: userId,
    contact_type_id: contactTypeId,
    first_name: '',
    last_name: '',
    email: '',
    email_norm: address,
    alt_email: null,
    country: null,
    state: '',
    city: '',
    address_line1: '',
    address_line2: '',
    state_province_region: '',
    postal_code: '',
    custom_field: {},
    custom_number: {},
    deleted_at: null,
    created_at: at,
    updated_at: at,
  };
}
