import { insertBounded } from '../../common/changes/bounded-inserts.ts';
import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import type { HygieneKind } from '../../common/domain/address-doubts.ts';
import type { DateOrder } from '../../common/domain/written-values.ts';
import { coolDownAfter, Turns } from '../../common/fairness/turns.ts';
import {
  Import,
  type ImportDocument,
  type SuppressionFile,
  suppressionsOf,
} from '../../common/models/imports.ts';
import type { SuppressionReason } from '../../common/models/suppressions.ts';
import { haveBytesRoom } from '../../common/quotas/bytes.ts';
import { OPEN_IMPORTS } from '../../common/quotas/imports.ts';
import { nextId } from '../../common/store/ids.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import { removeUpload, storeUpload } from '../../common/store/uploads.ts';
import { type ChosenColumns, shownName } from '../../shared/csv-columns.ts';
import type { CsvEncoding, FoundEncoding } from '../../shared/csv-encoding.ts';
import { columnsBeside } from '../../shared/statuses/headings.ts';
import type { StatusBasis } from '../../shared/statuses/plan.ts';
import { noStatuses } from '../../shared/statuses/statuses.ts';
import type { Account } from '../http/account.ts';
import type { UploadedFile } from '../http/body.ts';
import { quotaBusy, quotaReached } from '../http/failures.ts';
import { inspectCsv } from './csv-files.ts';
import {
  type FirstRows,
  firstRows,
  lookAtStatuses,
  type SeenStatuses,
  type StatusDecisions,
} from './csv-statuses.ts';
import { columnsOf, datesInRows, skippedKeys, statusColumn, withoutOtherTexts } from './import-columns.ts';
import { proposedFields } from './proposed-fields.ts';

/** In characters, for display. */
const NAME_MAX = 255;

/** Files stored at the same time, one for an account. All accounts share MongoDB, which takes about 50 MB a second. */
const AT_ONCE = 2;
/** No limit in practice: a quota limits the uploads of each account. */
const LINE = Object.freeze({ each: 1000, total: 10_000 });
/** In milliseconds. After a slower file, the account's next file waits twice its time. */
const QUICK_MS = 100;
/** Bytes that a busy database takes in a millisecond. A slower file waited for a database that was away. */
const BYTES_A_MS = 5000;
/** In milliseconds beyond the expected time. A file then gives up its account's turn, so the next one does not wait for a silent database. */
const HANGS_MS = 2000;

const storing = new Turns<number>({
  total: AT_ONCE,
  each: 1,
  line: LINE,
  coolDownMs: coolDownAfter(QUICK_MS, 2),
});

export interface CsvReading {
  /** Null: columns are matched by their names. */
  readonly map?: ChosenColumns | null;
  /** Absent if unknown. */
  readonly encoding?: CsvEncoding | undefined;
  /** The caller's decisions about statuses, and the name of their column. */
  readonly statuses?: Omit<StatusDecisions, 'column'> & { readonly column: string | null };
  /** The new field of each heading. */
  readonly headings?: ReadonlyMap<string, string>;
  readonly isTrial?: boolean;
  readonly keepsExisting?: boolean;
  readonly dateOrder?: DateOrder | null;
  /** Rows with such addresses are not imported. */
  readonly leaveOut?: readonly HygieneKind[];
  /** Of the account. */
  readonly zone?: string;
  /** The rows are suppressions; `reason` null: the caller gave none. */
  readonly suppress?: { readonly reason: SuppressionReason | null };
  /** The file belongs to a move. */
  readonly moveId?: number;
  /** When the file came, if it was not now. */
  readonly at?: Date;
}

const NO_HEADINGS: ReadonlyMap<string, string> = new Map();

const UNDECIDED = Object.freeze({ column: null, decisions: [], group: null });

export interface ReceivedFile extends FoundEncoding, SeenStatuses {
  readonly id: number;
  /** Null: the file has no statuses. */
  readonly status_by: StatusBasis | null;
}

/** An import, and how its file is read, before the file is stored. */
export interface PlannedImport {
  readonly fields: Omit<ImportDocument, '_id' | 'file_id'>;
  readonly found: Omit<ReceivedFile, 'id'>;
  readonly rows: FirstRows['rows'];
}

/**
 * Reads the header and the first rows of a file. `contactTypeId` null: a file of suppressions, or a dry run without a contact type.
 * Throws a 422 if the file cannot be read.
 */
