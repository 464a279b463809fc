import { LRUCache } from 'lru-cache';
import { isErased } from '../../common/domain/erased-addresses.ts';
import type { EventType } from '../../common/domain/event-types.ts';
import { machinesAmong } from '../../common/domain/fetch-labels.ts';
import { timestamp } from '../../common/domain/times.ts';
import { hasErasures } from '../../common/erasures/find.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import type { NotedRecord } from '../../common/models/event-notes.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { fetchLogOf } from '../../common/queries/fetch-logs.ts';
import {
  type MailingRecord,
  OWNED,
  type OwnedMailing,
  readOwners,
} from '../../common/queries/owners-of-mailings.ts';
import { readAtOnce } from '../../common/store/bulk-read.ts';
import { freshAcceptance } from '../sending/ledger/fresh-acceptances.ts';
import { type NoteEntry, type RecordReading, recordOf } from './event.ts';

/** The fields of a row; its fetches are added only for an opening or click. */
const PROJECTION = {
  mailing: 1,
  user_id: 1,
  contact_id: 1,
  email: 1,
  state: 1,
  attempts: 1,
  class: 1,
  reply: 1,
  accepted_at: 1,
  bounced_at: 1,
  in_doubt_at: 1,
  doubted: 1,
  retried_at: 1,
  complained_at: 1,
} as const satisfies Partial<Record<keyof DeliveryDocument, 1>>;

/** Milliseconds before a mail's acceptance: an erasure that was requested earlier had found its row. */
const ERASURE_MS = 600_000;

type EventRow = Pick<DeliveryDocument, '_id' | 'fetches' | keyof typeof PROJECTION>;

interface Occurrence {
  readonly at: Date;
  readonly attempt: number;
}

type OccurrenceReader = (row: EventRow, record: NotedRecord, at: Date) => Occurrence | null;

const attemptsOf = ({ attempts = 0 }: EventRow): number => attempts;

const LOOKS: Readonly<
  Record<Exclude<Extract<EventType, `delivery.${string}`>, FetchType>, OccurrenceReader>
> = {
  // An accepted row counts the attempts before the accepted one; a row that bounced since counts that, too.
  'delivery.accepted': (row) =>
    row.accepted_at
      ? { at: row.accepted_at, attempt: attemptsOf(row) + (row.state === 'accepted' ? 1 : 0) }
      : null,
  'delivery.bounced': (row, { attempt = 0 }, at) =>
    (row.state === 'bounced' && attemptsOf(row) === attempt) || (row.retried_at && attemptsOf(row) >= attempt)
      ? { at, attempt }
      : null,
  'delivery.deferred': (row, { attempt = 0 }, at) =>
    attemptsOf(row) > attempt ||
    (attemptsOf(row) === attempt && row.state !== 'bounced' && row.state !== 'in_doubt')
      ? { at, attempt }
      : null,
  'delivery.in_doubt': (row, { attempt }, at) =>
    row.state === 'in_doubt' || row.in_doubt_at || (row.doubted && attemptsOf(row) >= (attempt ?? 1))
      ? { at: row.in_doubt_at ?? at, attempt: attempt ?? attemptsOf(row) }
      : null,
  'delivery.complained': (row) =>
    row.complained_at ? { at: row.complained_at, attempt: attemptsOf(row) } : null,
};

/** The rows of these notes by id; rows of acceptances that this process has just written are not read again. */
async function rowsOf(userId: number, noted: readonly NoteEntry[]): Promise<Map<number, EventRow>> {
  const found = new Map<number, EventRow>();
  const unknown: number[] = [];
  let first = Number.POSITIVE_INFINITY;
  for (const one of noted) {
    const { id } = recordOf(one);
    const fresh = one.note.type === 'delivery.accepted' ? freshAcceptance(id) : undefined;
    if (fresh) {
      found.set(id, fresh);
      first = Math.min(first, fresh.accepted_at!.getTime());
    } else unknown.push(id);
  }
  // One of the remembered addresses may have been erased since.
  if (found.size > 0 && (await hasErasures(userId, new Date(first - ERASURE_MS)))) {
    unknown.push(...found.keys());
    found.clear();
  }
  if (unknown.length > 0) {
    const fetches = noted.some(({ note }) => isFetch(note.type)) && ({ fetches: 1 } as const);
    const read = await readAtOnce<DeliveryDocument, EventRow>(Delivery.of(userId), {
      filter: { _id: { $in: unknown } },
      projection: { ...PROJECTION, ...fetches },
    });
    for (const row of read) found.set(row._id, row);
  }
  return found;
}

export async function readDeliveries(userId: number, noted: readonly NoteEntry[]): Promise<RecordReading[]> {
  const theirs = await rowsOf(userId, noted);
  for (const [id, row] of theirs) if (row.user_id !== userId) theirs.delete(id);
  const owners = await ownersOf(userId, [...new Set([...theirs.values()].map(({ mailing }) => mailing))]);
  const links = await linksOf(userId, noted, theirs);
  return noted.map((one) => {
    const row = theirs.get(recordOf(one).id);
    // The retention has removed it, or its person was erased.
    if (!row || isErased(row.email)) return null;
    const owner = owners.get(row.mailing);
    return isFetch(one.note.type) ? fetchReading(one, row, owner, links) : readingOf(one, row, owner);
  });
}

