import type { Binary } from 'mongodb';
import type { Types } from 'mongoose';
import type { EventType } from '../domain/event-types.ts';
import type { ReplyClass } from '../domain/reply-classes.ts';
import { collection, model } from '../store/collection.ts';

/** One record of an event, with the values that later changes may overwrite. */
export interface NotedRecord {
  /** The id of the ledger row, contact, single send, import or sender; 0 with `lifted`. */
  id: number;
  attempt?: number;
  class?: ReplyClass;
  /** Of an opening or click: milliseconds since 1970. */
  fetched_at?: number;
  link?: number;
  /** The mail whose link was used to opt out. */
  delivery?: number;
  reason?: string;
  /** A lifted opt-out, whose row is gone when the note is read. */
  lifted?: LiftedOptOut;
}

export interface LiftedOptOut {
  opt_out: number;
  email: string;
  by: 'person' | 'console' | 'api';
}

/**
 * An event about to happen to records of an account with webhooks, written before the change for a group of records. The records
 * show whether it happened. Only a lifted opt-out has an address (docs/decisions/022-webhooks.md).
 */
export interface EventNoteDocument {
  _id: Types.ObjectId;
  user_id: number;
  type: EventType;
  /** Ids of records without other values (`common/domain/packed-ids.ts`). */
  ids?: Binary;
  records?: NotedRecord[];
  /** Webhooks are called in this order. */
  at: Date;
  /** The same in all notes of one event, so that repeats are recognised. Absent for ledger rows. */
  occasion?: string;
  /** The change is stored: later changes of the record do not matter. Absent for ledger rows. */
  happened?: boolean;
}

/** Longer than three days, after which an endpoint is disabled: all of its events may be repeated until then. */
export const NOTES_KEPT_SECONDS = 7 * 24 * 3600;

const schema = collection<EventNoteDocument>('event_notes');
schema.index({ user_id: 1, type: 1, at: 1, _id: 1 });
schema.index({ at: 1 }, { expireAfterSeconds: NOTES_KEPT_SECONDS });

export const EventNote = model<EventNoteDocument>('EventNote', schema);
