import { removeEntries } from '../../../common/changes/audit-entries.ts';
import { removeLeftAttachments } from '../../../common/changes/message-attachments.ts';
import { now } from '../../../common/clock.ts';
import { ImportRefusal } from '../../../common/models/import-refusals.ts';
import { ImportStep, UNDO_DAYS } from '../../../common/models/import-steps.ts';
import { Import, type ImportDocument } from '../../../common/models/imports.ts';
import { MoveRows, moveRowsOf } from '../../../common/models/move-rows.ts';
import { HELD_DAYS } from '../../../common/models/moves.ts';
import { refusalsOf } from '../../../common/queries/imports.ts';
import { trimKept } from '../../../common/rendering/kept.ts';
import type { Filter } from '../../../common/store/collection.ts';
import { everywhere } from '../../../common/store/everywhere.ts';
import { NO_FILE, removeUpload } from '../../../common/store/uploads.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { forgetEnrollments } from './forget-enrollments.ts';
import { purgeContacts } from './purge-contacts.ts';
import { retireBatches } from './retire-batches.ts';
import { removeStrayUploads } from './stray-uploads.ts';

const DAY_MS = 24 * 3600_000;
const AT_ONCE = 100;

/**
 * Uploads without an owner; contacts after `PURGE_DAYS`; undo data; audit entries after `AUDIT_DAYS`; after `RETENTION_DAYS`
 * ledger rows, rows of imports and addresses in ended enrollments. Sessions and notices have a TTL index instead.
 * False: the turn ended it, and the next one begins with what is left.
 */
export async function applyRetention(
  { config, log, stopping }: Pick<WorkerContext, 'config' | 'log' | 'stopping'>,
  isOver: () => boolean = () => stopping.aborted,
): Promise<boolean> {
  const attached = await removeLeftAttachments(isOver);
  if (attached > 0) log.info({ attachments: attached }, 'deleted attachments of sent messages');
  if (config.purgeDays > 0) {
    const contacts = await purgeContacts(daysAgo(config.purgeDays), isOver);
    if (contacts > 0) log.info({ contacts }, 'purged deleted contacts');
  }
  const undos = await forgetSteps(daysAgo(UNDO_DAYS + 1));
  if (undos > 0) log.info({ imports: undos }, 'deleted expired undo data of imports');
  const held = await removeHeld(daysAgo(HELD_DAYS));
  if (held > 0) log.info({ files: held }, 'deleted files of moves that were not applied');
  const acts = await removeEntries(daysAgo(config.auditDays), isOver);
  if (acts > 0) log.info({ audit_entries: acts }, 'deleted expired audit entries');
  if (config.retentionDays > 0) {
    const before = daysAgo(config.retentionDays);
    const deliveries = await retireBatches(before, isOver);
    const imports = await removeRefusals(before);
    const enrollments = await forgetEnrollments(before, isOver);
    if (deliveries + imports + enrollments > 0)
      log.info({ deliveries, imports, enrollments, before }, 'deleted expired rows');
  }
  // Last, because it walks all files, also those that stay.
  const uploads = await removeStrayUploads(now(), isOver);
  if (uploads > 0) log.info({ uploads }, 'deleted unused uploads');
  return !isOver();
}

const daysAgo = (days: number): Date => new Date(now().getTime() - days * DAY_MS);

export const trimRenderings = ({ config }: Pick<WorkerContext, 'config'>): Promise<void> =>
  trimKept(config.rendering.cacheBytes);

type OldImport = Pick<ImportDocument, '_id' | 'user_id'>;

const someImports = (filter: Filter<ImportDocument>): Promise<OldImport[]> =>
  everywhere(Import, 'retention').find(filter).project<OldImport>({ user_id: 1 }).limit(AT_ONCE).toArray();

/** Deletes the data for undoing imports when it is too late to undo them. An undo under way ends first. */
async function forgetSteps(before: Date): Promise<number> {
  const old = await someImports({
    remembered: true,
    finished_at: { $lt: before },
    undo_state: { $nin: ['waiting', 'running'] },
  });
  for (const { _id, user_id } of old) {
    await ImportStep.of(user_id).deleteMany({ import_id: _id });
    await Import.of(user_id).updateOne({ _id }, { $set: { remembered: false } });
  }
  return old.length;
}

/** Deletes the files of moves that were not applied. */
async function removeHeld(before: Date): Promise<number> {
  const old = await everywhere(Import, 'retention')
    .find({
      file_id: { $gt: NO_FILE },
      move_id: { $exists: true },
      dry_run: true,
      finished_at: { $lt: before },
    })
    .project<OldImport & Pick<ImportDocument, 'file_id'>>({ user_id: 1, file_id: 1 })
    .limit(AT_ONCE)
    .toArray();
  for (const { _id, user_id, file_id } of old) {
    // A move that is applied now keeps its file.
    const { matchedCount } = await Import.of(user_id).updateOne(
      { _id, file_id },
      { $set: { file_id: null } },
    );
    if (matchedCount > 0) await removeUpload(user_id, file_id!);
  }
  return old.length;
}

async function removeRefusals(before: Date): Promise<number> {
  const old = await someImports({
    state: { $in: ['completed', 'failed'] },
    finished_at: { $lt: before },
    retired: { $exists: false },
  });
  for (const { _id, user_id } of old) {
    await ImportRefusal.deleteMany(refusalsOf({ _id, user_id }));
    await MoveRows.of(user_id).deleteMany(moveRowsOf(_id));
    await Import.of(user_id).updateOne({ _id }, { $set: { retired: true } });
  }
  return old.length;
}
