import type { ClientSession } from 'mongodb';
import mongoose from 'mongoose';
import { now } from '../../common/clock.ts';
import { reserveIds } from '../../common/ids.ts';
import { SegmentRecipient, type SegmentRecipientDocument } from '../../common/models/segment-recipients.ts';
import { Segment, type SegmentDocument } from '../../common/models/segments.ts';
import { isDuplicateKey, rows } from '../../common/mongo.ts';
import type { HeldType } from './lease.ts';
import type { Candidate, Matches, Ruled } from './matches.ts';

/** The lease was lost: somebody else goes on. */
export class LeaseLost extends Error {}

/** Rows that are written together, but for those of one segment, and how many such groups at once. */
const GROUP = 1000;
const LANES = 4;
/** Tries at rows that people write at the same time. */
const TRIES = 5;

type Row = Pick<SegmentRecipientDocument, '_id' | 'segment_id' | 'contact_id' | 'removed'>;

/** What is to become of a segment's rows. */
interface Difference {
  readonly segment: SegmentDocument;
  /** Contacts that match and have no row … */
  readonly joins: readonly Candidate[];
  /** … and such that have one and do not match. */
  readonly leaves: readonly number[];
}

/**
 * Makes the matched rows of these contacts what the rules say; of anybody else, and of what people did by hand, nothing
 * is touched. Doing it again changes nothing. Throws {@link LeaseLost} when others have the segments by now.
 */
export async function settle(
  held: HeldType,
  contactIds: readonly number[],
  rules: readonly Ruled[],
  matches: Matches,
): Promise<void> {
  const waiting = grouped(await differences(contactIds, rules, matches, null));
  const lane = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await write(held, next, matches);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** The change of one contact may concern a hundred segments, and a step of a walk thousands of rows of one. */
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

/** An address is in a segment once: whom somebody added by hand, the rule need not match. */
async function differences(
  contactIds: readonly number[],
  rules: readonly Ruled[],
  { living, bySegment }: Matches,
  session: ClientSession | null,
): Promise<Difference[]> {
  const options = session ? { session } : {};
  const matched = new Set([...bySegment.values()].flat());
  const addresses = [...matched].flatMap((id) => living.get(id)?.email_norm ?? []);
  // One after the other: a session takes one question at a time.
  const there = await rows(SegmentRecipient)
    .find({ contact_id: { $in: [...contactIds] }, ...ofSegments(rules) }, options)
    .project<Row>({ segment_id: 1, contact_id: 1, removed: 1 })
    .toArray();
  const byHand = await rows(SegmentRecipient)
    .find({ 'by_hand.email_norm': { $in: addresses }, ...ofSegments(rules) }, options)
    .project<{ segment_id: number; by_hand: { email_norm: string } }>({
      segment_id: 1,
      'by_hand.email_norm': 1,
    })
    .toArray();
  const taken = new Set(byHand.map((row) => `${row.segment_id} ${row.by_hand.email_norm}`));
  const rowsOf = new Map<number, Row[]>(rules.map(({ segment }) => [segment._id, []]));
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

/** Of one segment it is asked within its index; of many the addresses alone narrow it enough. */
const ofSegments = (rules: readonly Ruled[]) =>
  rules.length === 1 ? { segment_id: rules[0]!.segment._id } : { user_id: rules[0]?.segment.user_id ?? 0 };

/**
 * Rows and counts in one transaction. It looks at the rows once more, so that what people did meanwhile stands, and
 * writes each segment whatever its count's change: who adds the same address by hand writes it too, and one of both waits.
 */
async function write(held: HeldType, group: readonly Difference[], matches: Matches): Promise<void> {
  const joins = group.reduce((sum, one) => sum + one.joins.length, 0);
  const first = joins > 0 ? await reserveIds('segment_recipients', joins) : 0;
  const ids = [
    ...new Set(group.flatMap((one) => [...one.joins.map((contact) => contact._id), ...one.leaves])),
  ];
  const rules = group.map(({ segment }): Ruled => ({ segment, filter: {} }));
  const living = new Map(
    ids.flatMap((id) => (matches.living.has(id) ? [[id, matches.living.get(id)!]] : [])),
  );
  for (let attempt = 1; ; attempt += 1) {
    try {
      let ours = true;
      await mongoose.connection.transaction(async (session) => {
        const left = await differences(ids, rules, { living, bySegment: matches.bySegment }, session);
        ours = left.length === 0 || (await writeRows(held, left, first, session));
        if (!ours) await session.abortTransaction();
      });
      if (ours) return;
      break;
    } catch (error) {
      if (!isDuplicateKey(error) || attempt === TRIES) throw error;
    }
  }
  // One of them took nothing: the others are to have theirs.
  if (group.length > 1) for (const one of group) await write(held, [one], matches);
  else await explain(held, group[0]!.segment);
}

/** False: not each of the segments is as it was, or they are in other hands. */
async function writeRows(
  { epoch }: HeldType,
  group: readonly Difference[],
  first: number,
  session: ClientSession,
): Promise<boolean> {
  const at = now();
  const documents = group.flatMap(({ segment, joins }) =>
    joins.map(
      (contact): SegmentRecipientDocument => ({
        _id: 0,
        user_id: segment.user_id,
        segment_id: segment._id,
        contact_id: contact._id,
        by_hand: null,
        removed: false,
        created_at: at,
        updated_at: at,
      }),
    ),
  );
  for (const [index, document] of documents.entries()) document._id = first + index;
  if (documents.length > 0) await rows(SegmentRecipient).insertMany(documents, { session });
  const leaving = group.filter(({ leaves }) => leaves.length > 0);
  if (leaving.length > 0) {
    await rows(SegmentRecipient).bulkWrite(
      leaving.map(({ segment, leaves }) => ({
        deleteMany: { filter: { contact_id: { $in: [...leaves] }, segment_id: segment._id, removed: false } },
      })),
      { session },
    );
  }
  const { matchedCount } = await rows(Segment).bulkWrite(
    group.map(({ segment: { _id, version }, joins, leaves }) => ({
      updateOne: {
        filter: { _id, version, deleted_at: null, fence: { $lte: epoch } },
        update: { $inc: { segment_emails_count: joins.length - leaves.length }, $set: { fence: epoch } },
      },
    })),
    { session },
  );
  return matchedCount === group.length;
}

/** The segment took nothing: it has another rule by now, which a walk of its own sees to, or another refresher. */
async function explain({ epoch }: HeldType, { _id, version }: SegmentDocument): Promise<void> {
  const found = await rows(Segment).findOne(
    { _id, deleted_at: null },
    { projection: { version: 1, fence: 1 } },
  );
  if (found && found.version === version && found.fence > epoch) throw new LeaseLost();
}
