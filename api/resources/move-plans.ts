import { now } from '../../common/clock.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { unguarded } from '../../common/domain/csv-cells.ts';
import { readAddress } from '../../common/domain/read-address.ts';
import { withoutAddress, withoutAddresses } from '../../common/domain/without-address.ts';
import { Import } from '../../common/models/imports.ts';
import { Move, type MoveFile, type UnmovedFiles } from '../../common/models/moves.ts';
import type { SuppressionReason } from '../../common/models/suppressions.ts';
import { nextId } from '../../common/store/ids.ts';
import { isInTransaction } from '../../common/store/transactions.ts';
import { removeUpload } from '../../common/store/uploads.ts';
import { type MoveTool, toolOf, toolOfMost } from '../../shared/move-tools.ts';
import { foldedWords } from '../../shared/statuses/folded-words.ts';
import { groupsColumn } from '../../shared/statuses/headings.ts';
import type { ContactStatus } from '../../shared/statuses/statuses.ts';
import type { Account } from '../http/account.ts';
import type { UploadedFile } from '../http/body.ts';
import type { Call } from '../http/endpoint.ts';
import { Failure, invalidField } from '../http/failures.ts';
import { type CsvReading, type PlannedImport, planImport, storeImport } from './csv-uploads.ts';
import { ofFile, unpackedFiles } from './import-starts.ts';
import { storeBytes } from './stored-bytes.ts';

export const MOST_TABLES = 50;
/** Named files of all archives together. */
const MOST_UNMOVED = 50;
/** In characters. */
const NAME_MAX = 255;

/** The reason of an address whose file gives all its rows a status. */
const REASON_OF: Readonly<Partial<Record<ContactStatus, SuppressionReason>>> = {
  opted_out: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
};

interface PlannedFile {
  readonly file: UploadedFile;
  readonly tool: MoveTool | null;
  readonly kind: MoveFile['kind'];
  readonly plan: PlannedImport | null;
  readonly problem: Failure | null;
}

/** Stores the files of a move, and a dry run of each. A file that cannot be read is a part of the plan, unless it is the only one. */
export async function addMove(
  given: readonly UploadedFile[],
  tool: MoveTool | null,
  account: Account,
  { config, ring }: Pick<Call, 'config' | 'ring'>,
): Promise<{ id: number }> {
  const { files, unmoved } = await tablesOf(given, account, config);
  const _id = await nextId('moves');
  const at = now();
  const planned: PlannedFile[] = [];
  for (const file of files)
    planned.push(await planFile(file, { id: _id, at, zone: account.timezone }, account, config));
  const [first] = planned;
  if (planned.every(({ plan }) => plan === null))
    throw planned.length === 1 ? first!.problem : ofFile(first!.file.name, first!.problem);
  const trials: number[] = [];
  try {
    const stored: MoveFile[] = [];
    for (const one of planned) {
      const trial = one.plan && (await storeTrial(one.file, one.plan, account));
      if (trial !== null) trials.push(trial);
      stored.push(storedFile(one, trial));
    }
    await Move.of(account.id).insertOne({
      _id,
      user_id: account.id,
      tool: tool ?? toolOfMost(planned.map((one) => one.tool)),
      files: stored,
      ...(unmoved.count > 0 && { not_moved: unmoved }),
      duplicates: duplicatesIn(planned),
      applied_at: null,
      undo_at: null,
      created_at: at,
      updated_at: at,
    });
  } catch (error) {
    // In a transaction they are not stored.
    if (!isInTransaction()) await removeTrials(account.id, trials).catch(() => {});
    throw error;
  }
  for (const importId of trials) await ring('try-import', { importId, userId: account.id });
  return { id: _id };
}

async function tablesOf(
  given: readonly UploadedFile[],
  account: Account,
  config: Call['config'],
): Promise<{ files: UploadedFile[]; unmoved: UnmovedFiles }> {
  const files: UploadedFile[] = [];
  const unmoved: UnmovedFiles = { files: [], count: 0 };
  for (const file of given) {
    const unpacked = await unpackedFiles(file, '', account, config).catch((error: unknown) => {
      throw given.length > 1 ? ofFile(file.name, error) : error;
    });
    files.push(...unpacked.files);
    unmoved.files.push(...unpacked.unmoved.files);
    unmoved.count += unpacked.unmoved.count;
  }
  if (files.length > MOST_TABLES)
    throw invalidField('file', `The file field must not have more than ${MOST_TABLES} items.`);
  const named = unmoved.files.slice(0, MOST_UNMOVED);
  unmoved.files = named.map(({ name, why }) => ({ name: withoutAddress(name), why }));
  return { files, unmoved };
}

