import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Config } from '../../common/config.ts';
import { HYGIENE_KINDS, type HygieneKind } from '../../common/domain/address-doubts.ts';
import { FIELD_TYPES, type FieldType } from '../../common/domain/custom-values.ts';
import { countStatuses, sumOfStatuses } from '../../common/domain/statuses/counted.ts';
import { isLonger } from '../../common/domain/text-length.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { DATE_ORDERS } from '../../common/domain/written-values.ts';
import type { UnmovedFiles } from '../../common/models/moves.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import type { Account } from '../http/account.ts';
import type { UploadedFile } from '../http/body.ts';
import type { Service } from '../http/endpoint.ts';
import { Failure, invalid, invalidField } from '../http/failures.ts';
import { oneOfHint } from '../http/hints.ts';
import { flag, integer, list, listSchema, oneOf, refuse, textsByName } from '../http/inputs.ts';
import { optional, required, stated, type ValuesOf } from '../http/typed-input.ts';
import { isGroupThere } from '../services/queries/unsubscribe-groups.ts';
import type { UnpackProblem } from '../services/unpacking/unpack.ts';
import { unpackApart } from '../services/unpacking/unpacked.ts';
import { isTypeThere } from './contact-references.ts';
import { csvEncoding, inspectCsv, isPlainTable } from './csv-files.ts';
import { type ReceivedFile, receiveCsv } from './csv-uploads.ts';
import { chosenColumns, chosenOf, decisionsInput, LONG_NAME } from './import-columns.ts';
import { newField } from './new-fields.ts';
import { fieldNameHint, fieldNameOf } from './proposed-fields.ts';
import { storeBytes } from './stored-bytes.ts';

/** In characters. */
const HEADING_MAX = 255;

/** `new_fields[<heading>]`: a custom field to make for the column, and its type. Blank entries are ignored. */
const newFieldsInput = textsByName({ type: ['string', 'null'], enum: [...FIELD_TYPES, null] }).custom(
  (given, helpers): readonly NewField[] => {
    const fields: NewField[] = [];
    for (const [heading, type] of Object.entries(given ?? {})) {
      if (type.trim() === '') continue;
      const found = FIELD_TYPES.find((one) => one === type.trim());
      if (isLonger(heading, HEADING_MAX)) return refuse(helpers, texts.format, LONG_NAME) as never;
      if (!found)
        return refuse(
          helpers,
          (key) => texts.selected(`${key} ${heading}`),
          oneOfHint(type, FIELD_TYPES),
        ) as never;
      fields.push({ heading, type: found });
    }
    return fields;
  },
);

interface NewField {
  readonly heading: string;
  readonly type: FieldType;
  /** Absent: it is made of the heading. */
  readonly name?: string;
}

/** `new_field_names[<heading>]`: the name of the field that `new_fields` makes. Blank entries are ignored. */
const fieldNamesInput = textsByName({ type: ['string', 'null'], maxLength: HEADING_MAX }).custom(
  (given, helpers): ReadonlyMap<string, string> => {
    const names = Object.entries(given ?? {}).filter(([, name]) => name.trim() !== '');
    return names.some((pair) => pair.some((one) => isLonger(one, HEADING_MAX)))
      ? (refuse(helpers, texts.format, LONG_NAME) as never)
      : new Map(names);
  },
);

const kindsInput = stated(
  list().custom((given, helpers): readonly HygieneKind[] => {
    const kinds = HYGIENE_KINDS.filter((kind) => given.includes(kind));
    const other = given.find((word) => !(HYGIENE_KINDS as readonly string[]).includes(word));
    return other === undefined
      ? kinds
      : (refuse(
          helpers,
          () => texts.selected('leave_out'),
          `Write one of ${HYGIENE_KINDS.join(', ')}.`,
        ) as never);
  }),
  listSchema({ type: 'string', enum: HYGIENE_KINDS }),
).example(['role', 'disposable']);

