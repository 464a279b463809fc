/** Failed jobs (`deliver-slice send-12`) known here. Only for these a worker asks the store, so other jobs cost nothing. */
const marks = new Set<string>();

export const mark = (id: string): void => void marks.add(id);
export const unmark = (id: string): void => void marks.delete(id);
export const isMarked = (id: string): boolean => marks.has(id);

/** Takes over the failures stored by other workers, or by this one before a restart. */
export function setMarks(ids: Iterable<string>): void {
  marks.clear();
  for (const id of ids) marks.add(id);
}
