import papaparse from 'papaparse';
import { hasEmailColumn, mapColumns, positionOf } from '../../../shared/csv-columns.ts';
import {
  byteOrderMark,
  type CsvEncoding,
  encodingOfContents,
  type FoundEncoding,
  statedEncoding,
  type Utf8Check,
} from '../../../shared/csv-encoding.ts';
import type { Detector } from '../../../shared/guess-encoding.ts';

/** Bytes that are read for a look at a file, whatever its size: enough for a header and some rows. */
const LOOK_BYTES = 64 * 1024;

/** Rows whose cells are shown, and characters of a cell. */
const SAMPLES = 3;
const CELL_MAX = 60;

export interface CsvColumn {
  readonly name: string;
  readonly field: string | null;
  /** It has a name, and no earlier column has the same one. */
  readonly isNamed: boolean;
  readonly samples: readonly string[];
}

export type FileFault = 'notCsv' | 'unreadable';

export interface Look extends FoundEncoding {
  readonly columns: readonly CsvColumn[];
}

/** As the service searches the header. */
const HEADER_RECORDS = 10;
const isHeader = (cells: readonly string[], line: number): boolean =>
  (line === 0 || cells.length > 1) && hasEmailColumn(cells);

/** Bytes per read for the encoding. */
const CHUNK_BYTES = 1024 * 1024;

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += CHUNK_BYTES) yield bytesOf(file.slice(at, at + CHUNK_BYTES));
}

function createUtf8Check(): Utf8Check {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const isText = (decode: () => string): boolean => {
    try {
      decode();
      return true;
    } catch {
      return false;
    }
  };
  return {
    push: (chunk) => isText(() => decoder.decode(chunk, { stream: true })),
    end: () => isText(() => decoder.decode()),
  };
}

/** Large, so it is loaded for files that are not UTF-8. */
const detect: Detector = async (sample) => (await import('jschardet')).detectAll(sample);

async function readHead(file: File, given?: CsvEncoding): Promise<{ found: FoundEncoding; text: string }> {
  const head = await bytesOf(file.slice(0, LOOK_BYTES));
  const found =
    statedEncoding(head, given) ??
    (await encodingOfContents(() => chunksOf(file), createUtf8Check(), detect));
  const bytes = head.subarray(byteOrderMark(head)?.bytes ?? 0);
  // `stream`: the last character may be cut.
  return { found, text: new TextDecoder(found.encoding).decode(bytes, { stream: true }) };
}

/** Columns with cells of the first rows, and the fields that match their names. `given`: the chosen encoding. */
export async function lookInto(
  file: File,
  fields: readonly string[],
  given?: CsvEncoding,
): Promise<Look | FileFault> {
  if (!file.name.toLowerCase().endsWith('.csv')) return 'notCsv';
  let read: Awaited<ReturnType<typeof readHead>>;
  try {
    read = await readHead(file, given);
  } catch {
    return 'unreadable';
  }
  const { found, text } = read;
  const { data } = papaparse.parse<string[]>(text, {
    preview: SAMPLES + HEADER_RECORDS,
    skipEmptyLines: true,
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  const at = data.findIndex((cells, line) => line < HEADER_RECORDS && isHeader(cells, line));
  const [header = [], ...following] = data.slice(Math.max(0, at));
  const rows = following.slice(0, SAMPLES);
  const fieldsFound = mapColumns(header, fields).columns;
  const columns = header.map((name, at) => ({
    name: name.trim(),
    isNamed: name.trim() !== '' && positionOf(header, name) === at,
    field: fieldsFound[at] ?? null,
    samples: rows.map((row) => (row[at] ?? '').trim().slice(0, CELL_MAX)).filter((cell) => cell !== ''),
  }));
  return { ...found, columns };
}