/** The inputs of both uploads of contacts, without their file. */
export const importInput = {
  contact_type_id: required(integer()),
  map: chosenColumns.description(
    'The column of the file for each field, as `map[<field>]`, such as `map[first_name]=Given name`. Without it, columns are matched by their' +
      ' names. With it, columns that it does not name are left out, and `map[email]` is required. `map[status]` names the column with the ' +
      'statuses; if it is the only entry, the other columns are matched by their names.',
  ),
  new_fields: newFieldsInput.description(
    'Custom fields to make for columns, or for keys of JSON cells, as `new_fields[<heading>]=text` (or `number`, `datetime-local`). Characters' +
      ' that the name of a field cannot have become `_`. A field of that name that exists is used.',
  ),
  new_field_names: fieldNamesInput.description(
    'Names of the fields that `new_fields` makes, as `new_field_names[<heading>]=shoe_size`. Without one, the heading is the name.',
  ),
  existing: optional(oneOf(['update', 'skip'])).description(
    '`skip`: contacts that are stored already stay as they are. Statuses that forbid mail are applied to them, too. `update`, the default, changes them.',
  ),
  dry_run: flag().description(
    '1: a dry run. Nothing is imported, and the import counts what would change, for the first 100,000 rows or 32 MiB of the file.',
  ),
  encoding: csvEncoding.description(
    'The character encoding of the file. Without it, the byte order mark decides, then the contents; `encoding_by` of the answer says which.',
  ),
  statuses: decisionsInput.description(
    'The status of the rows with each word, as `statuses[<word>]`, such as `statuses[Waiting list]=unconfirmed`. `statuses[]` is for blank ' +
      'cells. `statuses[*]` is for all other words and blank cells, also for known words and for a file without statuses. ' +
      '`statuses[*]=mailable` makes all rows mailable.',
  ),
  opt_out_group: optional(integer()).description(
    'The unsubscribe group that people with the status `opted_out` leave. Without it, they get no mail of the account at all.',
  ),
  leave_out: kindsInput.description(
    'Kinds of doubtful addresses whose rows are not imported: `typo`, `role`, `disposable`, `no_mail_domain`, `undeliverable`. Only with the last' +
      ' two, and in a dry run, they are looked up.',
  ),
  date_order: optional(oneOf(DATE_ORDERS)).description(
    'The order of dates such as `03/07/1991`: day first (`dmy`) or month first (`mdy`). Without it, a column shows its order by a day over 12.',
  ),
};

type ImportValues = ValuesOf<typeof importInput>;

/** Stores files and their imports. A file that cannot be read refuses all of them. */
export async function startImports(
  files: readonly UploadedFile[],
  input: ImportValues,
  account: Account,
  { limits }: Pick<Config, 'limits'>,
  ring: Service['ring'],
): Promise<readonly ReceivedFile[]> {
  const { contact_type_id: typeId, encoding, statuses = [], opt_out_group: group = null } = input;
  if (!(await outsideTransaction(() => isTypeThere(account.id, typeId))))
    throw invalidField('contact_type_id', texts.selected('contact_type_id'));
  if (group !== null && !(await outsideTransaction(() => isGroupThere(account.id, group))))
    throw invalidField('opt_out_group', texts.selected('opt_out_group'));
  const { column, map } = chosenOf(input.map ?? null);
  const isTrial = input.dry_run === 1;
  if (files.length > 1)
    for (const file of files)
      await inspectCsv(file, limits, encoding, map?.['email']).catch((error: unknown) => {
        throw ofFile(file.name, error);
      });
  const wanted = withNames(input.new_fields ?? [], input.new_field_names);
  const headings = await makeFields(account.id, wanted, isTrial);
  const received: ReceivedFile[] = [];
  for (const file of files) {
    const one = await storeBytes(account, file.bytes, () =>
      receiveCsv(file, typeId, account, limits, {
        map,
        headings,
        encoding,
        statuses: { column, decisions: statuses, group },
        isTrial,
        dateOrder: input.date_order || null,
        zone: account.timezone,
        leaveOut: input.leave_out ?? [],
        keepsExisting: input.existing === 'skip',
      }),
    );
    await ring(isTrial ? 'try-import' : 'import-contacts', { importId: one.id, userId: account.id });
    received.push(one);
  }
  return received;
}

