import { setTimeout as delay } from 'node:timers/promises';
import type { AnyBulkWriteOperation } from 'mongodb';
import mongoose from 'mongoose';
import { now } from '../../common/clock.ts';
import type { Changes, ImportRow, RowReader } from '../../common/domain/import-rows.ts';
import { reserveIds } from '../../common/ids.ts';
import { Contact, type ContactDocument, type WrittenBy } from '../../common/models/contacts.ts';
import { DUPLICATE_KEY, rows } from '../../common/mongo.ts';
import { type Counts, noCounts } from './counts.ts';

/** Whose contacts these are, and on whose behalf they are written. */
export interface BatchOwner {
  readonly importId: number;
  readonly userId: number;
  readonly contactTypeId: number;
}

/** A batch whose rows are read and, where they could be, their addresses looked up. */
export interface PreparedBatch {
  readonly owner: BatchOwner;
  readonly firstLine: number;
  readonly reader: RowReader;
  /** Rows by address, in file order. */
  readonly groups: ReadonlyMap<string, ImportRow[]>;
  /** What was found of the addresses, but for those that were `late`. */
  readonly known: ReadonlyMap<string, ContactDocument>;
  readonly late: readonly string[];
  /** Reserved for those that were not found, so that the write need not wait for it. */
  readonly ids: number[];
}

/** Writes under way at once: mongod works on each with one core. */
const INSERTS = 2;
/** Tries at addresses that others write at the same time; each waits longer, 2.5 s in all. */
const TRIES = 8;

/**
 * Groups the rows of a batch and looks the addresses up in one query. `before` is the batch that is being written: what
 * it has in common with this one is looked up later. The first one since the lease was taken has none before it, and
 * may have been written already.
 */
export async function prepareBatch(
  owner: BatchOwner,
  reader: RowReader,
  read: readonly ImportRow[],
  firstLine: number,
  before: PreparedBatch | null,
): Promise<PreparedBatch> {
  const groups = new Map<string, ImportRow[]>();
  for (const row of read) {
    const group = groups.get(row.key);
    if (group) group.push(row);
    else groups.set(row.key, [row]);
  }
  const addresses = [...groups.keys()];
  const late = before ? addresses.filter((address) => before.groups.has(address)) : [];
  const early = late.length === 0 ? addresses : addresses.filter((address) => !before?.groups.has(address));
  const known = await lookUp(owner, reader, early, before === null);
  return { owner, firstLine, reader, groups, late, known, ids: await freshIds(early.length - known.size) };
}

async function freshIds(count: number): Promise<number[]> {
  if (count === 0) return [];
  const first = await reserveIds('contacts', count);
  return Array.from({ length: count }, (_, at) => first + at);
}

/** `again`: the batch may have been written before, so that who wrote a contact matters. */
async function lookUp(
  { userId, contactTypeId }: BatchOwner,
  reader: RowReader,
  addresses: readonly string[],
  again: boolean,
): Promise<Map<string, ContactDocument>> {
  if (addresses.length === 0) return new Map();
  // Reading is most of what an unchanged row costs, by the field.
  const fields = ['email_norm', 'updated_at', ...(again ? ['written_by'] : []), ...reader.fields];
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  const found = await rows(Contact)
    .find(
      {
        user_id: userId,
        contact_type_id: contactTypeId,
        email_norm: { $in: [...addresses] },
        deleted_at: null,
      },
      // Their UTF-8 was checked when they were written.
      { projection, batchSize: addresses.length + 1, enableUtf8Validation: false },
    )
    .toArray();
  return new Map(found.map((contact) => [contact.email_norm, contact]));
}

/**
 * Writes a batch: inserts what is new, updates what changes, leaves alone what does not. Rows for one address are
 * merged in file order, the later cell winning. Doing it again, wholly or in part done, changes nothing and counts the
 * same, as each written contact says by which import and line; so does a contact that somebody adds meanwhile.
 */
