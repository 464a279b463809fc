import { toldChange } from '../../common/changes/event-notes.ts';
import { note } from '../../common/changes/notices.ts';
import type { CsvForm } from '../../common/domain/csv-records.ts';
import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { Import } from '../../common/models/imports.ts';
import { dueImports, isBehindAnother, nextImport, openImport } from '../../common/queries/imports.ts';
import { readUpload, removeUpload, UploadGone } from '../../common/store/uploads.ts';
import type { CsvEncoding } from '../../shared/csv-encoding.ts';
import { sign } from '../runtime/chore.ts';
import type { WorkerContext } from '../runtime/context.ts';
import { defineJob, type End, type JobFailure, type RunEnd } from '../runtime/job.ts';
import { QuotaExcess } from '../runtime/row-quotas.ts';
import { readAhead, readBatches } from './batches.ts';
import {
  finishImport,
  type HeldImport,
  type Interruption,
  keepsFile,
  leaseImport,
  releaseImport,
  TYPE_GONE,
} from './lease.ts';
import { type RowsFrom, scanDates } from './scan-dates.ts';
import { suppressAll } from './suppress-all.ts';
import { tryAll } from './try-all.ts';
import { writeAll } from './write-all.ts';

type ImportWorker = Pick<WorkerContext, 'config' | 'log' | 'ring' | 'stopping'>;

/** Leases without a checkpoint after which the import is given up: its file, or a fault of ours, stops the worker each time. */
const MAX_LEASES = 10;

const FILE_GONE = 'The uploaded file is gone.';
const GIVEN_UP = 'The import was given up after many tries.';

type ImportJob = 'import-contacts' | 'try-import';

const jobOf = (isTrial: boolean | undefined): ImportJob => (isTrial ? 'try-import' : 'import-contacts');

/** Imports a file. Several workers may run this, and each may be killed at any point. Each row takes effect once, and the counts are exact. */
const readImport = {
  doing: 'Reading the file',
  async run({ importId, userId }: JobPayloads[ImportJob], worker: ImportWorker): Promise<RunEnd> {
    if (worker.stopping.aborted || (await isBehindAnother(userId, importId))) return 'idle';
    const held = await leaseImport(userId, importId);
    if (!held) return 'idle';
    const { found, lease } = held;
    try {
      const interrupted = found.leases > MAX_LEASES ? { failure: GIVEN_UP } : await readOn(held, worker);
      if (interrupted && 'lost' in interrupted) {
        worker.log.warn({ import_id: importId }, 'import lease lost; another worker continues');
      } else if (interrupted && 'release' in interrupted) {
        // The stop of a worker does not count against the file.
        await releaseImport(held, { leases: Math.max(0, found.leases - 1) });
        if (interrupted.release === 'turn') return 'more';
      } else {
        await finish(held, worker, interrupted?.failure ?? null);
      }
    } catch (error) {
      // Release the lease, so that the next worker need not wait for its end. This fails if the store is away.
      await releaseImport(held).catch(() => {});
      throw error;
    } finally {
      lease.end();
    }
    return undefined;
  },
  giveUp: async (
    { importId, userId }: JobPayloads[ImportJob],
    { detail }: JobFailure,
    worker: ImportWorker,
  ): Promise<End> =>
    (await failImport({ importId, userId }, `The import was given up. ${detail}.`, worker))
      ? 'ended'
      : 'later',
};

export default defineJob('import-contacts', {
  ...readImport,
  due: { signs: [sign(Import, openImport)], find: (at) => dueImports(at, false) },
});

export const tryImport = defineJob('try-import', {
  ...readImport,
  due: { signs: [sign(Import, { ...openImport, dry_run: true })], find: (at) => dueImports(at, true) },
});

/** Ends an import as failed, even if another worker has its lease. Imported rows stay. False: it has ended, or another one into its type runs. */
async function failImport(
  { importId, userId }: JobPayloads['import-contacts'],
  failure: string,
  worker: ImportWorker,
): Promise<boolean> {
  const held = await leaseImport(userId, importId, true);
  if (!held) return false;
  try {
    await finish(held, worker, failure);
    return true;
  } finally {
    held.lease.end();
  }
}

async function finish(held: HeldImport, worker: ImportWorker, failure: string | null): Promise<void> {
  const { _id, user_id, contact_type_id, file_id, rows_read } = held.found;
  if (failure === TYPE_GONE) await purgeAgain(contact_type_id, user_id, worker);
  const isTrial = held.found.dry_run === true;
  // A dry run needs no notice, because a person waits for its answer. Other imports store the notice first, so that a crash cannot lose it.
  if (!isTrial) await note({ kind: 'import-ended', user_id, subject: _id }, worker.log);
  const told = isTrial ? [] : ([{ user_id, type: 'import.completed', id: _id }] as const);
  if (!(await toldChange(told, () => finishImport(held, failure)))) return;
  worker.log.info({ import_id: _id, rows: rows_read, failure }, 'import ended');
  const next = await nextImport(user_id, contact_type_id);
  if (next !== null) await worker.ring(jobOf(next.dry_run), { importId: next._id, userId: user_id });
  if (file_id && !keepsFile(held.found)) await removeUpload(user_id, file_id);
}

/** Purges a deleted contact type again: a batch may have been written after a running job had passed its contacts. */
async function purgeAgain(contactTypeId: number, userId: number, worker: ImportWorker): Promise<void> {
  await ContactType.of(userId).updateOne(
    { _id: contactTypeId, deleted_at: { $ne: null } },
    { $set: { purged_at: null } },
  );
  await worker.ring('purge-contact-type', { contactTypeId, userId }, { fold: false });
}

async function readOn(held: HeldImport, worker: ImportWorker): Promise<Interruption | null> {
  const { found } = held;
  if (!found.file_id) return { failure: FILE_GONE };
  const fileId = found.file_id;
  const form = {
    encoding: found.encoding as CsvEncoding,
    delimiter: found.delimiter as CsvForm['delimiter'],
    newline: found.newline as CsvForm['newline'],
  };
  const { csvRecord: record, csvColumns: columns } = worker.config.limits;
  const rowsFrom: RowsFrom = (from, wants) =>
    readBatches(readUpload(found.user_id, fileId, from.offset), form, { record, columns }, from, wants);
  try {
    return (await scanDates(held, rowsFrom, worker)) ?? (await readAll(held, rowsFrom, worker));
  } catch (error) {
    if (error instanceof UploadGone) return { failure: FILE_GONE };
    if (error instanceof QuotaExcess) return { failure: error.message };
    throw error;
  }
}

async function readAll(
  held: HeldImport,
  rowsFrom: RowsFrom,
  worker: ImportWorker,
): Promise<Interruption | null> {
  const { found } = held;
  const batches = readAhead(rowsFrom(found.checkpoint));
  try {
    const read = found.suppress ? suppressAll : found.dry_run ? tryAll : writeAll;
    return await read(held, batches, worker);
  } finally {
    await batches.close();
  }
}
