import type { EventType } from '../../common/domain/event-types.ts';
import { timestamp } from '../../common/domain/times.ts';
import type { EventNoteDocument, NotedRecord } from '../../common/models/event-notes.ts';

export interface WebhookEvent {
  /** The same in every call with it. */
  readonly id: string;
  readonly type: EventType;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ReadNote extends Omit<EventNoteDocument, 'ids'> {
  readonly ids?: readonly number[];
}

export interface NoteEntry {
  readonly note: ReadNote;
  readonly index: number;
}

export const recordOf = ({ note, index }: NoteEntry): NotedRecord =>
  note.ids ? { id: note.ids[index]! } : note.records![index]!;

export const sizeOf = ({ ids, records = [] }: ReadNote): number => (ids ?? records).length;

/** `absent`: the change of the note may be on its way or never came. Null: there is no event, as for an erased person. */
export type RecordReading = WebhookEvent | 'absent' | null;

/** An event of a record that is no ledger row. `occasion` distinguishes changes of one record. */
export const eventOf = (
  one: NoteEntry,
  occasion: string,
  data: Readonly<Record<string, unknown>>,
): WebhookEvent => ({
  id: `${one.note.type.replace('.', '-')}-${recordOf(one).id}-${occasion}`,
  type: one.note.type,
  timestamp: timestamp(one.note.at),
  data,
});
