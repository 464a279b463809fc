import { setTimeout as delay } from 'node:timers/promises';
import { noteByType } from '../../../common/changes/contact-changes.ts';
import { markCounts } from '../../../common/changes/contact-counts.ts';
import { type ComingEvent, toldChange } from '../../../common/changes/event-notes.ts';
import { now } from '../../../common/clock.ts';
import { failpoint } from '../../../common/config/failpoints.ts';
import { idsBy } from '../../../common/domain/ids-by.ts';
import { Contact, type ContactDocument, type UndoneStep } from '../../../common/models/contacts.ts';
import {
  type ChangedCell,
  ImportStep,
  type ImportStepDocument,
} from '../../../common/models/import-steps.ts';
import type { UndoCounts } from '../../../common/models/imports.ts';
import type { BulkWrite } from '../../../common/store/collection.ts';
import { NO_UNDO_COUNTS } from './lease.ts';
import { type CustomFields, restoreCells } from './restore-cells.ts';

/** Tries at contacts that other processes write at the same time. The waits grow; together they take 2.5 s. */
const TRIES = 8;

interface UndoWrite {
  readonly contact: ContactDocument;
  readonly type: 'contact.deleted' | 'contact.updated';
  readonly set: Partial<ContactDocument> | Record<string, string | number | boolean | string[] | null>;
  readonly unset: Record<string, ''>;
  readonly alone: boolean;
}

/**
 * Deletes contacts that only it wrote, and restores cells that still have its values. Written contacts name the step. `together`: the
 * imports of its move, which are undone as one.
 */
export async function undoStep(
  step: ImportStepDocument,
  custom: CustomFields,
  together: ReadonlySet<number>,
): Promise<UndoCounts> {
  const changed = await changedLast(step);
  const added = step.added.flatMap(({ first, count }) =>
    Array.from({ length: count }, (_, at) => first + at),
  );
  for (let attempt = 1; ; attempt += 1) {
    const { counts, writes } = await chooseUndos(step, added, changed, custom, together);
    if (await writeUndos(step, writes)) return counts;
    if (attempt === TRIES)
      throw new Error(`${TRIES} write conflicts on contacts of import ${step.import_id}`);
    await delay(5 * 2 ** attempt);
  }
}

/** The contacts of this step, except those that a later try at the same batch has in a newer step. */
async function changedLast({ _id, user_id, import_id, line, changed }: ImportStepDocument) {
  const later = new Set(
    await ImportStep.of(user_id).distinct('changed.id', { import_id, line, _id: { $gt: _id } }),
  );
  return new Map(changed.filter(({ id }) => !later.has(id)).map(({ id, cells }) => [id, cells]));
}

async function chooseUndos(
  step: ImportStepDocument,
  added: readonly number[],
  changed: Awaited<ReturnType<typeof changedLast>>,
  custom: CustomFields,
  together: ReadonlySet<number>,
): Promise<{ counts: UndoCounts; writes: UndoWrite[] }> {
  const counts = { ...NO_UNDO_COUNTS };
  const writes: UndoWrite[] = [];
  const found = Contact.of(step.user_id)
    .find({
      _id: { $in: [...added, ...changed.keys()] },
    })
    .project<ContactDocument>(fieldsOf([...changed.values()]));
  for await (const contact of found) {
    const cells = changed.get(contact._id);
    const isDone = contact.undone?.step.equals(step._id) === true;
    const alone = isAlone(contact, step, together);
    if (isDone) {
      counts[cells ? 'restored' : 'removed'] += 1;
      // Segments and webhooks may have missed it.
      writes.push({
        contact,
        type: cells ? 'contact.updated' : 'contact.deleted',
        set: {},
        unset: {},
        alone,
      });
    } else if (contact.deleted_at) {
      counts.gone += 1;
    } else if (cells) {
      const restored = restoreCells(contact, cells, custom);
      counts[restored ? 'restored' : 'kept'] += 1;
      if (restored) writes.push({ contact, type: 'contact.updated', ...restored, alone });
    } else if (alone) {
      counts.removed += 1;
      writes.push({ contact, type: 'contact.deleted', set: { deleted_at: now() }, unset: {}, alone });
    } else {
      counts.kept += 1;
    }
  }
  return { counts, writes };
}

/** Only the needed fields: a contact may have a megabyte. */
const fieldsOf = (changed: readonly (readonly ChangedCell[])[]): Record<string, 1> =>
  Object.fromEntries(
    [...READ, ...new Set(changed.flatMap((cells) => cells.map(({ path }) => path)))].map((path) => [path, 1]),
  );
const READ = ['contact_type_id', 'created_at', 'updated_at', 'deleted_at', 'written_by', 'undone'] as const;

/** Whether a contact is unchanged since this import wrote it, apart from undoing later steps. */
function isAlone(
  { created_at, updated_at, undone, written_by }: ContactDocument,
  step: ImportStepDocument,
  together: ReadonlySet<number>,
): boolean {
  const isOfUndo = undone && (undone.import_id === step.import_id || together.has(undone.import_id));
  if (isOfUndo && +undone.at === +updated_at) return undone.alone;
  if (written_by?.import_id !== step.import_id) return false;
  return +updated_at === +step.at || +updated_at === +created_at;
}

/** Writes each contact that is unchanged since it was read. False: one had changed, and all have to be read again. */
async function writeUndos(step: ImportStepDocument, writes: readonly UndoWrite[]): Promise<boolean> {
  if (writes.length === 0) return true;
  const at = now();
  const open = writes.filter(({ set, unset }) => Object.keys({ ...set, ...unset }).length > 0);
  const deleted = writes.flatMap(({ type, contact }) => (type === 'contact.deleted' ? [contact] : []));
  for (const [type, ids] of idsBy(deleted, (contact) => contact.contact_type_id))
    await markCounts(step.user_id, type, ids);
  const events = writes.map(
    ({ type, contact }): ComingEvent => ({
      user_id: step.user_id,
      type,
      id: contact._id,
      occasion: `undo-${step._id.toHexString()}`,
    }),
  );
  const done = await toldChange(events, async () => {
    if (open.length === 0) return true;
    const { matchedCount } = await Contact.of(step.user_id).bulkWrite(
      open.map((one) => operationOf(step, one, at)),
      { ordered: false },
    );
    return matchedCount === open.length;
  });
  failpoint('mid-undo');
  const written = writes.map(({ contact }) => contact._id);
  await noteByType(step.user_id, written);
  return done;
}

function operationOf(
  { _id: step, import_id }: ImportStepDocument,
  { contact, type, set, unset, alone }: UndoWrite,
  at: Date,
): BulkWrite<ContactDocument> {
  const undone: UndoneStep = { step, import_id, at, alone };
  return {
    updateOne: {
      filter: { _id: contact._id, deleted_at: null, updated_at: contact.updated_at },
      update: {
        $set: { ...set, undone, ...(type === 'contact.updated' && { updated_at: at }) },
        ...(Object.keys(unset).length > 0 && { $unset: unset }),
      },
    },
  };
}
