import type { Binary } from 'mongodb';
import type { Types } from 'mongoose';
import type { EventType } from '../domain/event-types.ts';
import type { ReplyClass } from '../domain/reply-classes.ts';
import { collection, model } from '../store/collection.ts';

/** One record that an event is about, with what it says of it and later changes may overwrite. */
export interface NotedRecord {
  /** The id of the ledger row, contact, single send, import or sender. */
  id: number;
  /** How many times a mail server had the mail, this time included. */
  attempt?: number;
  class?: ReplyClass;
  /** Of an opening or click: when, in milliseconds since 1970. */
  fetched_at?: number;
  /** The link of a click. */
  link?: number;
  /** The mail whose link an opt-out was made by. */
  delivery?: number;
  /** Why a single send was paused. */
  reason?: string;
}

/**
 * Something that is about to happen to records of an account with webhooks: written before the change, for a whole group of records. The
 * records tell whether it happened. No address is in it (docs/decisions/022-webhooks.md).
 */
export interface EventNoteDocument {
  _id: Types.ObjectId;
  user_id: number;
  type: EventType;
  /** Ids of records of which no more is said (`common/domain/packed-ids.ts`). */
  ids?: Binary;
  /** The other records; a note has either. */
  records?: NotedRecord[];
  /** The order in which webhooks are told. */
  at: Date;
  /** Names what happened, also where a note of it was written twice. Absent of ledger rows. */
  occasion?: string;
  /** The change is stored: later changes of the record do not matter. Absent of ledger rows. */
  happened?: boolean;
}

/** Seconds that a note is kept. An endpoint is disabled after three days, and may be told all again until then. */
export const NOTES_KEPT_SECONDS = 7 * 24 * 3600;

const schema = collection<EventNoteDocument>('event_notes');
schema.index({ user_id: 1, type: 1, at: 1, _id: 1 });
schema.index({ at: 1 }, { expireAfterSeconds: NOTES_KEPT_SECONDS });

export const EventNote = model<EventNoteDocument>('EventNote', schema);
