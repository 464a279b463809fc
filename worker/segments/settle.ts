import type { ClientSession } from 'mongodb';
import mongoose from 'mongoose';
import { transactionInTurn } from '../../common/changes/account-transactions.ts';
import { takeInsertTurn } from '../../common/changes/bounded-inserts.ts';
import { now } from '../../common/clock.ts';
import {
  BY_HAND_INDEX,
  newSegmentRecipient,
  SegmentRecipient,
  type SegmentRecipientDocument,
} from '../../common/models/segment-recipients.ts';
import { Segment, type SegmentDocument } from '../../common/models/segments.ts';
import { countedDerivedRows } from '../../common/quotas/rows.ts';
import { insertWithin } from '../../common/store/bulk-insert.ts';
import { isDuplicateKey } from '../../common/store/connection.ts';
import { reserveIds } from '../../common/store/ids.ts';
import type { HeldType } from './lease.ts';
import type { Candidate, Matches, RuledSegment } from './matches.ts';

export class LeaseLost extends Error {}

const GROUP = 1000;
const LANES = 4;
const TRIES = 5;
/** Milliseconds until a segment is walked again for which the account had no room. */
const CUT_MS = 6 * 3600_000;

type MemberRow = Pick<SegmentRecipientDocument, '_id' | 'segment_id' | 'contact_id' | 'removed'>;

interface Difference {
  readonly segment: SegmentDocument;
  readonly joins: readonly Candidate[];
  readonly leaves: readonly number[];
  /** The account has no room for further rows of it. */
  readonly isCut?: boolean;
}

/** Rows of other contacts, and rows added or removed by hand, stay. Idempotent. Throws {@link LeaseLost}. */
export async function settle(
  held: HeldType,
  contactIds: readonly number[],
  rules: readonly RuledSegment[],
  matches: Matches,
): Promise<void> {
  await writeAll(held, await differences(contactIds, rules, matches, null), matches);
}

/** For a segment with hardly any rows: reads rows only after a conflict. Of a million matches, reading was half of the cost. */
export async function settleNew(held: HeldType, { segment }: RuledSegment, matches: Matches): Promise<void> {
  const joins = (matches.bySegment.get(segment._id) ?? []).flatMap((id) => matches.living.get(id) ?? []);
  await writeAll(held, joins.length === 0 ? [] : [{ segment, joins, leaves: [] }], matches);
}