const aboutOf = (row: EventRow, owner: MailingRecord | undefined) => ({
  delivery_id: row._id,
  utr: owner?.utr ?? null,
  email: row.email,
  contact_id: row.contact_id,
  ...(owner?.metadata && { metadata: owner.metadata }),
});

function readingOf(one: NoteEntry, row: EventRow, owner: MailingRecord | undefined): RecordReading {
  const { type, at } = one.note;
  const record = recordOf(one);
  const happened = LOOKS[type as keyof typeof LOOKS](row, record, at);
  if (!happened) return 'absent';
  const { attempt } = happened;
  const name = type.slice(type.indexOf('.') + 1);
  // A complaint is about the mail, whatever attempt brought it.
  const id = type === 'delivery.complained' ? `${row._id}-${name}` : `${row._id}-${name}-${attempt}`;
  const saysWhy = type === 'delivery.bounced' || type === 'delivery.deferred';
  // Later attempts overwrite the reply.
  const isLast = attemptsOf(row) === attempt && row.state !== 'accepted';
  return {
    id: `delivery-${id}`,
    type,
    timestamp: timestamp(happened.at),
    data: {
      ...aboutOf(row, owner),
      attempt,
      ...(saysWhy && { class: record.class ?? null, reply: isLast ? (row.reply ?? null) : null }),
    },
  };
}

type FetchType = 'delivery.opened' | 'delivery.clicked';
const isFetch = (type: EventType): type is FetchType =>
  type === 'delivery.opened' || type === 'delivery.clicked';

type Links = ReadonlyMap<string, ReadonlyMap<number, string>>;

async function linksOf(
  userId: number,
  noted: readonly NoteEntry[],
  theirs: ReadonlyMap<number, EventRow>,
): Promise<Links> {
  const clicked = noted.filter(({ note }) => note.type === 'delivery.clicked');
  const mailings = new Set(clicked.flatMap((one) => theirs.get(recordOf(one).id)?.mailing ?? []));
  if (mailings.size === 0) return new Map();
  const found = await Mailing.of(userId)
    .find({ _id: { $in: [...mailings] } })
    .project<Pick<MailingDocument, '_id' | 'links'>>({ links: 1 })
    .toArray();
  return new Map(found.map(({ _id, links }) => [_id, new Map(links.map(({ id, url }) => [id, url]))]));
}

/** A person's opening or click. A fetch by a machine, or one that the row no longer has, makes no event. */
function fetchReading(
  one: NoteEntry,
  row: EventRow,
  owner: MailingRecord | undefined,
  links: Links,
): RecordReading {
  const { type } = one.note;
  const { fetched_at: at = 0, link = 0 } = recordOf(one);
  const fetches = row.fetches ? fetchLogOf(row.fetches).fetches : [];
  const kind = type === 'delivery.clicked' ? 'click' : 'open';
  const index = fetches.findIndex((fetch) => fetch.kind === kind && fetch.at === at && fetch.link === link);
  if (index === -1) return 'absent';
  if (machinesAmong(fetches)[index]) return null;
  const isClick = kind === 'click';
  return {
    id: `delivery-${row._id}-${isClick ? `clicked-${link}` : 'opened'}-${at}`,
    type,
    timestamp: timestamp(new Date(at)),
    data: { ...aboutOf(row, owner), ...(isClick && { url: links.get(row.mailing)?.get(link) ?? null }) },
  };
}

const MOST = 10_000;
/** Characters of metadata; a message has at most 10,800. */
const MOST_TEXT = 4_000_000;
const known = new LRUCache<string, MailingRecord>({
  max: MOST,
  maxSize: MOST_TEXT,
  sizeCalculation: ({ metadata }) => 1 + (metadata ? JSON.stringify(metadata).length : 0),
});

async function ownersOf(
  userId: number,
  mailings: readonly string[],
): Promise<ReadonlyMap<string, MailingRecord>> {
  const owners = new Map<string, MailingRecord>();
  for (const key of mailings) {
    const owner = known.get(key);
    if (owner) owners.set(key, owner);
  }
  const unknown = mailings.filter((key) => !owners.has(key));
  if (unknown.length > 0) for (const [key, owner] of await readNew(userId, unknown)) owners.set(key, owner);
  return owners;
}

async function readNew(
  userId: number,
  mailings: readonly string[],
): Promise<ReadonlyMap<string, MailingRecord>> {
  const found = await Mailing.of(userId)
    .find({ _id: { $in: [...mailings] } })
    .project<OwnedMailing>(OWNED)
    .toArray();
  const owners = await readOwners(found);
  for (const [key, owner] of owners) known.set(key, owner);
  return owners;
}
