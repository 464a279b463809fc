import { setTimeout as delay } from 'node:timers/promises';
import type { AnyBulkWriteOperation } from 'mongodb';
import { chunksOf } from '../../common/chunks.ts';
import { now } from '../../common/clock.ts';
import { insertAtOnce } from '../../common/insert-at-once.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { rows } from '../../common/mongo.ts';
import { markCounts } from '../../common/queries/contact-counts.ts';
import { type Counts, noCounts } from './counts.ts';
import { add, type Plan, planOf } from './plan-batch.ts';
import { freshIds, lookUp, type PreparedBatch } from './prepare-batch.ts';
import { ROOM_FOR_ALL, type Room } from './room.ts';

/** Writes under way at once: mongod works on each with one core. */
const PARTS = 2;
/** Tries at addresses that others write at the same time; each waits longer, 2.5 s in all. */
const TRIES = 8;

/**
 * Writes a batch: inserts what is new, updates what changes, leaves alone what does not. Rows for one address are
 * merged in file order, the later cell winning. Doing it again, wholly or in part done, changes nothing and counts the
 * same, as each written contact says by which import and line; so does a contact that somebody adds meanwhile. `tell`
 * gets the ids of all contacts that it wrote, once they are; also of those that it found written by a former try.
 * `room` says how many of the new contacts the account still has room for; the last addresses of the batch are refused.
 */
export async function writeBatch(
  batch: PreparedBatch,
  tell: (contactIds: readonly number[]) => Promise<unknown> = async () => {},
  room: Room = ROOM_FOR_ALL,
): Promise<Counts> {
  const counts = noCounts();
  const written: number[] = [];
  const { owner, reader } = batch;
  let addresses = [...batch.groups.keys()];
  let found = batch.known;
  if (batch.late.length > 0) found = new Map([...found, ...(await lookUp(owner, reader, batch.late, false))]);
  for (let attempt = 1; ; attempt += 1) {
    const plan = planOf(batch, addresses, found, counts);
    const places = await room.take(plan.inserts.length);
    for (const { address } of plan.inserts.splice(places.count)) {
      const lines = batch.groups.get(address)!.map((row) => row.line);
      counts.refused += lines.length;
      room.refuse(lines);
    }
    const [insertsLeft, updatesLeft] = await Promise.all([
      insert(plan.inserts, batch),
      inParts(plan.updates, (part) => updatePart(part, batch)),
    ]).finally(places.release);
    addresses = [...insertsLeft, ...updatesLeft];
    for (const { address, outcome } of [...plan.inserts, ...plan.updates]) {
      if (!insertsLeft.has(address) && !updatesLeft.has(address)) add(counts, outcome);
    }
    written.push(
      ...plan.written,
      ...plan.inserts
        .filter(({ address }) => !insertsLeft.has(address))
        .map(({ operation }) => operation._id),
      // Where one of a part was not as it was read, the others of it were written all the same.
      ...plan.updates.map(({ operation }) => operation.contact._id),
    );
    if (addresses.length === 0) {
      await tell(written);
      return counts;
    }
    if (attempt === TRIES)
      throw new Error(`${addresses.length} contacts were written by others again and again`);
    // What another one wrote just now can be read once a majority has it.
    if (attempt > 1) await delay(5 * 2 ** attempt);
    found = await lookUp(owner, reader, addresses, true);
  }
}

/** Does writes in parts at once; answers the addresses that have to be looked at again. */
async function inParts<One>(
  writes: readonly One[],
  write: (part: readonly One[]) => Promise<string[]>,
): Promise<Set<string>> {
  const parts = chunksOf(writes, Math.ceil(writes.length / PARTS));
  return new Set((await Promise.all(parts.map(write))).flat());
}

async function insert(
  writes: Plan['inserts'],
  { owner, ids: reserved }: PreparedBatch,
): Promise<Set<string>> {
  // Reserved ones are used once: a contact that was taken meanwhile may be gone again by the next try.
  const ids = reserved.splice(0, writes.length);
  if (ids.length < writes.length) ids.push(...(await freshIds(writes.length - ids.length)));
  await markCounts(owner.contactTypeId, ids);
  for (const [at, { operation }] of writes.entries()) operation._id = ids[at]!;
  return inParts(writes, insertPart);
}

/** Answers the addresses that are there already. */
async function insertPart(writes: Readonly<Plan['inserts']>): Promise<string[]> {
  const contacts = writes.map(({ operation }) => operation);
  return (await insertAtOnce(Contact, contacts)).map((index) => writes[index]!.address);
}

/**
 * Each update is conditional on the contact being as it was read. Where one was not, all are looked at again: the bulk
 * answer does not tell which, but the written ones do themselves.
 */
async function updatePart(
  writes: Readonly<Plan['updates']>,
  { owner, firstLine }: PreparedBatch,
): Promise<string[]> {
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
  return matchedCount === writes.length ? [] : writes.map(({ address }) => address);
}