async function planFile(
  file: UploadedFile,
  { id, at, zone }: { id: number; at: Date; zone: string },
  { id: userId }: Account,
  { limits }: Call['config'],
): Promise<PlannedFile> {
  const reading: CsvReading = { isTrial: true, moveId: id, at, zone };
  try {
    const plan = await planImport(file, null, userId, limits, reading);
    const tool = toolOf(file.name, plan.fields.header);
    const suppress = suppressionsIn(plan);
    if (!suppress) return { file, tool, kind: 'contacts', plan, problem: null };
    const again = await planImport(file, null, userId, limits, { ...reading, suppress });
    return { file, tool, kind: 'suppressions', plan: again, problem: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 422) throw error;
    return { file, tool: null, kind: 'unreadable', plan: null, problem: error };
  }
}

/** Of `suppressions/download`. */
const OUR_COLUMNS = 4;

/** How a file is read that has nothing but addresses that get no mail; null: a file of contacts. */
export function suppressionsIn({
  fields: { header, columns, statuses_by: plan },
}: PlannedImport): CsvReading['suppress'] | null {
  if (!plan || columns.filter((field) => field !== null).length > 1) return null;
  const reason = plan.all && REASON_OF[plan.all];
  if (plan.all !== null) return reason ? { reason } : null;
  // A file of `suppressions/download`, or of an account's export.
  const folded = new Set(header.map(foldedWords));
  const isOurs = folded.has('status at') && (folded.has('reason') || plan.groups !== undefined);
  return isOurs && header.length === OUR_COLUMNS ? { reason: null } : null;
}

const storeTrial = (file: UploadedFile, plan: PlannedImport, account: Account): Promise<number> =>
  storeBytes(account, file.bytes, async () => (await storeImport(file, plan, account)).id);

function storedFile({ file, tool, kind, plan, problem }: PlannedFile, trial_id: number | null): MoveFile {
  const audience = kind === 'contacts' && plan ? audienceIn(plan) : null;
  const stored = {
    name: null,
    tool,
    kind,
    trial_id,
    import_id: null,
    ...(audience !== null && { audience }),
  };
  if (problem === null || typeof problem.errors === 'string') return stored;
  const [text = ''] = Object.values(problem.errors).flat();
  const hint = Object.values(problem.hints ?? {})
    .flat()
    .join(' ');
  return {
    ...stored,
    name: withoutAddress(file.name).slice(0, NAME_MAX),
    problem: { text, hint: hint === '' ? null : withoutAddresses(hint) },
  };
}

/** The one contact type that the first rows of a file of `contacts/download` name. */
function audienceIn({ fields: { header }, rows }: PlannedImport): string | null {
  const at = header.findIndex((name) => foldedWords(name) === 'contact type');
  if (at === -1 || groupsColumn(header) === -1) return null;
  const names = new Set(rows.map((cells) => unguarded((cells[at] ?? '').trim())));
  const [name = ''] = names;
  return names.size === 1 && name.length > 1 ? name.slice(0, NAME_MAX) : null;
}

/** Counts in the first rows of each file. */
function duplicatesIn(planned: readonly PlannedFile[]): number {
  const seen = new Set<string>();
  let rows = 0;
  for (const { plan } of planned) {
    const email = plan?.fields.columns.indexOf('email') ?? -1;
    for (const cells of plan?.rows ?? []) {
      const found = readAddress(cells[email] ?? '');
      if (found === null || found === 'several') continue;
      const key = normalizeAddress(found.address);
      if (seen.has(key)) rows += 1;
      seen.add(key);
    }
  }
  return rows;
}

async function removeTrials(userId: number, ids: readonly number[]): Promise<void> {
  const found = await Import.of(userId)
    .find({ _id: { $in: [...ids] } })
    .toArray();
  await Import.of(userId).deleteMany({ _id: { $in: [...ids] } });
  for (const { file_id } of found) if (file_id) await removeUpload(userId, file_id);
}
