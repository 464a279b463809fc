import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTransactionInTurn } from '../../common/changes/account-transactions.ts';
import { forgetFailures } from '../../common/changes/job-failures.ts';
import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { subjectOfUndo } from '../../common/jobs/subjects.ts';
import { ContactType, newContactType } from '../../common/models/contact-types.ts';
import { Import, type ImportDocument } from '../../common/models/imports.ts';
import { Move, type MoveDocument, type MoveFile } from '../../common/models/moves.ts';
import { nextId, reserveIds } from '../../common/store/ids.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import { readUpload, UploadGone } from '../../common/store/uploads.ts';
import type { CsvEncoding } from '../../shared/csv-encoding.ts';
import type { Account } from '../http/account.ts';
import type { UploadedFile } from '../http/body.ts';
import type { CallOf } from '../http/endpoint.ts';
import { Failure, invalidField } from '../http/failures.ts';
import { appliedOf, moveUndoableUntil, newTypeName, stateOf } from '../present/moves.ts';
import { isGroupThere } from '../services/queries/unsubscribe-groups.ts';
import { isTypeThere } from './contact-references.ts';
import { headerBytes } from './csv-files.ts';
import { LOOK_BYTES } from './csv-statuses.ts';
import { type CsvReading, type PlannedImport, planImport } from './csv-uploads.ts';
import type { FoundMove } from './found-moves.ts';
import { chosenOf } from './import-columns.ts';
import { makeFields, withNames } from './import-starts.ts';
import { decisionsOf, type MoveDecisions, ofFileAt, refusalOfAll } from './move-decisions.ts';
import { suppressionsIn } from './move-plans.ts';

type GivenDecisions = Parameters<typeof decisionsOf>[1] & {
  readonly files?: ReadonlyMap<number, Record<string, unknown>>;
};

/** A file of a move with its decisions and its import, which is not stored yet. */
interface AppliedFile {
  readonly file: MoveFile;
  readonly trial: ImportDocument;
  readonly decided: MoveDecisions;
  readonly plan: PlannedImport;
}

/** Makes an import of each file, all in one transaction. */
export async function applyMove(
  { move, imports }: FoundMove,
  { files: byFile, ...shared }: GivenDecisions,
  account: Account,
  { config, ring, conflict }: CallOf<'moveApply'>,
): Promise<true> {
  if (move.applied_at !== null) throw conflict('applied');
  const { state } = stateOf(move, imports);
  if (state === 'reading') throw conflict('reading');
  if (state === 'failed') throw conflict('gone');
  const decided = decisionsOf(byFile ?? new Map(), shared, move.files.length, config.limits);
  await checkReferences(decided, account.id);
  const applied: AppliedFile[] = [];
  for (const [at, file] of move.files.entries()) {
    const trial = imports.get(file.trial_id ?? 0);
    if (!trial?.file_id) continue;
    const of = decided[at]!;
    const plan = await planAgain(trial, file, of, account, config).catch((error: unknown) => {
      if (error instanceof UploadGone) throw conflict('gone');
      throw error instanceof Failure && error.status === 422 ? ofFileAt(at, error) : error;
    });
    applied.push({ file, trial, decided: of, plan });
  }
  const ids = await storeAll(move, applied, account.id).catch((error: unknown) => {
    throw error instanceof UploadGone ? conflict('gone') : error;
  });
  if (ids === null) throw conflict('applied');
  for (const importId of ids) await ring('import-contacts', { importId, userId: account.id });
  return true;
}

/** Throws a 422 with all references that do not exist. */
async function checkReferences(decided: readonly MoveDecisions[], userId: number): Promise<void> {
  const isThere = async (key: 'contact_type_id' | 'opt_out_group', id: number): Promise<boolean> =>
    outsideTransaction(() =>
      key === 'contact_type_id' ? isTypeThere(userId, id) : isGroupThere(userId, id),
    );
  const wrong: Failure[] = [];
  for (const key of ['contact_type_id', 'opt_out_group'] as const) {
    const known = new Map<number, boolean>();
    const bad: number[] = [];
    for (const [at, { [key]: id }] of decided.entries()) {
      if (id === undefined) continue;
      if (!known.has(id)) known.set(id, await isThere(key, id));
      if (!known.get(id)) bad.push(at);
    }
    const failure = invalidField(key, texts.selected(key));
    // A wrong id of all files is the one for all files.
    wrong.push(...(bad.length === decided.length ? [failure] : bad.map((at) => ofFileAt(at, failure))));
  }
  if (wrong.length > 0) throw refusalOfAll(wrong);
}

/** Bytes of a file's beginning: its longest header, and the rows that are looked at. */
const headBytes = (limits: Config['limits']): number => headerBytes(limits) + LOOK_BYTES;

