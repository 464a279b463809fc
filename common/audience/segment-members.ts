import { recordEngagement } from '../changes/engagement-dates.ts';
import type { AudienceRef } from '../domain/audience-refs.ts';
import { Contact } from '../models/contacts.ts';
import { SegmentRecipient } from '../models/segment-recipients.ts';
import { Segment, type SegmentDocument } from '../models/segments.ts';
import { BY_TYPE, nthAfter, RULE_MS, type RuledContacts, ruledContacts } from '../queries/rule-filters.ts';
import { asksForEngagement } from '../queries/segment-filter.ts';
import type { Member, Start } from './member.ts';

/** Recipients added by hand follow the contacts: this offset is added to their row ids. Ids stay far below it, and sums below 2^53. */
const BY_HAND = 2 ** 52;

/** Contacts that one query searches. It bounds the query of a rule that hardly any contact matches. */
const STRIDE = 20_000;

type MemberAddress = Pick<Member, '_id' | 'email' | 'email_norm'>;
const PERSON = { email: 1, email_norm: 1 } as const;

/** Null: no segment; `contacts` is null when its contact type was deleted. */
async function find(
  userId: number,
  segmentId: number,
  at?: Date,
): Promise<{ contacts: RuledContacts | null } | null> {
  const segment = await Segment.of(userId).findOne({ _id: segmentId, deleted_at: null });
  return segment && { contacts: await ruledContacts(segment, at) };
}

/**
 * Writes sends, openings and clicks until now to contacts, when the rule of a segment among `refs` asks for them. False: `stopped` ended
 * it. After the first such rule it reads the whole ledger of the account, which takes minutes.
 */
export async function recordEngagementOf(
  userId: number,
  refs: readonly AudienceRef[],
  stopped: () => boolean,
): Promise<boolean> {
  const segmentIds = refs.flatMap(({ table, id }) => (table === 'segments_' ? [id] : []));
  if (segmentIds.length === 0) return true;
  const segments = await Segment.of(userId)
    .find({ _id: { $in: segmentIds }, deleted_at: null })
    .project<Pick<SegmentDocument, 'select_field'>>({ select_field: 1 })
    .toArray();
  if (!segments.some(({ select_field }) => asksForEngagement(select_field))) return true;
  return recordEngagement(userId, stopped);
}

/**
 * The next contacts that the *rule* matches (rows may lag) less those removed by hand, then those added by hand, each address once. The
 * rule sees recorded engagement only: call {@link recordEngagementOf} before the first.
 */
export async function segmentMembers(
  userId: number,
  segmentId: number,
  after: number,
  limit: number,
  { upto, at: moment }: Start = {},
): Promise<Member[]> {
  const found = await find(userId, segmentId, moment);
  if (!found) return [];
  const members: Member[] = [];
  let at = after;
  while (found.contacts && at < BY_HAND && members.length < limit) {
    const { people, last } = await nextMatches(found.contacts, at, limit - members.length, upto?.contacts);
    members.push(...(await notByHand(userId, segmentId, people)));
    at = last ?? BY_HAND;
  }
  if (members.length === limit) return members;
  const byHand = await SegmentRecipient.of(userId)
    .find({
      segment_id: segmentId,
      removed: false,
      contact_id: null,
      _id: { $gt: Math.max(0, at - BY_HAND), ...(upto && { $lte: upto.segment_recipients }) },
    })
    .sort({ _id: 1 })
    .limit(limit - members.length)
    .toArray();
  const added = byHand.map(({ _id, by_hand }) => ({
    _id: BY_HAND + _id,
    contact_id: null,
    segment_recipient_id: _id,
    email: by_hand!.email,
    email_norm: by_hand!.email_norm,
  }));
  return [...members, ...added];
}

/** At most `limit` matches; `last` is the cursor, null when no contact is left. */
async function nextMatches(
  { userId, all, matched }: RuledContacts,
  after: number,
  limit: number,
  upto = Number.MAX_SAFE_INTEGER,
): Promise<{ people: MemberAddress[]; last: number | null }> {
  const end = await nthAfter(userId, all, { after, upto }, STRIDE);
  const people = await Contact.of(userId)
    .find(
      { $and: [matched, { _id: { $gt: after, $lte: end ?? upto } }] },
      { maxTimeMS: RULE_MS, hint: BY_TYPE },
    )
    .project<MemberAddress>(PERSON)
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  return { people, last: people.length === limit ? people.at(-1)!._id : end };
}

async function notByHand(
  userId: number,
  segmentId: number,
  people: readonly MemberAddress[],
): Promise<Member[]> {
  const [out, byHand] = await Promise.all([
    keptOut(
      userId,
      segmentId,
      people.map((person) => person._id),
    ),
    addedByHand(
      userId,
      segmentId,
      people.map((person) => person.email_norm),
    ),
  ]);
  const [gone, twice] = [new Set(out), new Set(byHand)];
  return people
    .filter((person) => !gone.has(person._id) && !twice.has(person.email_norm))
    .map((person) => ({ ...person, contact_id: person._id, segment_recipient_id: null }));
}

const keptOut = async (
  userId: number,
  segmentId: number,
  contactIds: readonly number[],
): Promise<number[]> => {
  const found = await SegmentRecipient.of(userId)
    .find({ contact_id: { $in: [...contactIds] }, segment_id: segmentId, removed: true })
    .project<{ contact_id: number }>({ _id: 0, contact_id: 1 })
    .toArray();
  return found.map((row) => row.contact_id);
};

const addedByHand = async (
  userId: number,
  segmentId: number,
  addresses: readonly string[],
): Promise<string[]> => {
  const found = await SegmentRecipient.of(userId)
    .find({ 'by_hand.email_norm': { $in: [...addresses] }, segment_id: segmentId })
    .project<{ by_hand: { email_norm: string } }>({ _id: 0, 'by_hand.email_norm': 1 })
    .toArray();
  return found.map((row) => row.by_hand.email_norm);
};

/**
 * Which of these addresses are in a segment, by hand or by its rule, after a call of {@link recordEngagementOf}. `at`: the time for dates
 * in the rule, by default now.
 */
export async function segmentAddressesIn(
  userId: number,
  segmentId: number,
  addresses: readonly string[],
  at?: Date,
): Promise<string[]> {
  const found = await find(userId, segmentId, at);
  if (!found) return [];
  const contacts = found.contacts
    ? await Contact.of(userId)
        .find(
          { $and: [found.contacts.matched, { email_norm: { $in: [...addresses] } }] },
          { maxTimeMS: RULE_MS },
        )
        .project<MemberAddress>(PERSON)
        .toArray()
    : [];
  const [byHand, matched] = await Promise.all([
    addedByHand(userId, segmentId, addresses),
    notByHand(userId, segmentId, contacts),
  ]);
  return [...byHand, ...matched.map((member) => member.email_norm)];
}
