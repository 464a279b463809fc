import type { JobPayloads } from '../jobs/catalogue.ts';
import { ImportRefusal, type ImportRefusalDocument } from '../models/import-refusals.ts';
import { UNDO_DAYS } from '../models/import-steps.ts';
import { Import, type ImportDocument } from '../models/imports.ts';
import { everywhere } from '../store/everywhere.ts';
import { ownOrOld } from '../store/own-or-old.ts';
import { createDueFinder } from './due-finder.ts';

const AT_ONCE = 200;

export const openImport = { state: { $in: ['waiting', 'running'] } } as const;

type DueImport = Pick<ImportDocument, '_id' | 'contact_type_id' | 'user_id' | 'dry_run'>;
const DUE_FIELDS = { contact_type_id: 1, user_id: 1, dry_run: 1 } as const;

const jobOf = ({ _id, user_id }: Pick<ImportDocument, '_id' | 'user_id'>) => ({
  importId: _id,
  userId: user_id,
});

const importFinder = () =>
  createDueFinder<ImportDocument, DueImport>(Import, { fields: DUE_FIELDS, sort: { _id: 1 } });
const [findImports, findTrials] = [importFinder(), importFinder()];

/** Of dry runs or of others: those whose worker is gone, and the first waiting import of each contact type, unless another import into it runs. */
export async function dueImports(
  at: Date,
  isTrial: boolean,
  find = isTrial ? findTrials : findImports,
): Promise<JobPayloads['import-contacts'][]> {
  const running = await everywhere(Import, 'sweep')
    .find({ state: 'running' })
    .project<DueImport & Pick<ImportDocument, 'lease_until'>>({ ...DUE_FIELDS, lease_until: 1 })
    .toArray();
  const busy = new Set(running.map((one) => one.contact_type_id));
  const left = running.filter((one) => one.lease_until === null || one.lease_until <= at);
  const waiting = await find({ state: 'waiting', contact_type_id: { $nin: [...busy] } }, AT_ONCE);
  const first = new Map<number, DueImport>();
  for (const one of waiting) if (!first.has(one.contact_type_id)) first.set(one.contact_type_id, one);
  return [...left, ...first.values()].filter(({ dry_run = false }) => dry_run === isTrial).map(jobOf);
}

export const openUndo = { undo_state: { $in: ['waiting', 'running'] } } as const;

type OpenUndo = Pick<ImportDocument, '_id' | 'user_id' | 'undo_state' | 'undo_lease_until'>;

const undoFinder = () =>
  createDueFinder<ImportDocument, OpenUndo>(Import, {
    fields: { user_id: 1, undo_state: 1, undo_lease_until: 1 },
    sort: { undo_state: 1, _id: -1 },
  });
const findUndos = undoFinder();

/**
 * Undos that may begin or resume: those whose worker is gone, and of each account the waiting one of the last import: an import of a move
 * may have changed contacts that an earlier one added.
 */
export async function dueUndos(at: Date, find = findUndos): Promise<JobPayloads['undo-import'][]> {
  const open = await find(openUndo, AT_ONCE);
  const busy = new Set<number>();
  const due: JobPayloads['undo-import'][] = [];
  for (const { _id, user_id, undo_state, undo_lease_until: until } of open) {
    if (busy.has(user_id)) continue;
    busy.add(user_id);
    if (undo_state === 'waiting' || !until || until <= at) due.push(jobOf({ _id, user_id }));
  }
  return due;
}

/** Whether an import, or an undo, waits for a worker; dry runs have their own queue. */
export async function othersWait(at: Date): Promise<boolean> {
  // Finders of its own: the accounts that it leaves out are none that the sweep has served.
  const [imports, undos] = await Promise.all([
    dueImports(at, false, importFinder()),
    dueUndos(at, undoFinder()),
  ]);
  return imports.length + undos.length > 0;
}

/** When the steps of an import are deleted; null: it cannot be undone. */
export function undoableUntil({
  remembered,
  finished_at,
}: Pick<ImportDocument, 'remembered' | 'finished_at'>): Date | null {
  if (remembered !== true || finished_at === null) return null;
  return new Date(finished_at.getTime() + UNDO_DAYS * 24 * 3600_000);
}

/** Whether an earlier import into the same contact type has not ended. */
export async function isBehindAnother(userId: number, importId: number): Promise<boolean> {
  const imports = Import.of(userId);
  const own = await imports.findOne({ _id: importId }, { projection: { contact_type_id: 1 } });
  if (!own) return false;
  const before = await imports.findOne(
    {
      contact_type_id: own.contact_type_id,
      ...openImport,
      _id: { $lt: importId },
    },
    { projection: { _id: 1 } },
  );
  return before !== null;
}

/** The first waiting import into a contact type. */
export function nextImport(
  userId: number,
  contactTypeId: number,
): Promise<Pick<ImportDocument, '_id' | 'dry_run'> | null> {
  return Import.of(userId)
    .find({ contact_type_id: contactTypeId, state: 'waiting' })
    .project<Pick<ImportDocument, '_id' | 'dry_run'>>({ dry_run: 1 })
    .sort({ _id: 1 })
    .limit(1)
    .next();
}

/** A page ends after these rows or characters: a row may have a megabyte. */
const PAGE_ROWS = 200;
const PAGE_CHARACTERS = 2 ** 20;
/** Rows that MongoDB sends at a time. */
const CURSOR_ROWS = 20;

/** Characters of a page of refused rows that have so many each. */
export const refusalPageOf = (rowCharacters: number): number =>
  Math.min(PAGE_CHARACTERS, PAGE_ROWS * rowCharacters);

export type OwnImport = Pick<ImportDocument, '_id' | 'user_id'>;

/** A filter for an import's refused rows between two lines. */
export const refusalsOf = (
  { _id: import_id, user_id }: OwnImport,
  after = 0,
  before = Number.MAX_SAFE_INTEGER,
) => ({
  ...ownOrOld(user_id),
  _id: { $gt: { import_id, line: after }, $lt: { import_id, line: before } },
});

interface RefusalRange {
  readonly inPart?: boolean;
  readonly after?: number;
  readonly before?: number;
  /** Awaited before each page is read. */
  readonly take?: () => Promise<void>;
}

/** The refused rows of an import by line, page by page. */
export async function* refusedRows(
  from: OwnImport,
  { inPart = false, after = 0, before, take }: RefusalRange = {},
): AsyncGenerator<ImportRefusalDocument[]> {
  for (let line = after; ; ) {
    await take?.();
    const found = ImportRefusal.find({
      ...refusalsOf(from, line, before),
      dropped: { $exists: inPart },
    })
      .sort({ _id: 1 })
      .limit(PAGE_ROWS)
      .batchSize(CURSOR_ROWS);
    const page: ImportRefusalDocument[] = [];
    let characters = 0;
    // Closed before the page is used: a slow reader holds no cursor.
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