/** Names the file of an archive in the hints of its failure. */
export function ofFile(name: string, error: unknown): unknown {
  if (!(error instanceof Failure) || typeof error.errors === 'string') return error;
  const hints = error.hints?.['file'] ?? [];
  return invalid(error.errors, { file: [`The file ${name}.`, ...hints] });
}

/** The fields with the names that the caller gives their headings. */
export const withNames = (
  fields: readonly Omit<NewField, 'name'>[],
  names: ReadonlyMap<string, string> = new Map(),
): readonly NewField[] =>
  fields.map(({ heading, type }) => {
    const name = names.get(heading);
    return name === undefined ? { heading, type } : { heading, type, name };
  });

/** Makes the fields that do not exist, and returns the field of each heading. A dry run makes none. */
export async function makeFields(
  userId: number,
  wanted: readonly NewField[],
  isTrial: boolean,
): Promise<ReadonlyMap<string, string>> {
  const headings = new Map<string, string>();
  for (const { heading, type, name } of wanted) {
    const field = fieldNameOf(name ?? heading);
    const end = await outsideTransaction(() => newField(userId, field, type, isTrial));
    if (end === null) {
      const hint = fieldNameHint(field);
      if (name !== undefined)
        throw invalidField('new_field_names', texts.selected(`new_field_names ${heading}`), hint);
      const instead = `${hint} Name it by \`new_field_names[${heading}]\`.`;
      throw invalidField('new_fields', texts.selected(`new_fields ${heading}`), instead);
    }
    headings.set(heading, end);
  }
  return headings;
}

const PROBLEMS: Readonly<Record<UnpackProblem, string>> = {
  encrypted: 'it is encrypted. Remove the password.',
  nested: 'it has an archive or workbook in it. Upload its files one by one.',
  too_large: 'it is too large when unpacked.',
  too_many: 'it has more than 50 files.',
  broken: 'it is damaged.',
  none: 'it has no .csv, .tsv or .txt file.',
  old_workbook: 'it is an old or encrypted workbook. Save it as .xlsx or .csv, without a password.',
  large_workbook: 'the workbook is too large to be read. Save its sheet as .csv.',
  sheet: 'the workbook has no such sheet.',
};

/** Unpacks the tables of an uploaded file into a folder that is removed with the file. */
export async function unpackedFiles(
  file: UploadedFile,
  sheet: string,
  account: Account,
  { limits }: Pick<Config, 'limits'>,
): Promise<{ readonly files: readonly UploadedFile[]; readonly unmoved: UnmovedFiles }> {
  const { path, name } = file;
  // A process that unpacks takes some 100 ms to start.
  if (isPlainTable(path)) return { files: [file], unmoved: { files: [], count: 0 } };
  const into = `${path}.unpacked`;
  await mkdir(into);
  const unpacked = await unpackApart(account.id, { path, name, into, most: limits.csv, sheet });
  if ('problem' in unpacked) {
    const { problem, sheets } = unpacked;
    throw problem === 'sheet'
      ? invalidField('sheet', texts.selected('sheet'), oneOfHint(sheet, sheets ?? []))
      : invalidField('file', texts.unpacked('file', PROBLEMS[problem]));
  }
  const files = unpacked.files.map((one) => ({ ...one, type: 'text/csv', bytes: statSync(one.path).size }));
  return { files, unmoved: unpacked.unmoved };
}

/** The answer of an upload of several files: that of the first, with the statuses of all. */
export function sumOfFiles(received: readonly ReceivedFile[]): ReceivedFile {
  const statuses = received.reduce(sumOfStatuses, countStatuses([]));
  return { ...received[0]!, ...statuses, whole: received.every(({ whole }) => whole) };
}
