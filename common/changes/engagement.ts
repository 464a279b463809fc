import { Binary } from 'mongodb';
import { chunksOf } from '../domain/chunks.ts';
import { type Engagement, engagementAfter } from '../domain/engagement.ts';
import { type Fetch, packFetches, unknownFetches } from '../domain/fetches.ts';
import { grouped } from '../domain/grouped.ts';
import { Delivery, type DeliveryDocument } from '../models/deliveries.ts';
import { fetchLogOf } from '../queries/fetch-logs.ts';
import { accountsOf } from '../queries/mail-links.ts';
import type { TokenSubject } from '../queries/token-rows.ts';
import { type BulkWrite, updating } from '../store/collection.ts';
import { isStoreAway } from '../store/store-away.ts';
import { type TableRow, tableUpdate } from '../store/table-update.ts';
import { noteOpenings, QUIET_MS } from './engagement-dates.ts';
import { type ComingEvent, toldChange } from './event-notes.ts';
import { markDirty } from './figures.ts';

export type TrackedEvent = TokenSubject &
  ({ readonly kind: 'unsubscribe'; readonly at: Date } | Readonly<Fetch>);

const MOST_TRIES = 20;

/**
 * Writes events to the ledger and returns the existing mails. People's and machines' openings and clicks are counted
 * apart, and again when an event shows that an earlier one was a machine's. A person's click counts as an opening if none was seen
 * (docs/rules.md 9.15). An unsubscribe counts once. `again`: an earlier call with these events failed midway; events in their row's log are
 * not counted twice.
 */
export async function recordEvents(events: readonly TrackedEvent[], again = false): Promise<TrackedMail[]> {
  const byMail = grouped(events, ({ id }) => id);
  const found = new Map<number, TrackedMail>();
  const accounts = await accountsOf(events);
  let left = [...accounts.keys()];
  for (let tries = 1; left.length > 0; tries += 1) {
    if (tries > MOST_TRIES) throw new Error(`${MOST_TRIES} write conflicts on ${left.length} deliveries`);
    const mails = await readMails(left, accounts);
    for (const mail of mails) found.set(mail._id, mail);
    const changes = mails.flatMap((mail) => changeOf(mail, byMail.get(mail._id)!, again || tries > 1) ?? []);
    const counted = changes.filter(({ isCounted }) => isCounted);
    if (counted.length > 0) {
      await markDirty(
        counted.map(({ user_id }) => user_id),
        counted.map(({ batch }) => batch),
      );
    }
    const coming = tries === 1 ? mails.flatMap((mail) => comingEvents(mail, byMail.get(mail._id)!)) : [];
    // The driver does not repeat an update of many rows. Rows that are read again show what was written.
    const write = () =>
      isWritten(changes).catch((error: unknown) => {
        if (tries > 1 || !isStoreAway(error)) throw error;
        return false;
      });
    left = (await toldChange(coming, write)) ? [] : changes.map(({ id }) => id);
  }
  return [...found.values()];
}

const EVENT_OF = Object.freeze({ open: 'delivery.opened', click: 'delivery.clicked' });

/** Webhooks get a mail's openings and clicks once it is certain whether a person made them. */
const comingEvents = ({ _id: id, user_id }: TrackedMail, events: readonly TrackedEvent[]): ComingEvent[] =>
  events.flatMap((event): ComingEvent[] => {
    if (event.kind !== 'open' && event.kind !== 'click') return [];
    const fetched = { fetched_at: event.at, ...(event.kind === 'click' && { link: event.link }) };
    return [{ user_id, type: EVENT_OF[event.kind], id, ...fetched, laterMs: QUIET_MS }];
  });

const COUNTS = ['opens', 'clicks', 'machine_opens', 'machine_clicks'] as const;
const FIELDS = [
  ...COUNTS,
  'first_opened_at',
  'last_opened_at',
  'first_clicked_at',
  'last_clicked_at',
  'links',
  'machine_links',
] as const satisfies readonly (keyof Engagement)[];
const READ = ['user_id', 'batch', 'contact_id', 'email_norm', 'fetches', ...FIELDS];
const PROJECTION = Object.fromEntries(READ.map((name) => [name, 1 as const]));

export type TrackedMail = Pick<DeliveryDocument, '_id' | 'user_id' | 'batch' | 'contact_id' | 'email_norm'> &
  Engagement & { readonly fetches?: Binary };