/** Reads the beginning of a stored file again, with the caller's decisions. */
async function planAgain(
  trial: ImportDocument,
  file: MoveFile,
  decided: MoveDecisions,
  account: Account,
  { limits }: Config,
): Promise<PlannedImport> {
  const folder = await mkdtemp(join(tmpdir(), `mailing-uploads-${process.pid}-`));
  try {
    const path = join(folder, 'head.csv');
    await writeFile(path, await headOf(trial, headBytes(limits)));
    const head: UploadedFile = { path, name: trial.file_name, type: 'text/csv', bytes: trial.file_bytes };
    const { column, map } = chosenOf(decided.map ?? null);
    // An export of this service loses no field.
    const proposed = file.tool === 'mailing' ? (trial.new_fields ?? []) : [];
    const reading: CsvReading = {
      map,
      headings: await makeFields(
        account.id,
        withNames(decided.new_fields ?? proposed, decided.new_field_names),
        false,
      ),
      encoding: decided.encoding ?? (trial.encoding as CsvEncoding),
      statuses: { column, decisions: decided.statuses ?? [], group: decided.opt_out_group ?? null },
      dateOrder: decided.date_order || null,
      zone: account.timezone,
      leaveOut: decided.leave_out ?? [],
      keepsExisting: decided.existing === 'skip',
      moveId: trial.move_id!,
      at: trial.created_at,
    };
    const typeId = decided.contact_type_id ?? null;
    const plan = await planImport(head, typeId, account.id, limits, reading);
    const isListed = file.kind === 'suppressions' && decided.contact_type_id === undefined;
    const suppress = isListed ? suppressionsIn(plan) : null;
    return suppress ? await planImport(head, null, account.id, limits, { ...reading, suppress }) : plan;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function headOf({ user_id, file_id }: ImportDocument, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of readUpload(user_id, file_id!, 0)) {
    // The next piece may use the same memory.
    pieces.push(Buffer.from(piece));
    bytes += piece.length;
    if (bytes >= most) break;
  }
  return Buffer.concat(pieces);
}

/** Null: another call applied the move. */
async function storeAll(
  move: MoveDocument,
  applied: readonly AppliedFile[],
  userId: number,
): Promise<readonly number[] | null> {
  const first = await reserveIds('imports', applied.length);
  // A contact type for each audience of the export, and one for files without.
  const nameOf = ({ file }: AppliedFile): string => file.audience ?? newTypeName(move);
  const typeOf = new Map<string, number>();
  for (const one of applied)
    if (one.decided.contact_type_id === undefined && !one.plan.fields.suppress && !typeOf.has(nameOf(one)))
      typeOf.set(nameOf(one), await nextId('contact_types'));
  const importOf = new Map(applied.map(({ trial }, at) => [trial._id, first + at]));
  const at = now();
  return inTransactionInTurn(userId, async () => {
    const files = move.files.map((file) => ({
      ...file,
      import_id: importOf.get(file.trial_id ?? 0) ?? null,
    }));
    const { matchedCount } = await Move.of(userId).updateOne(
      { _id: move._id, applied_at: null },
      { $set: { files, applied_at: at, updated_at: at } },
    );
    if (matchedCount === 0) return null;
    for (const [name, _id] of typeOf)
      await ContactType.of(userId).insertOne(newContactType({ _id, user_id: userId, name }, at));
    for (const one of applied) {
      const { trial, decided } = one;
      const { fields } = one.plan;
      const isTrialEncoding = decided.encoding === undefined;
      const { matchedCount: held } = await Import.of(userId).updateOne(
        { _id: trial._id, file_id: trial.file_id },
        { $set: { file_id: null } },
      );
      if (held === 0) throw new UploadGone();
      await Import.of(userId).insertOne({
        ...fields,
        _id: importOf.get(trial._id)!,
        file_id: trial.file_id,
        contact_type_id: fields.suppress
          ? fields.contact_type_id
          : (decided.contact_type_id ?? typeOf.get(nameOf(one))!),
        ...(isTrialEncoding && { encoding_by: trial.encoding_by, encoding_certain: trial.encoding_certain }),
        updated_at: at,
      });
    }
    return [...importOf.values()];
  });
}

/** Undoes the imports, the last first. A repeated call changes nothing. */
export async function undoMove(
  { move, imports }: FoundMove,
  account: Account,
  { ring, conflict }: CallOf<'moveUndo'>,
): Promise<true> {
  const applied = appliedOf(move, imports);
  if (move.applied_at === null) throw conflict('unapplied');
  if (applied.some(({ finished_at }) => finished_at === null)) throw conflict('applying');
  const contacts = applied.filter(({ remembered }) => remembered !== undefined);
  const until = moveUndoableUntil(move, imports);
  const isDone = move.undo_at !== null && contacts.every(({ undo_state }) => undo_state === 'completed');
  if (!isDone && contacts.length > 0 && (until === null || until <= now())) throw conflict('lateMove');
  const at = now();
  await inTransactionInTurn(account.id, async () => {
    await Move.of(account.id).updateOne(
      { _id: move._id },
      { $set: { undo_at: move.undo_at ?? at, updated_at: at } },
    );
    await Import.of(account.id).updateMany(
      {
        _id: { $in: contacts.map(({ _id }) => _id) },
        undo_state: { $nin: ['waiting', 'running', 'completed'] },
      },
      { $set: { undo_state: 'waiting', undo_failure: null, undo_waits_since: at } },
    );
  });
  const failed = contacts.filter(({ undo_state }) => undo_state === 'failed');
  if (failed.length > 0) await forgetFailures(failed.map(({ _id }) => subjectOfUndo(_id)));
  const last = contacts.at(-1);
  if (last) await ring('undo-import', { importId: last._id, userId: account.id });
  return true;
}
