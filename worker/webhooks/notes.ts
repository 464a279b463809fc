import { CHANGE_WAIT_MS, READ_AFTER_MS } from '../../common/changes/event-notes.ts';
import { now } from '../../common/clock.ts';
import { type EventType, isOfDelivery } from '../../common/domain/event-types.ts';
import { unpackIds } from '../../common/domain/packed-ids.ts';
import { EventNote } from '../../common/models/event-notes.ts';
import type { WebhookDocument, WebhookPosition } from '../../common/models/webhooks.ts';
import { readAtOnce } from '../../common/store/bulk-read.ts';
import { readContactEvents, readOptOuts, readResubscribed } from './contacts.ts';
import { readDeliveries } from './deliveries.ts';
import { type NoteEntry, type ReadNote, type RecordReading, sizeOf, type WebhookEvent } from './event.ts';
import { readRecords } from './records.ts';

export const NOTES_AT_ONCE = 20;

type EventSubscription = Pick<WebhookDocument, 'user_id' | 'events' | 'position'>;

export async function nextNotes(
  { user_id, events, position }: EventSubscription,
  upto: Date,
): Promise<ReadNote[]> {
  const found = await readAtOnce(EventNote.of(user_id), {
    filter: {
      at: { $gte: position.at, $lte: upto },
      type: { $in: events },
      ...(position.note && {
        $or: [{ at: { $gt: position.at } }, { at: position.at, _id: { $gte: position.note } }],
      }),
    },
    sort: { at: 1, _id: 1 },
    limit: NOTES_AT_ONCE,
  });
  return found.map(({ ids, ...note }) => ({ ...note, ...(ids && { ids: unpackIds(ids.buffer) }) }));
}

export async function nextNoteAt(
  { user_id, events }: Pick<EventSubscription, 'user_id' | 'events'>,
  upto: Date,
): Promise<Date | null> {
  const found = await EventNote.of(user_id)
    .find({ at: { $gt: upto }, type: { $in: events } })
    .sort({ at: 1, _id: 1 })
    .limit(1)
    .next();
  return found && new Date(found.at.getTime() + READ_AFTER_MS);
}

export const untold = (notes: readonly ReadNote[], { note: last, told }: WebhookPosition): NoteEntry[] =>
  notes.flatMap((note) => {
    const from = last && note._id.equals(last) ? told : 0;
    return Array.from({ length: sizeOf(note) - from }, (_, index) => ({ note, index: from + index }));
  });

export const positionAfter = ({ note, index }: NoteEntry): WebhookPosition => ({
  at: note.at,
  note: note._id,
  told: index + 1,
});

export interface EventPage {
  readonly events: readonly { readonly event: WebhookEvent; readonly noted: NoteEntry }[];
  /** The last record that needs no more looks, or null. */
  readonly last: NoteEntry | null;
  /** A change may be on its way: its record, and those after it, have to wait. */
  readonly waits: boolean;
}

type RecordReader = (userId: number, noted: readonly NoteEntry[]) => Promise<RecordReading[]>;

function readerOf(type: EventType): RecordReader {
  if (isOfDelivery(type)) return readDeliveries;
  if (type === 'contact.unsubscribed') return readOptOuts;
  if (type === 'contact.resubscribed') return readResubscribed;
  return type.startsWith('contact.') ? readContactEvents : readRecords;
}

async function readAll(userId: number, noted: readonly NoteEntry[]): Promise<RecordReading[]> {
  const byReader = new Map<RecordReader, NoteEntry[]>();
  for (const one of noted) {
    const read = readerOf(one.note.type);
    const theirs = byReader.get(read);
    if (theirs) theirs.push(one);
    else byReader.set(read, [one]);
  }
  const readings = new Map<NoteEntry, RecordReading>();
  await Promise.all(
    [...byReader].map(async ([read, theirs]) => {
      for (const [index, reading] of (await read(userId, theirs)).entries())
        readings.set(theirs[index]!, reading);
    }),
  );
  return noted.map((one) => readings.get(one)!);
}

export async function readEventPage(userId: number, noted: readonly NoteEntry[]): Promise<EventPage> {
  const readings = await readAll(userId, noted);
  const at = now().getTime();
  const wait = readings.findIndex(
    (reading, index) => reading === 'absent' && at - noted[index]!.note.at.getTime() < CHANGE_WAIT_MS,
  );
  const certain = wait === -1 ? noted : noted.slice(0, wait);
  return {
    events: certain.flatMap((one, index) => {
      const reading = readings[index]!;
      return reading === null || reading === 'absent' ? [] : [{ event: reading, noted: one }];
    }),
    last: certain.at(-1) ?? null,
    waits: wait !== -1,
  };
}
