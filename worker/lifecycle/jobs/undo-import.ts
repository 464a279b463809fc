import { now } from '../../../common/clock.ts';
import { ImportStep, type ImportStepDocument } from '../../../common/models/import-steps.ts';
import { Import, type ImportDocument } from '../../../common/models/imports.ts';
import { Move } from '../../../common/models/moves.ts';
import { customFieldsOf } from '../../../common/queries/custom-fields.ts';
import { dueUndos, openUndo } from '../../../common/queries/imports.ts';
import { beginImportTurn } from '../../importing/turn.ts';
import { sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob, type RunEnd } from '../../runtime/job.ts';
import { finishUndo, type HeldUndo, leaseUndo, releaseUndo, saveUndone } from '../undo/lease.ts';
import type { CustomFields } from '../undo/restore-cells.ts';
import { undoStep } from '../undo/undo-step.ts';

type UndoWorker = Pick<WorkerContext, 'log' | 'ring' | 'stopping'>;

/** Several workers may run it and may be killed: each step takes effect once, and the counts are exact. */
export default defineJob('undo-import', {
  doing: 'Undoing the import',
  due: {
    signs: [sign(Import, openUndo)],
    find: dueUndos,
  },
  async run({ importId, userId }, worker: UndoWorker): Promise<RunEnd> {
    if (worker.stopping.aborted) return 'idle';
    const held = await leaseUndo(userId, importId);
    if (!held) return 'idle';
    try {
      const became = await undoSteps(held, worker);
      if (became === 'lost')
        worker.log.warn({ import_id: importId }, 'lease of an import undo lost; another worker continues');
      else if (became === 'done') await finish(held, worker);
      else await releaseUndo(held);
      return became === 'turn' ? 'more' : undefined;
    } catch (error) {
      // Release the lease, so that the next worker need not wait for its end. This fails if the store is away.
      await releaseUndo(held).catch(() => {});
      throw error;
    } finally {
      held.lease.end();
    }
  },
  async giveUp({ importId, userId }, { detail }) {
    const { matchedCount } = await Import.of(userId).updateOne(
      { _id: importId, ...openUndo },
      {
        $set: {
          undo_state: 'failed',
          undo_failure: `Undoing it was given up. ${detail}.`,
          undo_lease_token: null,
          undo_lease_until: null,
        },
      },
    );
    return matchedCount === 1 ? 'held' : 'ended';
  },
});

async function finish(held: HeldUndo, worker: UndoWorker): Promise<void> {
  const { _id, undo_counts } = held.found;
  if (!(await finishUndo(held))) return;
  worker.log.info({ import_id: _id, counts: undo_counts }, 'import undone');
  // The account's next undo waited for this one.
  for (const next of await dueUndos(now())) await worker.ring('undo-import', next);
}

async function undoSteps(
  held: HeldUndo,
  { stopping }: Pick<WorkerContext, 'stopping'>,
): Promise<'done' | 'lost' | 'turn' | 'stopping'> {
  const { found, lease } = held;
  const custom = await fieldsByName(found.user_id);
  const together = await importsOfMove(found);
  const isOver = beginImportTurn('undo-import');
  for (;;) {
    const step = await nextStep(held);
    if (step === null) return 'done';
    if (stopping.aborted) return 'stopping';
    if (lease.lost.aborted) return 'lost';
    if (await isOver()) return 'turn';
    const counts = await undoStep(step, custom, together);
    const done = { line: step.line, step: step._id };
    if (!lease.stands() || !(await saveUndone(held, done, counts))) return 'lost';
  }
}

function nextStep({ found: { _id, user_id, undo_step } }: HeldUndo): Promise<ImportStepDocument | null> {
  const before = undo_step && {
    $or: [{ line: undo_step.line, _id: { $lt: undo_step.step } }, { line: { $lt: undo_step.line } }],
  };
  return ImportStep.of(user_id).findOne({ import_id: _id, ...before }, { sort: { line: -1, _id: -1 } });
}

async function importsOfMove({ user_id, move_id }: ImportDocument): Promise<ReadonlySet<number>> {
  if (move_id === undefined) return new Set();
  const move = await Move.of(user_id).findOne({ _id: move_id }, { projection: { files: 1 } });
  return new Set(move?.files.flatMap(({ import_id }) => import_id ?? []));
}

async function fieldsByName(userId: number): Promise<CustomFields> {
  return new Map((await customFieldsOf(userId)).map((field) => [field.field_name, field]));
}