export async function planImport(
  file: UploadedFile,
  contactTypeId: number | null,
  userId: number,
  limits: Config['limits'],
  {
    map = null,
    encoding: given,
    statuses = UNDECIDED,
    headings = NO_HEADINGS,
    isTrial = false,
    keepsExisting = false,
    dateOrder = null,
    leaveOut = [],
    zone,
    suppress,
    moveId,
    at = now(),
  }: CsvReading = {},
): Promise<PlannedImport> {
  const csv = await inspectCsv(file, limits, given, map?.['email']);
  const { encoding, header, firstRow } = csv;
  // This takes long for a large file, so it comes before the transaction of a keyed call.
  const found = await outsideTransaction(() => columnsOf(userId, header.names, map, headings));
  const first = await firstRows(file, csv, limits);
  // A chosen column is read as JSON all the same.
  const seenAs = map === null ? withoutOtherTexts(found, header.names, first.rows) : found;
  const mapped = suppress ? addressesAlone(seenAs, header.names) : seenAs;
  const { columns, skipped, fields } = mapped;
  const decided = { ...statuses, column: statusColumn(header.names, statuses.column) };
  const looked = lookAtStatuses(file, csv, columns, decided, first, at);
  const { plan, seen } = suppress ? ofSuppressions(looked, suppress.reason, header.names) : looked;
  const keys = skippedKeys(first.rows, columns, fields);
  const seenColumns = {
    header: header.names,
    columns,
    keys,
    rows: first.rows,
    statuses: plan?.columns ?? [],
  };
  return {
    fields: {
      user_id: userId,
      contact_type_id: contactTypeId ?? suppressionsOf(userId),
      file_name: file.name.slice(0, NAME_MAX),
      file_bytes: file.bytes,
      ...encoding,
      delimiter: header.delimiter,
      newline: header.newline,
      header: header.names.map(shownName),
      columns: [...columns],
      skipped_columns: [...skipped, ...keys],
      state: 'waiting',
      failure: null,
      checkpoint: firstRow,
      rows_read: 0,
      rows_added: 0,
      rows_updated: 0,
      rows_unchanged: 0,
      rows_refused: 0,
      percent: 0,
      lease_token: null,
      lease_until: null,
      leases: 0,
      created_at: at,
      updated_at: at,
      finished_at: null,
      ...datesInRows(first, mapped, dateOrder, firstRow),
      ...(zone && { zone }),
      ...(keepsExisting && { existing: 'skip' as const }),
      ...(leaveOut.length > 0 && { leave_out: [...leaveOut] }),
      ...(plan && { statuses_by: plan, statuses: noStatuses(), unknown_statuses: [] }),
      ...(suppress && { suppress: suppressionsBy(suppress.reason, statuses.group) }),
      ...(isTrial ? { dry_run: true } : !suppress && { remembered: true }),
      ...(isTrial && !suppress && { new_fields: proposedFields(seenColumns) }),
      ...(moveId !== undefined && { move_id: moveId }),
    },
    found: { ...encoding, status_by: plan?.by ?? null, ...seen },
    rows: first.rows,
  };
}

/**
 * Stores a file with a checked header in MongoDB, where every worker reaches it, and then its import. Returns the import's id, how
 * the file is read, and its statuses. The file goes from disk to MongoDB in chunks, whatever its size.
 */
export async function receiveCsv(
  file: UploadedFile,
  contactTypeId: number | null,
  account: Pick<Account, 'id' | 'quotas'>,
  limits: Config['limits'],
  reading: CsvReading = {},
): Promise<ReceivedFile> {
  return storeImport(file, await planImport(file, contactTypeId, account.id, limits, reading), account);
}

export async function storeImport(
  file: UploadedFile,
  { fields, found }: PlannedImport,
  { id: userId, quotas }: Pick<Account, 'id' | 'quotas'>,
): Promise<ReceivedFile> {
  const { file_name } = fields;
  const turn = await storing.enter(userId, 1);
  const mostMs = QUICK_MS + file.bytes / BYTES_A_MS;
  const timer = setTimeout(() => turn.leave(0), HANGS_MS + mostMs);
  const number = nextId('imports');
  // Awaited when the file is stored.
  number.catch(() => {});
  const file_id = await storeUpload(userId, file.path, file_name).finally(() => {
    clearTimeout(timer);
    turn.leave(mostMs);
  });
  try {
    const _id = await number;
    const bytes = file.bytes;
    const bound = {
      rows: Import.of(userId),
      filter: OPEN_IMPORTS,
      most: quotas.imports,
      fits: async () => {
        if (await haveBytesRoom({ id: userId, limit: quotas.stored_bytes }, bytes)) return true;
        throw quotaReached('stored_bytes');
      },
    };
    const isInserted = await insertBounded(bound, { _id, file_id, ...fields });
    if (!isInserted) throw quotaBusy('imports');
    return { id: _id, ...found };
  } catch (error) {
    // After a failure the database may or may not have the import; the sweep removes files without one.
    if (!isStoreAway(error)) await removeUpload(userId, file_id).catch(() => {});
    throw error;
  }
}

type Columns = Awaited<ReturnType<typeof columnsOf>>;

/** The other columns may have statuses, and are reported as skipped. */
const addressesAlone = ({ columns, fields, dates }: Columns, header: readonly string[]): Columns => ({
  columns: columns.map((field) => (field === 'email' ? field : null)),
  skipped: header.filter((_, at) => columns[at] !== 'email').map(shownName),
  fields,
  dates,
});

/** A file of suppressions may have its dates in a column `created`. */
function ofSuppressions(
  { plan, seen }: ReturnType<typeof lookAtStatuses>,
  reason: SuppressionReason | null,
  header: readonly string[],
): ReturnType<typeof lookAtStatuses> {
  const { whole } = seen;
  if (plan === null || reason === 'manual')
    return { plan: null, seen: { statuses: noStatuses(), unknown_statuses: [], whole } };
  return { plan: plan.date === -1 ? { ...plan, date: columnsBeside(header).created } : plan, seen };
}

const suppressionsBy = (reason: SuppressionReason | null, group: number | null): SuppressionFile => ({
  reason: reason ?? (group === null ? 'manual' : 'unsubscribed'),
  group,
});
