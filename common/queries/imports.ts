import { ImportRefusal, type ImportRefusalDocument } from '../models/import-refusals.ts';
import { UNDO_DAYS } from '../models/import-steps.ts';
import { Import, type ImportDocument } from '../models/imports.ts';

/** More than a worker gets done between two sweeps. */
const AT_ONCE = 200;

/** Imports that are not ended, as a filter. */
export const openImport = { state: { $in: ['waiting', 'running'] } } as const;

type DueImport = Pick<ImportDocument, '_id' | 'contact_type_id' | 'state'>;

/**
 * Imports that no worker holds and that may begin or go on: those whose worker is gone, and of each contact type the
 * first that waits, unless one into it is running.
 */
export async function dueImports(at: Date): Promise<number[]> {
  const running = await Import.find({ state: 'running' })
    .project<DueImport & Pick<ImportDocument, 'lease_until'>>({ contact_type_id: 1, lease_until: 1 })
    .toArray();
  const busy = new Set(running.map((one) => one.contact_type_id));
  const left = running
    .filter((one) => one.lease_until === null || one.lease_until <= at)
    .map((one) => one._id);
  const waiting = await Import.find({ state: 'waiting', contact_type_id: { $nin: [...busy] } })
    .project<DueImport>({ contact_type_id: 1 })
    .sort({ _id: 1 })
    .limit(AT_ONCE)
    .toArray();
  const first = new Map<number, number>();
  for (const { _id, contact_type_id: type } of waiting) if (!first.has(type)) first.set(type, _id);
  return [...left, ...first.values()];
}

/** Imports that are to be undone, as a filter. */
export const openUndo = { undo_state: { $in: ['waiting', 'running'] } } as const;

/** Imports that are to be undone and that no worker holds: those whose worker is gone, and of each account the first that waits. */
export async function dueUndos(at: Date): Promise<number[]> {
  const open = await Import.find(openUndo)
    .project<Pick<ImportDocument, '_id' | 'user_id' | 'undo_state' | 'undo_lease_until'>>({
      user_id: 1,
      undo_state: 1,
      undo_lease_until: 1,
    })
    .sort({ undo_state: 1, _id: 1 })
    .limit(AT_ONCE)
    .toArray();
  const busy = new Set<number>();
  const due: number[] = [];
  for (const { _id, user_id, undo_state, undo_lease_until: until } of open) {
    if (busy.has(user_id)) continue;
    busy.add(user_id);
    if (undo_state === 'waiting' || !until || until <= at) due.push(_id);
  }
  return due;
}

/** Whether an import, or undoing one, waits for a worker. */
export async function othersWait(at: Date): Promise<boolean> {
  const [imports, undos] = await Promise.all([dueImports(at), dueUndos(at)]);
  return imports.length + undos.length > 0;
}

/** When the steps of an import are no longer kept; null: it can not be undone. */
export function undoableUntil({
  remembered,
  finished_at,
}: Pick<ImportDocument, 'remembered' | 'finished_at'>): Date | null {
  if (remembered !== true || finished_at === null) return null;
  return new Date(finished_at.getTime() + UNDO_DAYS * 24 * 3600_000);
}

/** Whether another import into the same contact type was uploaded before this one, and is not done. */
export async function isBehindAnother(importId: number): Promise<boolean> {
  const own = await Import.findOne({ _id: importId }, { projection: { contact_type_id: 1 } });
  if (!own) return false;
  const before = await Import.findOne(
    {
      contact_type_id: own.contact_type_id,
      ...openImport,
      _id: { $lt: importId },
    },
    { projection: { _id: 1 } },
  );
  return before !== null;
}

/** The first import into a contact type that waits; null when none does. */
export async function nextImport(contactTypeId: number): Promise<number | null> {
  const next = await Import.find({ contact_type_id: contactTypeId, state: 'waiting' })
    .project<Pick<ImportDocument, '_id'>>({ _id: 1 })
    .sort({ _id: 1 })
    .limit(1)
    .next();
  return next?._id ?? null;
}

/** Rows of a page, and the characters after which it is one, whatever rows it has: a row may have a megabyte. */
const PAGE_ROWS = 200;
const PAGE_CHARACTERS = 2 ** 20;
/** Rows that MongoDB sends at a time. */
const CURSOR_ROWS = 20;

/** The ids of an import's refused rows, those after a line: a bound of an index, as a filter. */
export const refusalIds = (import_id: number, line = 0) => ({
  $gt: { import_id, line },
  $lte: { import_id, line: Number.MAX_SAFE_INTEGER },
});

/** The refused rows of an import by line, a page at a time. */
export async function* refusedRows(importId: number): AsyncGenerator<ImportRefusalDocument[]> {
  for (let line = 0; ; ) {
    const found = ImportRefusal.find({ _id: refusalIds(importId, line) })
      .sort({ _id: 1 })
      .limit(PAGE_ROWS)
      .batchSize(CURSOR_ROWS);
    const page: ImportRefusalDocument[] = [];
    let characters = 0;
    // Closed before the page is taken: a slow reader holds no cursor.
    for await (const row of found) {
      page.push(row);
      characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (characters >= PAGE_CHARACTERS) break;
    }
    if (page.length === 0) return;
    yield page;
    line = page.at(-1)!._id.line;
  }
}
