import { setTimeout as pause } from 'node:timers/promises';
import { decideDates, noteDates } from '../../common/domain/date-columns.ts';
import { mayHaveDate } from '../../common/domain/written-values.ts';
import type { DateScan } from '../../common/models/imports.ts';
import type { WorkerContext } from '../runtime/context.ts';
import type { RowBatch } from './batches.ts';
import type { HeldImport, Interruption } from './lease.ts';
import { beginImportTurn } from './turn.ts';

/** Reads the rows of the file that follow a position: all, or those whose text it `wants`. */
export type RowsFrom = (
  from: DateScan['from'],
  wants?: (text: string) => boolean,
) => AsyncGenerator<RowBatch>;

/** Milliseconds of a turn of a dry run. Other dry runs get theirs between two turns. */
const TRIAL_MS = 5000;

function turnOfTrial(): () => Promise<boolean> {
  const ends = performance.now() + TRIAL_MS;
  return async () => performance.now() > ends;
}

/** The scan is stored each time it has read this many bytes, so that a worker that takes over need not repeat them. */
const STORED_BYTES = 32 * 2 ** 20;

/**
 * Decides whether days or months come first in the dates of each column. It reads the whole column before the first row is imported,
 * because `25/12/1991` may be in the last row. Files without such columns, and those that the API has read to their end, are not read twice.
 */
export async function scanDates(
  { found, lease }: HeldImport,
  rowsFrom: RowsFrom,
  { stopping }: Pick<WorkerContext, 'stopping'>,
): Promise<Interruption | null> {
  if (!found.date_scan) return null;
  const columns = found.date_scan.columns.map((column) => ({ ...column }));
  const isOver = found.dry_run ? turnOfTrial() : beginImportTurn('import-contacts');
  let stored = found.date_scan.from.offset;
  const store = async (from: DateScan['from']): Promise<boolean> => {
    stored = from.offset;
    found.leases = 0;
    return lease.stands() && (await lease.write({ $set: { date_scan: { from, columns }, leases: 0 } }));
  };
  let began = performance.now();
  for await (const { rows, end, failure } of rowsFrom(found.date_scan.from, mayHaveDate)) {
    for (const { cells, refused } of rows) if (refused === null) noteDates(columns, cells);
    if (lease.lost.aborted) return { lost: true };
    const release = stopping.aborted ? 'stopping' : (await isOver()) ? 'turn' : null;
    if (release !== null) return (await store(end)) ? { release } : { lost: true };
    if (end.offset - stored > STORED_BYTES && !(await store(end))) return { lost: true };
    // Stop if the rest of the file cannot be read, or if it cannot change the result.
    if (failure !== null || columns.every(({ dmy, mdy }) => dmy && mdy)) break;
    // Pause as long as the batch took, as a dry run does.
    if (found.dry_run) await pause(performance.now() - began);
    began = performance.now();
  }
  const decided = decideDates(columns);
  Object.assign(found, decided);
  delete found.date_scan;
  return (await lease.write({ $set: { ...decided }, $unset: { date_scan: '' } })) ? null : { lost: true };
}