const readMails = (ids: readonly number[], accounts: ReadonlyMap<number, number>): Promise<TrackedMail[]> =>
  Delivery.among(ids.map((id) => accounts.get(id)!))
    .find({ _id: { $in: [...ids] } })
    .project<TrackedMail>(PROJECTION)
    .toArray();

interface EngagementWrite {
  readonly id: number;
  readonly user_id: number;
  readonly batch: number;
  readonly isCounted: boolean;
  readonly guarded: GuardedRow | null;
  readonly removing: BulkWrite<DeliveryDocument> | null;
  readonly plain: BulkWrite<DeliveryDocument> | null;
}

function changeOf(
  mail: TrackedMail,
  events: readonly TrackedEvent[],
  again: boolean,
): EngagementWrite | null {
  const { _id: id, user_id, batch } = mail;
  const log = mail.fetches ? fetchLogOf(mail.fetches) : null;
  const given = events.filter((event): event is TrackedEvent & Fetch => event.kind !== 'unsubscribe');
  const fetches = again && log ? unknownFetches(given, log.fetches) : given;
  const left = events.flatMap((event) => (event.kind === 'unsubscribe' ? [event.at.getTime()] : []));
  const plain =
    left.length > 0
      ? updating<DeliveryDocument>(
          { _id: id, user_id },
          { $min: { unsubscribed_at: new Date(Math.min(...left)) } },
        )
      : null;
  if (fetches.length === 0)
    return plain && { id, user_id, batch, isCounted: true, guarded: null, removing: null, plain };
  const after = engagementAfter(mail, log, fetches);
  const set = { ...after.row, fetches: new Binary(packFetches(after.log)) };
  const removing = removingWrite(mail, set);
  return {
    id,
    user_id,
    batch,
    isCounted: plain !== null || COUNTS.some((name) => mail[name] !== after.row[name]),
    guarded: removing ? null : { id, before: mail.fetches ?? null, set },
    removing,
    plain,
  };
}

/** Rows of one update. A mail with the longest log and most links has 6 kB in it, and an update has room for 16 MB. */
const ROWS_AT_ONCE = 500;

/** The new fields of a row, and its log as it was read. */
interface GuardedRow extends TableRow {
  readonly before: Binary | null;
  readonly set: Engagement & { readonly fetches: Binary };
}

/** Rare: a person's opening turned out to be a machine's. Null: no field of the row is removed. */
function removingWrite(
  { _id, user_id, ...before }: TrackedMail,
  set: GuardedRow['set'],
): BulkWrite<DeliveryDocument> | null {
  const gone = FIELDS.filter((name) => before[name] !== undefined && set[name] === undefined);
  if (gone.length === 0) return null;
  const $unset = Object.fromEntries(gone.map((name) => [name, ''] as const));
  const filter = { _id, user_id, fetches: before.fetches ?? { $exists: false } };
  return updating(filter, { $set: { ...set }, $unset });
}

/** Returns false when any row had changed since it was read. The unchanged rows are written anyway, and nothing tells which. */
async function isWritten(changes: readonly EngagementWrite[]): Promise<boolean> {
  const ledger = Delivery.among(changes.map(({ user_id }) => user_id));
  const plain = changes.flatMap((change) => change.plain ?? []);
  const removing = changes.flatMap((change) => change.removing ?? []);
  const guarded = changes.flatMap((change) => change.guarded ?? []);
  if (plain.length > 0) await ledger.bulkWrite(plain, { ordered: false });
  const writes = [
    ...removing,
    ...chunksOf(guarded, ROWS_AT_ONCE).map((some) => tableUpdate<DeliveryDocument>('fetches', some)),
  ];
  if (writes.length === 0) return true;
  const { modifiedCount } = await ledger.bulkWrite(writes, { ordered: false });
  return modifiedCount === removing.length + guarded.length;
}

/** Notes openings for contacts whose rules ask. A crash of this process between the two writes loses the note. */
export async function tellContacts(mails: readonly TrackedMail[]): Promise<void> {
  const known = mails.filter((mail) => mail.contact_id !== null);
  for (const [userId, theirs] of grouped(known, (mail) => mail.user_id)) {
    const ids = theirs.map((mail) => mail._id).sort((one, other) => one - other);
    await noteOpenings(userId, { first: ids[0]!, last: ids.at(-1)!, ids });
  }
}
