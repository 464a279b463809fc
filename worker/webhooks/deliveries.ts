import { isErased } from '../../common/domain/erased-addresses.ts';
import type { EventType } from '../../common/domain/event-types.ts';
import { timestamp } from '../../common/domain/times.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import type { NotedRecord } from '../../common/models/event-notes.ts';
import { rows } from '../../common/mongo/connection.ts';
import { type Noted, type Reading, recordOf } from './event.ts';
import { utrsOfMailings } from './utrs.ts';

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
  retried_at: 1,
  complained_at: 1,
} as const satisfies Partial<Record<keyof DeliveryDocument, 1>>;

type Row = Pick<DeliveryDocument, '_id' | keyof typeof PROJECTION>;

/** What a row says of an event: when it happened and at which attempt; null where the row does not have it. */
interface Happened {
  readonly at: Date;
  readonly attempt: number;
}

type Look = (row: Row, record: NotedRecord, at: Date) => Happened | null;

const attemptsOf = ({ attempts = 0 }: Row): number => attempts;

const LOOKS: Readonly<Record<Extract<EventType, `delivery.${string}`>, Look>> = {
  // An accepted row counts the attempts before the one that was accepted; one that bounced since counts that, too.
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
    row.state === 'in_doubt' || row.in_doubt_at
      ? { at: row.in_doubt_at ?? at, attempt: attempt ?? attemptsOf(row) }
      : null,
  'delivery.complained': (row) =>
    row.complained_at ? { at: row.complained_at, attempt: attemptsOf(row) } : null,
};

/** Reads what notes about ledger rows tell, in their order. */
export async function readDeliveries(userId: number, noted: readonly Noted[]): Promise<Reading[]> {
  const found = await rows(Delivery)
    .find({ _id: { $in: noted.map((one) => recordOf(one).id) } })
    .project<Row>(PROJECTION)
    .toArray();
  const theirs = new Map(found.flatMap((row) => (row.user_id === userId ? [[row._id, row] as const] : [])));
  const utrs = await utrsOfMailings([...new Set([...theirs.values()].map(({ mailing }) => mailing))]);
  return noted.map((one) => {
    const row = theirs.get(recordOf(one).id);
    // The retention has removed it, or its person was erased.
    if (!row || isErased(row.email)) return null;
    return readingOf(one, row, utrs.get(row.mailing) ?? null);
  });
}

function readingOf(one: Noted, row: Row, utr: string | null): Reading {
  const { type, at } = one.note;
  const record = recordOf(one);
  const happened = LOOKS[type as keyof typeof LOOKS](row, record, at);
  if (!happened) return 'absent';
  const { attempt } = happened;
  const name = type.slice(type.indexOf('.') + 1);
  // A complaint is about the mail, whatever attempt brought it.
  const id = type === 'delivery.complained' ? `${row._id}-${name}` : `${row._id}-${name}-${attempt}`;
  const saysWhy = type === 'delivery.bounced' || type === 'delivery.deferred';
  // Later attempts overwrite what the server said.
  const isLast = attemptsOf(row) === attempt && row.state !== 'accepted';
  return {
    id: `delivery-${id}`,
    type,
    timestamp: timestamp(happened.at),
    data: {
      delivery_id: row._id,
      utr,
      email: row.email,
      contact_id: row.contact_id,
      attempt,
      ...(saysWhy && { class: record.class ?? null, reply: isLast ? (row.reply ?? null) : null }),
    },
  };
}
