import { BSON } from 'mongodb';
import type { Logger } from '../../common/log.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import type { SegmentDocument } from '../../common/models/segments.ts';
import { CONFIRMED, contactsOfType, RULE_MS, type RuleReader } from '../../common/queries/rule-filters.ts';
import type { ContactFilter } from '../../common/queries/segment-filter.ts';

export interface RuledSegment {
  readonly segment: SegmentDocument;
  readonly filter: ContactFilter;
}

export type Candidate = Pick<ContactDocument, '_id' | 'email' | 'email_norm' | 'created_at' | 'moved_at'>;

export const CANDIDATE = { email: 1, email_norm: 1, created_at: 1, moved_at: 1 } as const;

export interface Matches {
  readonly living: ReadonlyMap<number, Candidate>;
  readonly bySegment: ReadonlyMap<number, readonly number[]>;
}

/** Rules in one query, which is a document: MongoDB accepts at most 16 MB. */
const RULES = 50;
let rulesAtOnce = RULES;
/** For tests. */
export const useRulesAtOnce = (rules = RULES): void => void (rulesAtOnce = rules);
const RULES_BYTES = 4_000_000;

export function ruled(segments: readonly SegmentDocument[], reader: RuleReader, log: Logger): RuledSegment[] {
  return segments.flatMap((segment) => {
    try {
      return [{ segment, filter: reader.filter(segment) }];
    } catch (error) {
      log.error(
        { segment_id: segment._id, err: error },
        'segment rule cannot be read; the segment is not updated',
      );
      return [];
    }
  });
}

export async function matchesOf(
  userId: number,
  contactTypeId: number,
  contactIds: readonly number[],
  rules: readonly RuledSegment[],
): Promise<Matches> {
  const type = await contactsOfType(userId, contactTypeId);
  if (!type || contactIds.length === 0) return { living: new Map(), bySegment: new Map() };
  const these = { ...type, ...CONFIRMED, _id: { $in: [...contactIds] } };
  const [living, ...parts] = await Promise.all([
    Contact.of(userId).find(these).project<Candidate>(CANDIDATE).toArray(),
    ...partsOf(rules).map((part) => askPart(userId, these, part)),
  ]);
  return {
    living: new Map(living.map((contact) => [contact._id, contact])),
    bySegment: new Map(parts.flat()),
  };
}

async function askPart(
  userId: number,
  these: ContactFilter,
  part: readonly RuledSegment[],
): Promise<[number, number[]][]> {
  const facets = part.map(({ segment, filter }) => [
    String(segment._id),
    [{ $match: filter }, { $project: { _id: 1 } }],
  ]);
  const [found] = await Contact.of(userId)
    .aggregate<Record<string, { _id: number }[]>>(
      [{ $match: these }, { $facet: Object.fromEntries(facets) }],
      {
        maxTimeMS: RULE_MS,
      },
    )
    .toArray();
  return Object.entries(found!).map(([segment, ids]) => [Number(segment), ids.map(({ _id }) => _id)]);
}

function partsOf(rules: readonly RuledSegment[]): RuledSegment[][] {
  const parts: RuledSegment[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const rule of rules) {
    const own = BSON.calculateObjectSize(rule.filter);
    bytes += own;
    if (bytes > RULES_BYTES || parts.at(-1)!.length === rulesAtOnce) {
      parts.push([]);
      bytes = own;
    }
    parts.at(-1)!.push(rule);
  }
  return parts;
}
