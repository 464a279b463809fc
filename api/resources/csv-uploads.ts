import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import { coolDownAfter, Turns } from '../../common/fairness/turns.ts';
import { Import } from '../../common/models/imports.ts';
import { nextId } from '../../common/store/ids.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import { removeUpload, storeUpload } from '../../common/store/uploads.ts';
import { type ChosenColumns, shownName } from '../../shared/csv-columns.ts';
import type { CsvEncoding, FoundEncoding } from '../../shared/csv-encoding.ts';
import type { StatusBasis } from '../../shared/statuses/plan.ts';
import { noStatuses } from '../../shared/statuses/statuses.ts';
import type { UploadedFile } from '../http/body.ts';
import { inspectCsv } from './csv-files.ts';
import { lookAtStatuses, type SeenStatuses, type StatusDecisions } from './csv-statuses.ts';
import { columnsOf, statusColumn } from './import-columns.ts';

/** Of a file's name, for people. */
const NAME_MAX = 255;

/** Files that are stored at a time, of an account one: MongoDB takes some 50 MB a second, and is asked by all. */
const AT_ONCE = 2;
/** As many as there may be requests: each account has few uploads under way, by its quota. */
const LINE = Object.freeze({ each: 1000, total: 10_000 });
/** Milliseconds of a file after which its account's next one waits for twice as long as it took. */
const QUICK_MS = 100;
/** Bytes that a busy store takes in a millisecond. What takes longer waited for one that was away. */
const BYTES_A_MS = 5000;
/** Milliseconds beyond that in which a file keeps its account's turn: the next one is not to wait for a store that is silent. */
const HANGS_MS = 2000;

const storing = new Turns<number>({
  total: AT_ONCE,
  each: 1,
  line: LINE,
  coolDownMs: coolDownAfter(QUICK_MS, 2),
});

/** How a file is to be read. */
export interface CsvReading {
  /** The columns that a person chose; null: they go by their names. */
  readonly map?: ChosenColumns | null;
  /** How the file is encoded, if that is known. */
  readonly encoding?: CsvEncoding | undefined;
  /** What the caller decides about statuses, and the name of their column. */
  readonly statuses?: Omit<StatusDecisions, 'column'> & { readonly column: string | null };
  /** Only what would happen is asked for. */
  readonly isTrial?: boolean;
}

const UNDECIDED = Object.freeze({ column: null, decisions: [], group: null });

/** The import that a file became, how the file is read, and what its upload saw of the statuses of its rows. */
export interface ReceivedFile extends FoundEncoding, SeenStatuses {
  readonly id: number;
  /** What the statuses go by; null: the file has none. */
  readonly status_by: StatusBasis | null;
}

/**
 * Stores a file whose header was checked where every worker reaches it, and then the import that it is for; answers the
 * import's id, how the file is read, and what it says of statuses. The file goes from disk to MongoDB in chunks, whatever its size.
 */
export async function receiveCsv(
  file: UploadedFile,
  contactTypeId: number,
  userId: number,
  limits: Config['limits'],
  { map = null, encoding: given, statuses = UNDECIDED, isTrial = false }: CsvReading = {},
): Promise<ReceivedFile> {
  const csv = await inspectCsv(file, limits, given, map?.['email']);
  const { encoding, header, firstRow } = csv;
  // What takes as long as the file is large comes before the transaction of a keyed call begins.
  const { columns, skipped } = await outsideTransaction(() => columnsOf(userId, header.names, map));
  const at = now();
  const decided = { ...statuses, column: statusColumn(header.names, statuses.column) };
  const { plan, seen } = await lookAtStatuses(file, csv, columns, decided, limits, at);
  const file_name = file.name.slice(0, NAME_MAX);
  const turn = await storing.enter(userId, 1);
  const mostMs = QUICK_MS + file.bytes / BYTES_A_MS;
  const timer = setTimeout(() => turn.leave(0), HANGS_MS + mostMs);
  const file_id = await storeUpload(file.path, file_name).finally(() => {
    clearTimeout(timer);
    turn.leave(mostMs);
  });
  try {
    const _id = await nextId('imports');
    await Import.insertOne({
      _id,
      user_id: userId,
      contact_type_id: contactTypeId,
      file_name,
      file_id,
      file_bytes: file.bytes,
      ...encoding,
      delimiter: header.delimiter,
      newline: header.newline,
      header: header.names.map(shownName),
      columns: [...columns],
      skipped_columns: [...skipped],
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
      ...(plan && { statuses_by: plan, statuses: noStatuses(), unknown_statuses: [] }),
      ...(isTrial ? { dry_run: true } : { remembered: true }),
    });
    return { id: _id, ...encoding, status_by: plan?.by ?? null, ...seen };
  } catch (error) {
    // A store that is away does not say whether it has the import; the sweep removes what belongs to none.
    if (!isStoreAway(error)) await removeUpload(file_id).catch(() => {});
    throw error;
  }
}
