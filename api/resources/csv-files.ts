import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import type { Config } from '../../common/config.ts';
import { isAscii, parseAddress } from '../../common/domain/addresses.ts';
import { createCsvDecoder, createUtf8Check, encodedBytes } from '../../common/domain/csv-text.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import {
  byteOrderMark,
  CSV_ENCODINGS,
  type CsvEncoding,
  encodingNamed,
  encodingOfContents,
  type FoundEncoding,
  isOtherFile,
  statedEncoding,
  UTF16_BYTES,
} from '../../shared/csv-encoding.ts';
import type { Detector } from '../../shared/guess-encoding.ts';
import type { UploadedFile } from '../http/body.ts';
import { invalid } from '../http/failures.ts';
import { oneOfHint } from '../http/hints.ts';
import { configuredLimits, refuse, text, upload } from '../http/inputs.ts';
import { optional, stated } from '../http/typed-input.ts';
import { type CsvHeader, type NoHeader, readHeader } from '../services/domain/csv-header.ts';

/** Most headers end within these bytes … */
const HEAD_BYTES = 64 * 2 ** 10;
/** … and all within this many times the limit of a record, because UTF-16 has two bytes a character. */
const LONG_HEAD = 2;

/** No header is longer. */
export const headerBytes = ({ csvRecord }: Pick<Config['limits'], 'csvRecord'>): number =>
  LONG_HEAD * csvRecord + HEAD_BYTES;

export interface CsvFile {
  readonly encoding: FoundEncoding;
  readonly header: CsvHeader;
  /** Bytes before the first row, and its line. */
  readonly firstRow: { readonly offset: number; readonly line: number };
}

/** A blank one is absent. */
export const csvEncoding = stated(
  optional(text()).custom(
    (name, helpers) => encodingNamed(name) ?? refuse(helpers, texts.selected, oneOfHint(name, CSV_ENCODINGS)),
  ),
  { type: 'string', enum: CSV_ENCODINGS },
);

/**
 * A CSV file, by its name and first bytes, with a header that an import can use. The check reads the disk, at most a few MB
 * that were just written, so that one answer reports all problems of a call.
 */
export const csvFile = stated(
  upload.custom((file, helpers) => {
    const limits = configuredLimits(helpers);
    const head = readHead(file.path, HEAD_BYTES);
    if (!/\.csv$/i.test(file.name) || isOtherFile(head)) return refuse(helpers, texts.csv, OTHER_PATH);
    const { encoding, map } = helpers.state.ancestors[0] as { encoding?: unknown; map?: unknown };
    const stated = statedEncoding(head, encodingIn(encoding));
    const chosen = emailColumnIn(map);
    const found = likelyHeader(file, stated, limits, chosen);
    return found && 'problem' in found
      ? refuse(
          helpers,
          (key) => problemText(key, found, limits),
          hintOf(found, stated?.encoding ?? 'utf-8', chosen),
        )
      : file;
  }),
  { type: 'string', format: 'binary' },
);

/** A table in any form that {@link unpackApart} reads. */
export const tableFile = stated(
  upload.custom((file, helpers) =>
    /\.(?:csv|tsv|txt|gz|zip|xlsx)$/i.test(file.name) ? file : refuse(helpers, texts.table),
  ),
  { type: 'string', format: 'binary' },
);

const encodingIn = (given: unknown): CsvEncoding | undefined =>
  typeof given === 'string' ? encodingNamed(given.trim()) : undefined;

/** The column that `map` of the same call names for addresses. */
function emailColumnIn(map: unknown): string | undefined {
  const chosen =
    typeof map === 'object' && map !== null ? (map as Record<string, unknown>)['email'] : undefined;
  return typeof chosen === 'string' ? chosen : undefined;
}

const OTHER_PATH = 'contacts/upload takes .csv, .tsv, .txt, .gz, .zip and .xlsx.';

/** Column names of a hint, and characters of each. */
const SHOWN_COLUMNS = 20;
const SHOWN_CHARACTERS = 60;
const SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': '|' } as const;