async function writeAll(held: HeldType, all: readonly Difference[], matches: Matches): Promise<void> {
  const waiting = grouped(all);
  const lane = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await write(held, next, matches);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** One contact's change may affect a hundred segments; a step of a walk may affect thousands of rows of one. */
function grouped(all: readonly Difference[]): Difference[][] {
  const groups: Difference[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const one of all) {
    const own = one.joins.length + one.leaves.length;
    size += own;
    if (size > GROUP) {
      groups.push([]);
      size = own;
    }
    groups.at(-1)!.push(one);
  }
  return groups;
}

/** The rows to add and remove. An address is in a segment once, so one that was added by hand gets no matched row. */
async function differences(
  contactIds: readonly number[],
  rules: readonly RuledSegment[],
  { living, bySegment }: Matches,
  session: ClientSession | null,
): Promise<Difference[]> {
  const options = session ? { session } : {};
  const matched = new Set([...bySegment.values()].flat());
  const addresses = [...matched].flatMap((id) => living.get(id)?.email_norm ?? []);
  // In sequence: a session allows one query at a time.
  if (rules.length === 0) return [];
  const recipients = SegmentRecipient.of(rules[0]!.segment.user_id);
  const there = await recipients
    .find({ contact_id: { $in: [...contactIds] }, ...ofSegments(rules) }, options)
    .project<MemberRow>({ segment_id: 1, contact_id: 1, removed: 1 })
    .toArray();
  const byHand = await recipients
    .find({ 'by_hand.email_norm': { $in: addresses }, ...ofSegments(rules) }, options)
    .project<{ segment_id: number; by_hand: { email_norm: string } }>({
      segment_id: 1,
      'by_hand.email_norm': 1,
    })
    .toArray();
  const taken = new Set(byHand.map((row) => `${row.segment_id} ${row.by_hand.email_norm}`));
  const rowsOf = new Map<number, MemberRow[]>(rules.map(({ segment }) => [segment._id, []]));
  for (const row of there) rowsOf.get(row.segment_id)?.push(row);
  return rules.flatMap(({ segment }): Difference[] => {
    const own = rowsOf.get(segment._id)!;
    const wanted = new Map<number, Candidate>();
    for (const id of bySegment.get(segment._id) ?? []) {
      const contact = living.get(id);
      if (contact && !taken.has(`${segment._id} ${contact.email_norm}`)) wanted.set(id, contact);
    }
    const leaves = own
      .filter((row) => !row.removed && !wanted.has(row.contact_id!))
      .map((row) => row.contact_id!);
    for (const row of own) wanted.delete(row.contact_id!);
    return wanted.size + leaves.length === 0 ? [] : [{ segment, joins: [...wanted.values()], leaves }];
  });
}

/** For one segment its index serves; for many the addresses alone narrow it enough. */
const ofSegments = (rules: readonly RuledSegment[]) =>
  rules.length === 1 ? { segment_id: rules[0]!.segment._id } : {};

/** One transaction, so that changes by hand stay. A call that adds the same address by hand writes the segment, too. */
async function write(held: HeldType, group: readonly Difference[], matches: Matches): Promise<void> {
  const joins = group.reduce((sum, one) => sum + one.joins.length, 0);
  const first = joins > 0 ? await reserveIds('segment_recipients', joins) : 0;
  const places = await countedDerivedRows.take(held.userId, joins, held.mostRows ?? 0);
  try {
    await writeWithin(held, group, matches, { first, isNear: places.isNear === true });
  } finally {
    places.release();
  }
}

interface RecipientWrite {
  /** The id of the first new row. */
  readonly first: number;
  /** The account may not have room for all new rows. */
  readonly isNear: boolean;
}

async function writeWithin(
  held: HeldType,
  group: readonly Difference[],
  matches: Matches,
  { first, isNear }: RecipientWrite,
): Promise<void> {
  let onlyNew = group.every(({ leaves }) => leaves.length === 0);
  const inOne = (work: (session: ClientSession) => Promise<void>): Promise<unknown> =>
    isNear ? transactionInTurn(held.userId, work) : mongoose.connection.transaction(work);
  for (let attempt = 1; ; attempt += 1) {
    try {
      let ours = true;
      await inOne(async (session) => {
        const left =
          onlyNew && !(await haveByHand(held, group, session))
            ? group
            : await differencesAgain(group, matches, session);
        const fitting = isNear ? await withinRoom(held, left, session) : left;
        ours = fitting.length === 0 || (await insertRecipients(held, fitting, first, session));
        if (!ours) await session.abortTransaction();
      });
      if (ours) return;
      break;
    } catch (error) {
      if (!isDuplicateKey(error) || attempt === TRIES) throw error;
      onlyNew = false;
    }
  }
  // One segment refused the write; write the others alone.
  if (group.length > 1) for (const one of group) await write(held, [one], matches);
  else await explain(held, group[0]!.segment);
}

/** Without the rows for which the account has no room. Workers that write rows of the same account do this one after another. */
async function withinRoom(
  { userId, mostRows = 0 }: HeldType,
  group: readonly Difference[],
  session: ClientSession,
): Promise<Difference[]> {
  await takeInsertTurn(userId, session);
  let room = await countedDerivedRows.roomInTurn(userId, mostRows);
  return group.map((one) => {
    const joins = one.joins.slice(0, room);
    room -= joins.length;
    return joins.length === one.joins.length ? one : { ...one, joins, isCut: true };
  });
}

function differencesAgain(
  group: readonly Difference[],
  { living, bySegment }: Matches,
  session: ClientSession,
): Promise<Difference[]> {
  const ids = [
    ...new Set(group.flatMap((one) => [...one.joins.map((contact) => contact._id), ...one.leaves])),
  ];
  const rules = group.map(({ segment }): RuledSegment => ({ segment, filter: {} }));
  const those = new Map(ids.flatMap((id) => (living.has(id) ? [[id, living.get(id)!]] : [])));
  return differences(ids, rules, { living: those, bySegment }, session);
}

/** Whether a segment has people who were added by hand: a contact with the same address gets no row. */
const haveByHand = async (
  { userId }: HeldType,
  group: readonly Difference[],
  session: ClientSession,
): Promise<boolean> =>
  (await SegmentRecipient.of(userId).findOne(
    { segment_id: { $in: group.map(({ segment }) => segment._id) }, 'by_hand.email_norm': { $gte: '' } },
    { projection: { _id: 1 }, hint: BY_HAND_INDEX, session },
  )) !== null;

/** False: a segment has changed or was taken over. */
async function insertRecipients(
  { userId, epoch }: HeldType,
  group: readonly Difference[],
  first: number,
  session: ClientSession,
): Promise<boolean> {
  const at = now();
  const again = new Date(at.getTime() + CUT_MS);
  let id = first;
  const documents = group.flatMap(({ segment, joins }) =>
    joins.map((contact) => newSegmentRecipient(id++, segment, contact._id, at)),
  );
  const recipients = SegmentRecipient.of(userId);
  if (documents.length > 0) await insertWithin(session, recipients, documents);
  const leaving = group.filter(({ leaves }) => leaves.length > 0);
  if (leaving.length > 0) {
    await recipients.bulkWrite(
      leaving.map(({ segment, leaves }) => ({
        deleteMany: { filter: { contact_id: { $in: [...leaves] }, segment_id: segment._id, removed: false } },
      })),
      { session },
    );
  }
  const { matchedCount } = await Segment.of(userId).bulkWrite(
    group.map(({ segment: { _id, version, recheck_at }, joins, leaves, isCut }) => ({
      updateOne: {
        filter: { _id, version, deleted_at: null, fence: { $lte: epoch } },
        update: {
          $inc: { segment_emails_count: joins.length - leaves.length },
          $set: {
            fence: epoch,
            ...(isCut && { recheck_at: recheck_at && recheck_at < again ? recheck_at : again }),
          },
        },
      },
    })),
    { session },
  );
  return matchedCount === group.length;
}

/** Why a segment refused the write: its rule changed and a new walk is due, or another worker refreshes it. */
async function explain({ userId, epoch }: HeldType, { _id, version }: SegmentDocument): Promise<void> {
  const found = await Segment.of(userId).findOne(
    { _id, deleted_at: null },
    { projection: { version: 1, fence: 1 } },
  );
  if (found && found.version === version && found.fence > epoch) throw new LeaseLost();
}