export async function writeBatch(batch: PreparedBatch): Promise<Counts> {
  const counts = noCounts();
  const { owner, reader } = batch;
  let addresses = [...batch.groups.keys()];
  let found = batch.known;
  if (batch.late.length > 0) found = new Map([...found, ...(await lookUp(owner, reader, batch.late, false))]);
  for (let attempt = 1; ; attempt += 1) {
    const plan = planOf(batch, addresses, found, counts);
    const [insertsLeft, updatesLeft] = await Promise.all([
      insert(plan.inserts, batch.ids),
      update(plan.updates, batch),
    ]);
    addresses = [...insertsLeft, ...updatesLeft];
    for (const { address, outcome } of [...plan.inserts, ...plan.updates]) {
      if (!insertsLeft.has(address) && !updatesLeft.has(address)) add(counts, outcome);
    }
    if (addresses.length === 0) return counts;
    if (attempt === TRIES)
      throw new Error(`${addresses.length} contacts were written by others again and again`);
    // What another one wrote can be read once a majority has it.
    await delay(10 * 2 ** attempt);
    found = await lookUp(owner, reader, addresses, true);
  }
}

/** What becomes of the rows for one address. */
type Outcome = Omit<Counts, 'refused'>;

interface Write<Operation> {
  readonly address: string;
  readonly outcome: Outcome;
  readonly operation: Operation;
}

interface Plan {
  inserts: Write<ContactDocument>[];
  updates: Write<{ contact: ContactDocument; readAt: Date; changes: Changes; written_by: WrittenBy }>[];
}

function add(counts: Counts, outcome: Outcome): void {
  counts.added += outcome.added;
  counts.updated += outcome.updated;
  counts.unchanged += outcome.unchanged;
}

/** Decides for each address; what needs no write, or had it already, is counted at once. */
function planOf(
  batch: PreparedBatch,
  addresses: readonly string[],
  found: ReadonlyMap<string, ContactDocument>,
  counts: Counts,
): Plan {
  const plan: Plan = { inserts: [], updates: [] };
  for (const address of addresses) {
    const group = batch.groups.get(address)!;
    const contact = found.get(address);
    if (!contact) {
      plan.inserts.push(insertion(batch, address, group));
    } else if (isWritten(contact, batch)) {
      add(counts, outcomeOf(contact.written_by!));
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

/** Answers the addresses that somebody else added since they were looked up. */
async function insert(writes: Plan['inserts'], reserved: number[]): Promise<Set<string>> {
  if (writes.length === 0) return new Set();
  // Reserved ones are used once: a contact that was taken meanwhile may be gone again by the next try.
  const ids = reserved.splice(0, writes.length);
  if (ids.length < writes.length) ids.push(...(await freshIds(writes.length - ids.length)));
  for (const [at, { operation }] of writes.entries()) operation._id = ids[at]!;
  const size = Math.ceil(writes.length / INSERTS);
  const parts = Array.from({ length: INSERTS }, (_, part) => writes.slice(part * size, (part + 1) * size));
  const taken = await Promise.all(parts.map(insertPart));
  return new Set(taken.flat());
}

async function insertPart(writes: Plan['inserts']): Promise<string[]> {
  if (writes.length === 0) return [];
  const contacts = writes.map(({ operation }) => operation);
  try {
    await rows(Contact).insertMany(contacts, { ordered: false });
    return [];
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
    const failed = [error.writeErrors].flat();
    if (failed.length === 0 || failed.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    if (error.result.getWriteConcernError()) throw error;
    return failed.map(({ index }) => writes[index]!.address);
  }
}

/**
 * Each update is conditional on the contact being as it was read. Where one was not, all are looked at again: the bulk
 * answer does not tell which, but the written ones do themselves.
 */
async function update(writes: Plan['updates'], { owner, firstLine }: PreparedBatch): Promise<Set<string>> {
  if (writes.length === 0) return new Set();
  const at = now();
  // Somebody who took over this import while we were held up may be ahead of us.
  const ahead = { 'written_by.import_id': owner.importId, 'written_by.line': { $gte: firstLine } };
  const operations = writes.map(
    ({ operation: { contact, readAt, changes, written_by } }): AnyBulkWriteOperation<ContactDocument> => ({
      updateOne: {
        filter: { _id: contact._id, deleted_at: null, updated_at: readAt, $nor: [ahead] },
        update: { $set: { ...changes, written_by, updated_at: at } },
      },
    }),
  );
  const { matchedCount } = await rows(Contact).bulkWrite(operations, { ordered: false });
  return new Set(matchedCount === writes.length ? [] : writes.map(({ address }) => address));
}
