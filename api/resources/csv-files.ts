import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import iconv from 'iconv-lite';
import type { CustomHelpers } from 'joi';
import type { Config } from '../../common/config.ts';
import {
  byteOrderMark,
  type CsvEncoding,
  createUtf8Check,
  encodedBytes,
  isOtherFile,
} from '../../common/domain/csv-encoding.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { type CsvHeader, type HeaderProblem, readHeader } from '../domain/csv-header.ts';
import type { UploadedFile } from '../http/body.ts';
import { invalidField } from '../http/failures.ts';
import { limitsOf, refuse, upload } from '../http/inputs.ts';
import { stated } from '../http/typed-input.ts';

/** Most headers end in here … */
const HEAD_BYTES = 64 * 2 ** 10;
/** … and none behind this many times the limit of a record: UTF-16 has two bytes a character. */
const LONG_HEAD = 2;

/** How a CSV file is written, and where its rows begin. */
export interface CsvFile {
  readonly encoding: CsvEncoding;
  readonly header: CsvHeader;
  /** Bytes before the first row, and its line. */
  readonly firstRow: { readonly offset: number; readonly line: number };
}

/**
 * An uploaded file that is, by its name and its first bytes, CSV with a header that an import can use. It reads the
 * disk as it checks, at most some MB that were just written, so that all problems of a request are told at once.
 */
export const csvFile = stated(
  upload.custom((file, helpers) => {
    if (!/\.csv$/i.test(file.name)) return refuse(helpers, texts.csv);
    const limits = limitsOf(helpers);
    const head = readHead(file.path, HEAD_BYTES);
    if (isOtherFile(head)) return refuse(helpers, texts.csv);
    const encoding =
      byteOrderMark(head)?.encoding ?? (createUtf8Check().push(head) ? 'utf-8' : 'windows-1252');
    const found = headerOf(file, encoding, limits, emailColumnOf(helpers));
    return 'problem' in found ? refuse(helpers, (key) => problemText(key, found.problem, limits)) : file;
  }),
  { type: 'string', format: 'binary' },
);

/** The column that the same call's `map` names for addresses. */
function emailColumnOf({ state }: CustomHelpers): string | undefined {
  const { map } = state.ancestors[0] as { map?: unknown };
  const chosen =
    typeof map === 'object' && map !== null ? (map as Record<string, unknown>)['email'] : undefined;
  return typeof chosen === 'string' ? chosen : undefined;
}

function problemText(key: string, problem: HeaderProblem, limits: Config['limits']): string {
  switch (problem) {
    case 'no_email':
      return texts.csvEmail(key);
    case 'too_many_columns':
      return texts.csvColumns(key, limits.csvColumns);
    default:
      return texts.csvHeader(key, limits.csvRecord);
  }
}

/** Looks a file that {@link csvFile} let pass through to its end: one byte decides on the encoding. */
export async function inspectCsv(
  file: UploadedFile,
  limits: Config['limits'],
  emailColumn?: string,
): Promise<CsvFile> {
  const mark = byteOrderMark(readHead(file.path, 4));
  const encoding = mark?.encoding === 'utf-8' || !mark ? await unmarkedEncoding(file.path) : mark.encoding;
  const header = headerOf(file, encoding, limits, emailColumn);
  // The names of our columns are ASCII, the same in each encoding that the file can still turn out to be in. Chosen ones are not.
  if ('problem' in header) throw invalidField('file', problemText('file', header.problem, limits));
  const { bytes, line } = header.firstRow;
  return { encoding, header, firstRow: { offset: (mark?.bytes ?? 0) + bytes, line } };
}

async function unmarkedEncoding(path: string): Promise<CsvEncoding> {
  const check = createUtf8Check();
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    if (!check.push(chunk as Buffer)) return 'windows-1252';
  }
  return check.end() ? 'utf-8' : 'windows-1252';
}

function headerOf(
  file: UploadedFile,
  encoding: CsvEncoding,
  limits: Config['limits'],
  emailColumn?: string,
): CsvHeader | { readonly problem: HeaderProblem } {
  const within = (bytes: number) => {
    const head = readHead(file.path, bytes);
    const text = iconv.decode(head.subarray(byteOrderMark(head)?.bytes ?? 0), encoding, { stripBOM: false });
    return readHeader(
      text,
      head.length === file.bytes,
      { record: limits.csvRecord, columns: limits.csvColumns },
      (piece) => encodedBytes(piece, encoding),
      emailColumn,
    );
  };
  const found = within(HEAD_BYTES);
  return 'problem' in found && file.bytes > HEAD_BYTES
    ? within(LONG_HEAD * limits.csvRecord + HEAD_BYTES)
    : found;
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
