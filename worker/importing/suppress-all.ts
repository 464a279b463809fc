import { setTimeout as pause } from 'node:timers/promises';
import { createStatusReader } from '../../common/domain/statuses/read-status.ts';
import type { ImportDocument, SuppressionFile } from '../../common/models/imports.ts';
import type { WorkerContext } from '../runtime/context.ts';
import type { AheadReader } from './batches.ts';
import { noRowCounts } from './choose-writes.ts';
import { createRowReader } from './import-rows.ts';
import { type HeldImport, type Interruption, saveCheckpoint, saveProgress } from './lease.ts';
import { saveMoveRows } from './move-rows.ts';
import { countSaid, readRows } from './read-rows.ts';
import { saveRefusals } from './refusals.ts';
import { storeSuppressions, trySuppressions } from './store-suppressions.ts';
import { createTrial } from './trial.ts';
import { isTrialOver, noneTried } from './try-all.ts';
import { beginImportTurn } from './turn.ts';

/** Stores the rows of a file of suppressions, or counts them for a dry run. No contact is added or changed. */
export async function suppressAll(
  held: HeldImport,
  batches: AheadReader,
  { config, stopping }: Pick<WorkerContext, 'config' | 'stopping'>,
): Promise<Interruption | null> {
  const { found, lease } = held;
  const isTrial = found.dry_run === true;
  const file = { ...found, suppress: found.suppress as SuppressionFile };
  const reader = addressReader(found);
  const isOver = beginImportTurn('import-contacts');
  const seen = new Set<string>();
  const trial = createTrial({ importId: found._id, userId: found.user_id, contactTypeId: 0 }, 0);
  if (isTrial) Object.assign(found, noneTried(found));
  const end = (whole: boolean): Promise<boolean> =>
    lease.write({
      $set: {
        trial: { examples: [], refusals: trial.refusals, dropped: [], statuses: trial.statuses, whole },
      },
    });
  for (;;) {
    const began = performance.now();
    const batch = await batches.next();
    if (batch === null) return !isTrial || (await end(true)) ? null : { lost: true };
    if (stopping.aborted) return { release: 'stopping' };
    if (lease.lost.aborted) return { lost: true };
    if (!isTrial && (await isOver())) return { release: 'turn' };
    const read = await readRows(found, batch, reader);
    const counts = noRowCounts();
    counts.added = isTrial
      ? await trySuppressions(file, read.kept, seen)
      : await storeSuppressions(file, read.kept, batch.firstLine, config);
    counts.unchanged = read.kept.length - counts.added;
    counts.refused = read.refusals.length;
    await saveRefusals(found, read.refusals);
    if (!isTrial) await saveMoveRows(found, batch, read, NONE);
    const said = found.statuses_by ? countSaid(read, NONE) : null;
    trial.refuse(read.refusals);
    if (isTrial && found.statuses_by) trial.say(read);
    const isSaved =
      lease.stands() &&
      (isTrial
        ? await saveProgress(held, batch.end.offset, counts, said)
        : await saveCheckpoint(held, batch.end, counts, said));
    if (!isSaved) return { lost: true };
    if (batch.failure) return !isTrial || (await end(false)) ? { failure: batch.failure } : { lost: true };
    if (!isTrial) continue;
    if (isTrialOver(found, batch.end.offset))
      return (await end(batch.end.offset >= found.file_bytes)) ? null : { lost: true };
    // Pause as long as the batch took, so that mails of this process and other queries come first.
    await pause(performance.now() - began);
  }
}

const NONE: ReadonlySet<number> = new Set();

const addressReader = ({ columns, statuses_by: plan, created_at, date_orders }: ImportDocument) =>
  createRowReader({
    columns,
    custom: [],
    findCountry: () => null,
    // No time in a file is later than its upload.
    statusOf: plan ? createStatusReader(plan, created_at, date_orders) : null,
  });
