/**
 * Jobs that failed and have not succeeded since, as far as this process knows: `deliver-slice send-12`. Only of these does a
 * worker ask the store before and after it runs them, so that a job that never failed costs nothing.
 */
const marks = new Set<string>();

export const mark = (id: string): void => void marks.add(id);
export const unmark = (id: string): void => void marks.delete(id);
export const isMarked = (id: string): boolean => marks.has(id);

/** What the sweep found in the store: failures that other workers met, or this one before it was started again. */
export function setMarks(ids: Iterable<string>): void {
  marks.clear();
  for (const id of ids) marks.add(id);
}
