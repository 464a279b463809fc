import { setImmediate as immediate } from 'node:timers/promises';
import { readCells } from '../../common/domain/csv-cells.ts';
import {
  type CsvForm,
  type CsvLimits,
  type CsvRecord,
  type RecordFault,
  RecordSplitter,
} from '../../common/domain/csv-records.ts';
import { badByte, createCsvDecoder, encodedBytes, printableText } from '../../common/domain/csv-text.ts';
import type { CsvEncoding } from '../../shared/csv-encoding.ts';

/** Rows that are written together. `bench/import.ts` shows why this number was chosen. */
const BATCH_ROWS = 1000;
let batchRows = BATCH_ROWS;
/** For tests. */
export const useBatchRows = (rows = BATCH_ROWS): void => void (batchRows = rows);
/** Characters that fill a batch with fewer rows: a thousand records of 1 MiB each would fill the memory. */
const BATCH_CHARACTERS = 4 * 2 ** 20;
const TURN_CHARACTERS = 512 * 2 ** 10;

export type BatchRow = { readonly line: number; readonly cells: string[]; readonly refused: string | null };

/** Its rows depend only on the file and its first byte: an import that is repeated after a crash must find the same rows. */
export interface RowBatch {
  readonly rows: readonly BatchRow[];
  readonly firstLine: number;
  readonly end: { readonly offset: number; readonly line: number };
  /** Why the file cannot be read further; null if it can, or has ended. */
  readonly failure: string | null;
}

export interface FileForm extends CsvForm {
  readonly encoding: CsvEncoding;
}

/**
 * Reads a file from byte `start` on, in batches. Its memory does not depend on the size of the file. `wants`: batches then have only the
 * rows whose text it accepts, because dividing all rows into cells takes much longer.
 */
export async function* readBatches(
  bytes: AsyncIterable<Buffer>,
  form: FileForm,
  limits: CsvLimits,
  start: { offset: number; line: number },
  wants?: (text: string) => boolean,
): AsyncGenerator<RowBatch> {
  const bytesOf = (text: string): number => encodedBytes(text, form.encoding);
  const splitter = new RecordSplitter(form, limits, bytesOf, start.line);
  const decoder = createCsvDecoder(form.encoding);
  let firstLine = start.line;
  let records: CsvRecord[] = [];
  let characters = 0;

  async function batch(failure: string | null = null): Promise<RowBatch> {
    const { bytes, line } = splitter.position();
    const made = {
      rows: await rowsInTurns(wants ? records.filter(({ text }) => wants(text)) : records, form),
      firstLine,
      end: { offset: start.offset + bytes, line },
      failure,
    };
    [firstLine, records, characters] = [line, [], 0];
    return made;
  }

  async function* full(): AsyncGenerator<RowBatch> {
    for (let record = splitter.next(); record; record = splitter.next()) {
      if (record.fault === 'unclosed') {
        yield await batch(`Line ${record.line}: a quoted cell does not end within ${limits.record} bytes.`);
        return;
      }
      records.push(record);
      characters += record.text.length;
      if (records.length === batchRows || characters >= BATCH_CHARACTERS) yield await batch();
    }
  }

  for await (const chunk of bytes) {
    // Without this, one turn of the event loop would read all chunks that have arrived, perhaps millions of blank lines.
    await immediate();
    splitter.push(decoder.write(chunk));
    for await (const made of full()) {
      yield made;
      if (made.failure) return;
    }
  }
  splitter.push(decoder.end());
  splitter.end();
  for await (const made of full()) {
    yield made;
    if (made.failure) return;
  }
  if (records.length > 0) yield await batch();
}

export type AheadReader = ReturnType<typeof readAhead>;

/** Reads one batch ahead, in the next turn of the event loop: MongoDB then works on the queries of the previous batch. */
export function readAhead(batches: AsyncGenerator<RowBatch>) {
  const read = async (): Promise<RowBatch | null> => (await batches.next()).value ?? null;
  let reading = read();
  // The caller gets the error when it asks for the batch.
  reading.catch(() => {});
  return {
    async next(): Promise<RowBatch | null> {
      const batch = await reading;
      reading = immediate().then(read);
      reading.catch(() => {});
      return batch;
    },
    async close(): Promise<void> {
      await reading.catch(() => {});
      await batches.return(undefined);
    },
  };
}

const FAULTS: Readonly<Record<RecordFault, string>> = Object.freeze({
  too_long: 'The row is too long.',
  too_many_columns: 'The row has too many cells.',
  quotes: 'The quotes of the row do not pair.',
  unclosed: 'A quoted cell of the row does not end.',
});

const notText = (encoding: CsvEncoding, byte: string): string =>
  `The row has bytes that are not ${encoding} text (${byte}); see the input encoding.`;

/** Divides few large rows into cells in each turn of the event loop: 4 MiB take 50 ms or more, and mails wait meanwhile. */
async function rowsInTurns(records: readonly CsvRecord[], form: FileForm): Promise<BatchRow[]> {
  const made: BatchRow[] = [];
  let [from, characters] = [0, 0];
  for (const [at, { text }] of records.entries()) {
    characters += text.length;
    if (characters < TURN_CHARACTERS) continue;
    made.push(...rowsOf(records.slice(from, at + 1), form));
    [from, characters] = [at + 1, 0];
    await immediate();
  }
  made.push(...rowsOf(records.slice(from), form));
  return made;
}

function rowsOf(records: readonly CsvRecord[], { delimiter, newline, encoding }: FileForm): BatchRow[] {
  const sound = records.filter((record) => record.fault === null);
  const texts = sound.map((record) => record.text);
  const cells = readCells(texts, { delimiter, newline });
  let at = 0;
  return records.map(({ line, text, fault }): BatchRow => {
    if (fault !== null) return { line, cells: [printableText(text)], refused: FAULTS[fault] };
    const own = cells[at++] ?? null;
    if (own === null) return { line, cells: [printableText(text)], refused: FAULTS.quotes };
    const byte = badByte(text, encoding);
    if (byte === null) return { line, cells: own, refused: null };
    return { line, cells: own.map(printableText), refused: notText(encoding, byte) };
  });
}
