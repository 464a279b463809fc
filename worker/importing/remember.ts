import mongoose from 'mongoose';
import {
  type ChangedCell,
  type ChangedContact,
  ImportStep,
  type ImportStepDocument,
} from '../../common/models/import-steps.ts';
import type { BatchWrites } from './choose-writes.ts';
import type { Changes } from './import-rows.ts';
import type { BatchOwner, PreparedBatch } from './prepare-batch.ts';

/** Characters of the cells in one document, which may have 16 MB: a thousand contacts may have megabytes. */
const STEP_CHARACTERS = 2 ** 20;

/** Stores how to undo the writes. Waits for no majority: the contacts are written later on the same server, so a majority gets this first. */
export async function rememberWrites(
  { owner, firstLine }: Pick<PreparedBatch, 'owner' | 'firstLine'>,
  at: Date,
  ids: readonly number[],
  updates: BatchWrites['updates'],
): Promise<void> {
  if (ids.length === 0 && updates.length === 0) return;
  const steps = [newStep(owner, firstLine, at)];
  steps[0]!.added.push(...rangesOf(ids));
  let characters = 0;
  for (const { address, operation } of updates) {
    const cells = cellsOf(operation.changes);
    characters += charactersOf(cells);
    if (characters > STEP_CHARACTERS) {
      steps.push(newStep(owner, firstLine, at));
      characters = 0;
    }
    const changed: ChangedContact = { id: operation.contact._id, key: address, cells };
    steps.at(-1)!.changed.push(changed);
  }
  await ImportStep.of(owner.userId).insertMany(steps, { writeConcern: { w: 1, j: false } });
}

const newStep = ({ importId, userId }: BatchOwner, line: number, at: Date): ImportStepDocument => ({
  _id: new mongoose.Types.ObjectId(),
  import_id: importId,
  user_id: userId,
  line,
  at,
  added: [],
  changed: [],
});

const cellsOf = ({ set, before }: Changes): ChangedCell[] =>
  Object.entries(before).map(([path, from]) => ({
    path,
    after: set[path] as ChangedCell['after'],
    ...(from !== undefined && { before: from }),
  }));

/** Characters that a cell has in addition to its path and values. */
const CELL_CHARACTERS = 50;

const charactersOf = (cells: readonly ChangedCell[]): number =>
  cells.reduce(
    (sum, { path, after, before }) =>
      sum + CELL_CHARACTERS + path.length + String(after).length + String(before).length,
    0,
  );

function rangesOf(ids: readonly number[]): ImportStepDocument['added'] {
  const ranges: ImportStepDocument['added'] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last && id === last.first + last.count) last.count += 1;
    else ranges.push({ first: id, count: 1 });
  }
  return ranges;
}
