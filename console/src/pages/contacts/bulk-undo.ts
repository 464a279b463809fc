import { notifications } from '../../app/notes.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { offerUndo } from '../../app/undo.tsx';
import { api } from '../../data/client.ts';
import { queries } from '../../data/queries.ts';
import type { Texts } from '../../texts/texts.ts';

/** Seconds in which a person may take a change back before it begins. */
export const BULK_UNDO_SECONDS = 10;

const noteOf = (id: number): string => `bulk-${id}`;

export const offerBulkUndo = (id: number, said: string, texts: Texts): void =>
  offerUndo({
    id: noteOf(id),
    said,
    texts,
    takeBack: () => void undoBulkChange(id, texts),
    autoClose: BULK_UNDO_SECONDS * 1000,
  });

export async function undoBulkChange(id: number, texts: Texts): Promise<void> {
  notifications.hide(noteOf(id));
  try {
    await api.bulkChangeCancel({ id });
    const { state, contacts_done: done } = await api.bulkChangeDetails({ id });
    const isUndone = state === 'cancelled' && done === 0;
    notifications.show({ message: isUndone ? texts.undone : texts.bulk.begun });
  } catch (error) {
    noteProblem(error, texts);
  } finally {
    await queries.invalidateQueries({ queryKey: ['bulk-changes'] });
  }
}
