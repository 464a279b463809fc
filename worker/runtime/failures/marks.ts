/**
 * Jobs that failed and have not succeeded since, as far as this process knows: `deliver-slice send-12`. A worker asks the store
 * only about these before and after it runs them, so that a job that never failed costs nothing.
 */
const marks = new Set<string>();

export const mark = (id: string): void => void marks.add(id);
export const unmark = (id: string): void => void marks.delete(id);
export const isMarked = (id: string): boolean => marks.has(id);

/** Takes over what the sweep found in the store: failures in other workers, or in this one before it was restarted. */
export function setMarks(ids: Iterable<string>): void {
  marks.clear();
  for (const id of ids) marks.add(id);
}
