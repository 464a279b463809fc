import { setTimeout as pause } from 'node:timers/promises';
import { failpoint } from '../../common/config/failpoints.ts';
import type { WorkerContext } from '../runtime/context.ts';
import type { AheadReader, RowBatch } from './batches.ts';
import { createDoubtfulRows, type DoubtfulRows } from './doubtful-rows.ts';
import { type HeldImport, type Interruption, saveCheckpoint, TYPE_GONE } from './lease.ts';
import { saveMoveRows } from './move-rows.ts';
import { isMostlyNew, ownerOf, type PreparedBatch, prepareBatch } from './prepare-batch.ts';
import { countSaid, type ReadRows, readRows } from './read-rows.ts';
import { BEYOND_QUOTA, forgetBeyond, type RowRefusal, saveRefusals } from './refusals.ts';
import { createContactRoom } from './room.ts';
import { storeStatuses } from './store-statuses.ts';
import { createTargetReader, type TargetReader } from './target.ts';
import { tellOfContacts } from './tell-contacts.ts';
import { beginImportTurn } from './turn.ts';
import { writeBatch } from './write-batch.ts';

/** A batch of more bytes is followed by a pause of twice its duration: rows of megabytes would delay the worker's mails. */
const LARGE_BATCH = 2 ** 20;

interface Step extends ReadRows {
  readonly batch: RowBatch;
  readonly prepared: PreparedBatch;
}

/** Writes one batch after the other, and reads and looks up the next one meanwhile. */
export async function writeAll(
  held: HeldImport,
  batches: AheadReader,
  { config, stopping }: Pick<WorkerContext, 'config' | 'stopping'>,
): Promise<Interruption | null> {
  const { found, lease } = held;
  const target = createTargetReader(found);
  const look = createDoubtfulRows(found, config);
  const isOver = beginImportTurn('import-contacts');
  let ahead = take(held, batches, target, look, null, false);
  let expectNew = false;
  const room = createContactRoom(found.user_id, config);
  let first = true;
  let { offset } = found.checkpoint;
  for (;;) {
    const began = performance.now();
    const step = await ahead;
    if (step === 'type_gone') return { failure: TYPE_GONE };
    // Check again after the last write, as the type may have been deleted meanwhile.
    if (step === 'end') return (await target('now')) ? null : { failure: TYPE_GONE };
    if (stopping.aborted) return { release: 'stopping' };
    if (lease.lost.aborted) return { lost: true };
    if (await isOver()) return { release: 'turn' };
    ahead = take(held, batches, target, look, step.prepared, expectNew);
    // The next round awaits it, unless this round throws.
    ahead.catch(() => {});
    const { counts, said } = await writeStep(found, step, room, config, first);
    first = false;
    expectNew = isMostlyNew(step.prepared);
    if (!lease.stands() || !(await saveCheckpoint(held, step.batch.end, counts, said, step.doubts)))
      return { lost: true };
    if (step.batch.failure) return { failure: step.batch.failure };
    if (step.batch.end.offset - offset > LARGE_BATCH) await pause(2 * (performance.now() - began));
    ({ offset } = step.batch.end);
  }
}

async function writeStep(
  found: HeldImport['found'],
  step: Step,
  room: ReturnType<typeof createContactRoom>,
  config: WorkerContext['config'],
  isFirst: boolean,
) {
  const { batch, prepared, refusals } = step;
  const plan = found.statuses_by;
  if (plan) await storeStatuses(prepared.owner, step.kept, plan.group, config);
  failpoint('mid-import-statuses');
  const [counts] = await Promise.all([
    writeBatch(prepared, (ids, added) => tellOfContacts(found, batch.firstLine, ids, added), room),
    saveRefusals(found, refusals),
  ]);
  failpoint('mid-import');
  // Only the first batch of a lease may have been tried before.
  if (isFirst) await forgetBeyond(found, batch.firstLine, batch.end.line);
  const beyond = new Set(room.refused.splice(0));
  await saveRefusals(found, refusedBeyond(batch, beyond));
  counts.refused += refusals.length;
  const partial = step.partial.filter(({ line }) => !beyond.has(line));
  await saveRefusals(found, partial);
  counts.partial = partial.length;
  await saveMoveRows(found, batch, step, beyond);
  return { counts, said: plan ? countSaid(step, beyond) : null };
}

function refusedBeyond({ rows }: RowBatch, lines: ReadonlySet<number>): RowRefusal[] {
  if (lines.size === 0) return [];
  return rows
    .filter(({ line }) => lines.has(line))
    .map(({ line, cells }) => ({ line, reason: BEYOND_QUOTA, cells }));
}

async function take(
  { found }: HeldImport,
  batches: AheadReader,
  target: TargetReader,
  look: DoubtfulRows,
  before: PreparedBatch | null,
  expectNew: boolean,
): Promise<Step | 'end' | 'type_gone'> {
  const [batch, reader] = await Promise.all([batches.next(), target()]);
  if (!reader) return 'type_gone';
  if (!batch) return 'end';
  const read = await readRows(found, batch, reader, look);
  return {
    batch,
    ...read,
    prepared: await prepareBatch(ownerOf(found), reader, read.kept, batch.firstLine, before, expectNew),
  };
}
