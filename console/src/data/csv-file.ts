import { parse } from 'papaparse';
import { mapColumns, positionOf } from '../../../common/domain/csv-columns.ts';

/** Bytes that are read for a look at a file, whatever its size: enough for a header and some rows. */
const LOOK_BYTES = 64 * 1024;

/** Rows whose cells are shown, and characters of a cell. */
const SAMPLES = 3;
const CELL_MAX = 60;

export interface Column {
  readonly name: string;
  /** The field that has its name; null if none has. */
  readonly field: string | null;
  /** Whether it can be chosen for a field: it has a name that no column before it has. */
  readonly isNamed: boolean;
  readonly samples: readonly string[];
}

/** Why a file cannot be imported, as far as that is seen by its name and contents. */
export type FileFault = 'notCsv' | 'unreadable';

/** As the service reads it: UTF-8 or UTF-16 with its mark, else UTF-8, else Windows-1252. */
async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, LOOK_BYTES).arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // The last character may have been cut, which a stream waits for.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The columns of a file with cells of its first rows, and the fields that the service finds for them by their names. */
export async function lookInto(
  file: File,
  fields: readonly string[],
): Promise<readonly Column[] | FileFault> {
  if (!file.name.toLowerCase().endsWith('.csv')) return 'notCsv';
  let text: string;
  try {
    text = await textOf(file);
  } catch {
    return 'unreadable';
  }
  const { data } = parse<string[]>(text, {
    preview: SAMPLES + 1,
    skipEmptyLines: true,
    delimitersToGuess: [',', ';', '\t'],
  });
  const [header = [], ...rows] = data;
  const { columns } = mapColumns(header, fields);
  return header.map((name, at) => ({
    name: name.trim(),
    isNamed: name.trim() !== '' && positionOf(header, name) === at,
    field: columns[at] ?? null,
    samples: rows.map((row) => (row[at] ?? '').trim().slice(0, CELL_MAX)).filter((cell) => cell !== ''),
  }));
}
