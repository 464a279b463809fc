import { open } from 'node:fs/promises';
import type { Config } from '../../common/config.ts';
import { readCells, unguarded } from '../../common/domain/csv-cells.ts';
import { RecordSplitter } from '../../common/domain/csv-records.ts';
import { badByte, createCsvDecoder, encodedBytes } from '../../common/domain/csv-text.ts';
import { readAddress } from '../../common/domain/read-address.ts';
import { type CountedStatuses, countStatuses } from '../../common/domain/statuses/counted.ts';
import { createStatusReader } from '../../common/domain/statuses/read-status.ts';
import { planStatuses, type RecognisedFile, type StatusPlan } from '../../shared/statuses/plan.ts';
import { noStatuses } from '../../shared/statuses/statuses.ts';
import type { UploadedFile } from '../http/body.ts';
import type { CsvFile } from './csv-files.ts';

/** In bytes: about a thousand rows, read in a few milliseconds. */
export const LOOK_BYTES = 256 * 2 ** 10;

export type StatusDecisions = Pick<RecognisedFile, 'column' | 'decisions' | 'group'>;

/** `whole`: all rows were read. */
export interface SeenStatuses extends CountedStatuses {
  readonly whole: boolean;
}

/** Recognises statuses in the file name, the header and the first rows, and counts these rows. `at`: the time of the upload. */
export function lookAtStatuses(
  file: UploadedFile,
  csv: CsvFile,
  columns: readonly (string | null)[],
  decided: StatusDecisions,
  { rows, whole }: FirstRows,
  at: Date,
): { plan: StatusPlan | null; seen: SeenStatuses } {
  const plan = planStatuses({ fileName: file.name, header: csv.header.names, columns, rows, ...decided });
  const email = columns.indexOf('email');
  const usable = rows.filter((cells) => isRead(unguarded((cells[email] ?? '').trim())));
  const counted = plan
    ? countStatuses(usable.map(createStatusReader(plan, at)))
    : { statuses: { ...noStatuses(), mailable: usable.length }, unknown_statuses: [] };
  return { plan, seen: { ...counted, whole } };
}

const isRead = (cell: string): boolean => {
  const found = readAddress(cell);
  return found !== null && found !== 'several';
};

/** `whole`: the file has no others. */
export interface FirstRows {
  readonly rows: readonly (readonly string[])[];
  readonly whole: boolean;
}

/** Skips rows that cannot be read. */
export async function firstRows(
  file: UploadedFile,
  { encoding: { encoding }, header, firstRow }: CsvFile,
  limits: Config['limits'],
): Promise<FirstRows> {
  const bytes = Buffer.alloc(Math.max(0, Math.min(LOOK_BYTES, file.bytes - firstRow.offset)));
  const handle = await open(file.path, 'r');
  try {
    await handle.read(bytes, 0, bytes.length, firstRow.offset);
  } finally {
    await handle.close();
  }
  const whole = firstRow.offset + bytes.length >= file.bytes;
  const splitter = new RecordSplitter(
    header,
    { record: limits.csvRecord, columns: limits.csvColumns },
    (text) => encodedBytes(text, encoding),
  );
  const decoder = createCsvDecoder(encoding);
  splitter.push(decoder.write(bytes));
  if (whole) {
    splitter.push(decoder.end());
    splitter.end();
  }
  const texts: string[] = [];
  for (let record = splitter.next(); record; record = splitter.next())
    if (record.fault === null && badByte(record.text, encoding) === null) texts.push(record.text);
  const rows = readCells(texts, header).filter((cells) => cells !== null);
  return { rows: rows.filter((cells) => cells.some((cell) => cell.trim() !== '')), whole };
}