/** The columns, separator and encoding of a file without a usable header. */
function hintOf(
  { problem, names, delimiter, addresses }: NoHeader,
  encoding: CsvEncoding,
  chosen: string | undefined,
): string {
  // Its header was not read.
  if (problem === 'too_many_columns') return 'Delete the columns that you do not import.';
  const shown = (name: string): string =>
    `"${name
      .trim()
      .slice(0, SHOWN_CHARACTERS)
      .replace(/[\p{Cc}\ufffd]+/gu, ' ')}"`;
  const hasRow = names.some((name) => parseAddress(name) !== null);
  const columns = names.slice(0, SHOWN_COLUMNS).map(shown).join(', ');
  const more = names.length > SHOWN_COLUMNS ? `, and ${names.length - SHOWN_COLUMNS} more` : '';
  return [
    ...(chosen === undefined ? [] : [`There is no column ${shown(chosen)}.`]),
    `Columns found: ${columns || 'none'}${more}.`,
    `Separator: ${SEPARATORS[delimiter]}. Encoding: ${encoding}.`,
    ...(hasRow ? ['Its first line is no header: add a line with the names of the columns.'] : []),
    ...(addresses && !hasRow
      ? [`Write map[email]=${addresses.trim().slice(0, SHOWN_CHARACTERS)}: its cells are addresses.`]
      : []),
  ].join(' ');
}

function problemText(key: string, { problem }: NoHeader, limits: Config['limits']): string {
  switch (problem) {
    case 'no_email':
      return texts.csvEmail(key);
    case 'too_many_columns':
      return texts.csvColumns(key, limits.csvColumns);
    default:
      return texts.csvHeader(key, limits.csvRecord);
  }
}

/** Whether a file is a table itself, and no archive or workbook. */
export const isPlainTable = (path: string): boolean => !isOtherFile(readHead(path, HEAD_BYTES));

/** Reads a file that {@link csvFile} accepted to its end, because the encoding may depend on that. */
export async function inspectCsv(
  file: UploadedFile,
  limits: Config['limits'],
  given?: CsvEncoding,
  emailColumn?: string,
): Promise<CsvFile> {
  const head = readHead(file.path, UTF16_BYTES);
  const encoding = statedEncoding(head, given) ?? (await encodingOf(file));
  const header = headerOf(file, encoding.encoding, limits, emailColumn);
  if ('problem' in header) {
    const hint = hintOf(header, encoding.encoding, emailColumn);
    throw invalid({ file: [problemText('file', header, limits)] }, { file: [hint] });
  }
  const { bytes, line } = header.firstRow;
  return { encoding, header, firstRow: { offset: (byteOrderMark(head)?.bytes ?? 0) + bytes, line } };
}

/** In bytes: one turn of the event loop counts rows for about 2 ms. */
const TURN_BYTES = 256 * 2 ** 10;

/**
 * Of the well-kept detectors, jschardet finds 15 code pages in files of eight names, and chardet 2.2 a third of them. Its model
 * takes 100 ms and 40 MB, so it is loaded when first needed.
 */
const detect: Detector = async (sample) => (await import('jschardet')).detectAll(sample);

const encodingOf = ({ path }: UploadedFile): Promise<FoundEncoding> =>
  encodingOfContents(() => createReadStream(path, { highWaterMark: TURN_BYTES }), createUtf8Check(), detect);

/** The header, or null if it depends on an encoding that only the whole file shows. */
function likelyHeader(
  file: UploadedFile,
  stated: FoundEncoding | null,
  limits: Config['limits'],
  emailColumn: string | undefined,
): CsvHeader | NoHeader | null {
  const header = headerOf(file, stated?.encoding ?? 'utf-8', limits, emailColumn);
  const isOpen = !stated && emailColumn !== undefined && !isAscii(emailColumn);
  return 'problem' in header && isOpen ? null : header;
}

function headerOf(
  file: UploadedFile,
  encoding: CsvEncoding,
  limits: Config['limits'],
  emailColumn?: string,
): CsvHeader | NoHeader {
  const within = (bytes: number) => {
    const head = readHead(file.path, bytes);
    const whole = head.length === file.bytes;
    const decoder = createCsvDecoder(encoding);
    const text = decoder.write(head.subarray(byteOrderMark(head)?.bytes ?? 0));
    return readHeader(
      whole ? text + decoder.end() : text,
      whole,
      { record: limits.csvRecord, columns: limits.csvColumns },
      (piece) => encodedBytes(piece, encoding),
      emailColumn,
    );
  };
  const found = within(HEAD_BYTES);
  return 'problem' in found && file.bytes > HEAD_BYTES ? within(headerBytes(limits)) : found;
}

function readHead(path: string, bytes: number): Buffer {
  const descriptor = openSync(path, 'r');
  try {
    const head = Buffer.allocUnsafe(bytes);
    return head.subarray(0, readSync(descriptor, head, 0, bytes, 0));
  } finally {
    closeSync(descriptor);
  }
}
