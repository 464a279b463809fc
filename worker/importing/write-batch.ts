import { setTimeout as delay } from 'node:timers/promises';
import { markCounts } from '../../common/changes/contact-counts.ts';
import { now } from '../../common/clock.ts';
import { chunksOf } from '../../common/domain/chunks.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { insertAtOnce } from '../../common/store/bulk-insert.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import { type TableRow, tableUpdate } from '../../common/store/table-update.ts';
import { add, type BatchWrites, type Counts, chooseWrites, noRowCounts } from './choose-writes.ts';
import { freshIds, lookUpAddresses, type PreparedBatch } from './prepare-batch.ts';
import { rememberWrites } from './remember.ts';
import type { ContactRoom } from './room.ts';

/** Parallel writes: mongod uses one core for each. */
const PARTS = 2;
/** Tries at addresses that other processes write at the same time. The waits between them grow, and take 2.5 s together. */
const TRIES = 8;

/**
 * Writes a batch: inserts new contacts, updates those that change, and leaves the others. Rows of one address are merged in file
 * order; the later cell wins. A repeated write changes nothing and gives the same counts, because each contact stores the import
 * and line that wrote it.
 *
 * `tell` gets the ids of all stored contacts, including those of an earlier try; `added` are those that this call inserted. `room`:
 * contacts that the account may still add; the last addresses beyond it are refused.
 */
export async function writeBatch(
  batch: PreparedBatch,
  tell: (contactIds: readonly number[], added: ReadonlySet<number>) => Promise<unknown>,
  room: ContactRoom,
): Promise<Counts> {
  const counts = noRowCounts();
  const written: number[] = [];
  const added = new Set<number>();
  const { owner, reader } = batch;
  let addresses = [...batch.groups.keys()];
  let found = batch.known;
  if (batch.late.length > 0)
    found = new Map([...found, ...(await lookUpAddresses(owner, reader, batch.late, false))]);
  for (let attempt = 1; ; attempt += 1) {
    const writes = chooseWrites(batch, addresses, found, counts);
    const places = await room.take(writes.inserts.length);
    for (const { address } of writes.inserts.splice(places.count)) {
      const lines = batch.groups.get(address)!.map((row) => row.line);
      counts.refused += lines.length;
      room.refuse(lines);
    }
    const [insertsLeft, updatesLeft] = await write(writes, batch, attempt).finally(places.release);
    addresses = [...insertsLeft, ...updatesLeft];
    for (const { address, counted } of [...writes.inserts, ...writes.updates]) {
      if (!insertsLeft.has(address) && !updatesLeft.has(address)) add(counts, counted);
    }
    for (const { address, operation } of writes.inserts)
      if (!insertsLeft.has(address)) added.add(operation._id);
    written.push(
      ...writes.written,
      ...writes.inserts
        .filter(({ address }) => !insertsLeft.has(address))
        .map(({ operation }) => operation._id),
      // If a contact of a part was changed after it was read, the other contacts of the part were still written.
      ...writes.updates.map(({ operation }) => operation.contact._id),
    );
    if (addresses.length === 0) {
      await tell(written, added);
      return counts;
    }
    if (attempt === TRIES)
      throw new Error(`${addresses.length} contacts were changed by other writes in each of several tries`);
    // A contact that another process has just written can be read only once a majority has it.
    if (attempt > 1) await delay(5 * 2 ** attempt);
    found = await lookUpAddresses(owner, reader, addresses, true);
  }
}

async function inParts<One>(
  writes: readonly One[],
  write: (part: readonly One[]) => Promise<string[]>,
): Promise<Set<string>> {
  const parts = chunksOf(writes, Math.ceil(writes.length / PARTS));
  return new Set((await Promise.all(parts.map(write))).flat());
}

/** Stores how to undo the writes, then writes. Returns the addresses to look up again. */
async function write(
  { inserts, updates }: BatchWrites,
  batch: PreparedBatch,
  attempt: number,
): Promise<[Set<string>, Set<string>]> {
  const at = now();
  const { ids, fresh } = await giveIds(inserts, batch);
  await Promise.all([
    rememberWrites(batch, at, fresh, updates),
    markCounts(batch.owner.userId, batch.owner.contactTypeId, ids),
  ]);
  return Promise.all([
    inParts(inserts, (part) => insertPart(batch.owner.userId, part)),
    inParts(updates, (part) => updatePart(part, batch, at, attempt)),
  ]);
}

/** Gives each new contact its id. `fresh`: ids that were neither reserved nor remembered when the batch was prepared. */
async function giveIds(
  writes: BatchWrites['inserts'],
  { ids: reserved }: PreparedBatch,
): Promise<{ ids: readonly number[]; fresh: readonly number[] }> {
  // A reserved id is used once: the contact that took the address meanwhile may be deleted before the next try.
  const given = reserved.splice(0, writes.length);
  const fresh = await freshIds(writes.length - given.length);
  const ids = [...given, ...fresh];
  for (const [at, { operation }] of writes.entries()) operation._id = ids[at]!;
  return { ids, fresh };
}

async function insertPart(userId: number, writes: Readonly<BatchWrites['inserts']>): Promise<string[]> {
  const contacts = writes.map(({ operation }) => operation);
  return (await insertAtOnce(Contact.of(userId), contacts)).map((index) => writes[index]!.address);
}

/** Returns all addresses if a contact had changed, because a bulk write does not say which. They are looked up; written contacts name this import. */
async function updatePart(
  writes: Readonly<BatchWrites['updates']>,
  { owner, firstLine }: PreparedBatch,
  at: Date,
  attempt: number,
): Promise<string[]> {
  // Another worker may have taken over this import during a stall of this one, and be ahead.
  const ahead = { 'written_by.import_id': owner.importId, 'written_by.line': { $gte: firstLine } };
  const rows = writes.map(
    ({ operation: { contact, readAt, changes, written_by } }): TableRow => ({
      id: contact._id,
      before: readAt,
      set: { ...changes.set, written_by, updated_at: at },
    }),
  );
  const updates = inTables(rows).map((some) =>
    tableUpdate<ContactDocument>('updated_at', some, { deleted_at: null, $nor: [ahead] }),
  );
  const modified = await Contact.of(owner.userId)
    .bulkWrite(updates, { ordered: false })
    .then(
      ({ modifiedCount }) => modifiedCount,
      (error: unknown) => {
        // The driver repeats no such update after an election.
        if (attempt > 1 || !isStoreAway(error)) throw error;
        return 0;
      },
    );
  return modified === writes.length ? [] : writes.map(({ address }) => address);
}

/** Rows of one update. With 100 to 500 rows, MongoDB needs about the same time for each row. */
const TABLE_ROWS = 250;
/** Estimated bytes of one update, which may have 16 MB. */
const TABLE_BYTES = 6 * 2 ** 20;

/** Divides the rows into portions that each fit into one update. */
export function inTables(rows: readonly TableRow[]): TableRow[][] {
  const tables: TableRow[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const own = bytesOf(row);
    if (tables.length === 0 || tables.at(-1)!.length === TABLE_ROWS || bytes + own > TABLE_BYTES) {
      tables.push([]);
      bytes = 0;
    }
    tables.at(-1)!.push(row);
    bytes += own;
  }
  return tables;
}

/** An upper limit: a character has up to three bytes, and each field some ten more. */
function bytesOf({ set }: TableRow): number {
  let bytes = 100;
  for (const [path, value] of Object.entries(set)) bytes += 3 * (path.length + String(value).length) + 10;
  return bytes;
}
