import { LRUCache } from 'lru-cache';
import mongoose from 'mongoose';
import { now } from '../clock.ts';
import { type EventType, isOfDelivery } from '../domain/event-types.ts';
import { packIds } from '../domain/packed-ids.ts';
import { EventNote, type EventNoteDocument, type NotedRecord } from '../models/event-notes.ts';
import { Webhook } from '../models/webhooks.ts';
import { toldEvents } from '../queries/told-events.ts';
import { isStoreAway } from '../store/store-away.ts';
import { isInTransaction, outsideTransaction } from '../store/transactions.ts';

export interface ComingEvent extends NotedRecord {
  readonly user_id: number;
  readonly type: EventType;
  readonly laterMs?: number;
  /** Distinguishes this change of the record, when the change may be reported again after a crash. */
  readonly occasion?: string;
}

export const READ_AFTER_MS = 2000;
/** A note must be stored in this many milliseconds to be found when notes of its time are read. */
const STORED_MS = 1000;
/** Most writes of a note. A store this slow fails other operations too. */
const TRIES = 10;
export const CHANGE_WAIT_MS = 15_000;

const MOST_RECORDS = 500;

/** Notes are stored before `change`, in case of a crash. A change that fails, returns false or null, or changes nothing, reports none. */
export async function toldChange<Result>(
  events: readonly ComingEvent[],
  change: () => Promise<Result>,
): Promise<Result> {
  const notes = await notesOf(events);
  if (notes.length === 0) return change();
  const began = performance.now();
  const written = await write(notes);
  const result = await change().catch(async (error: unknown) => {
    // Webhooks need not wait for a refused change. If its result is unknown, the records decide.
    if (!isStoreAway(error)) await say(written, false);
    throw error;
  });
  // Webhooks may have stopped waiting for it.
  const mayBeMissed = performance.now() - began > CHANGE_WAIT_MS - READ_AFTER_MS;
  await confirm(
    mayBeMissed ? [...written, ...(await write(notes))] : written,
    result !== false && result !== null,
  );
  return result;
}

interface EventNoteDraft extends Pick<EventNoteDocument, 'user_id' | 'type' | 'occasion'> {
  readonly events: ComingEvent[];
  readonly laterMs: number;
}

async function notesOf(events: readonly ComingEvent[]): Promise<EventNoteDraft[]> {
  const told = await toldOf(events);
  if (told.size === 0) return [];
  const open = new Map<string, EventNoteDraft>();
  const notes: EventNoteDraft[] = [];
  for (const event of events) {
    const { user_id, type, laterMs = 0, occasion } = event;
    if (!told.get(user_id)?.has(type)) continue;
    const key = `${user_id} ${type} ${laterMs} ${occasion ?? ''}`;
    let note = open.get(key);
    if (!note || note.events.length === MOST_RECORDS) {
      note = { user_id, type, laterMs, events: [] };
      if (!isOfDelivery(type)) note.occasion = occasion ?? new mongoose.Types.ObjectId().toHexString();
      open.set(key, note);
      notes.push(note);
    }
    note.events.push(event);
  }
  return notes;
}

async function toldOf(
  events: readonly Pick<ComingEvent, 'user_id'>[],
): Promise<ReadonlyMap<number, ReadonlySet<EventType>>> {
  const told = new Map<number, ReadonlySet<EventType>>();
  for (const userId of new Set(events.map(({ user_id }) => user_id))) {
    const types = await toldEvents(userId);
    if (types.size > 0) told.set(userId, types);
  }
  return told;
}

const SAID = [
  'attempt',
  'class',
  'fetched_at',
  'link',
  'delivery',
  'reason',
  'lifted',
] as const satisfies readonly Exclude<keyof NotedRecord, 'id'>[];

const storedAs = (events: readonly ComingEvent[]): Pick<EventNoteDocument, 'ids' | 'records'> =>
  events.every((event) => SAID.every((name) => event[name] === undefined))
    ? { ids: new mongoose.mongo.Binary(packIds(events.map(({ id }) => id))) }
    : {
        records: events.map(
          ({ user_id: _user, type: _type, laterMs: _later, occasion: _occasion, ...said }) => said,
        ),
      };

/** Stores notes in time and outside of any transaction, where they would become visible later. */
const write = (notes: readonly EventNoteDraft[]): Promise<EventNoteDocument[]> =>
  outsideTransaction(async () => {
    const written: EventNoteDocument[] = [];
    for (let tries = 0; tries < TRIES; tries += 1) {
      const began = performance.now();
      const at = now().getTime();
      const documents = notes.map(({ laterMs, events, ...note }) => ({
        _id: new mongoose.Types.ObjectId(),
        ...note,
        ...storedAs(events),
        at: new Date(at + laterMs),
      }));
      await ofThese(documents).insertMany(documents);
      written.push(...documents);
      if (performance.now() - began < STORED_MS) break;
    }
    for (const { user_id, laterMs } of notes) if (laterMs === 0) await wake(user_id);
    return written;
  });

/** Notes that are not about ledger rows store whether their change happened. After a crash, the records decide. */
async function confirm(written: readonly EventNoteDocument[], happened: boolean): Promise<void> {
  // In a transaction it is not certain yet: the records decide.
  if (!isInTransaction()) await say(written, happened);
}

async function say(written: readonly EventNoteDocument[], happened: boolean): Promise<void> {
  const stored = written.filter(({ type }) => !isOfDelivery(type));
  if (stored.length === 0) return;
  const ids = stored.map(({ _id }) => _id);
  await outsideTransaction(() => ofThese(stored).updateMany({ _id: { $in: ids } }, { $set: { happened } }));
}

const ofThese = (notes: readonly EventNoteDocument[]) => EventNote.among(notes.map(({ user_id }) => user_id));

/** An account's webhooks are woken at most once in this time; most remembered accounts. */
const [WOKEN_MS, MOST_WOKEN] = [1000, 10_000];
const woken = new LRUCache<number, true>({ max: MOST_WOKEN, ttl: WOKEN_MS });

/** Makes workers look for an account's events soon. They also look periodically (`worker/webhooks/turn.ts`). */
async function wake(userId: number): Promise<void> {
  if (woken.has(userId)) return;
  woken.set(userId, true);
  await Webhook.of(userId).updateMany(
    { enabled: true, failures: 0 },
    { $min: { due_at: new Date(now().getTime() + READ_AFTER_MS) } },
  );
}
