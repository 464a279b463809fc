import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { writeCsv } from '../../../common/domain/csv-cells.ts';
import type { UnmovedFile, UnmovedFiles } from '../../../common/models/moves.ts';
import { isOtherFile } from '../../../shared/csv-encoding.ts';
import { withStatus } from '../../../shared/statuses/file-names.ts';
import { openWorkbook } from '../../../shared/workbook/open-workbook.ts';
import { SheetTooLarge } from '../../../shared/workbook/sheet-reader.ts';
import type { PartReader } from '../../../shared/workbook/xml-parts.ts';

// Loaded by a child process only: its time and memory are limited from outside.

export interface UnpackPayload {
  readonly path: string;
  readonly name: string;
  readonly into: string;
  /** Bytes of all unpacked files. */
  readonly most: number;
  /** Of a workbook; blank: the first. */
  readonly sheet: string;
}

export interface UnpackedFile {
  readonly name: string;
  readonly path: string;
}

export type UnpackProblem =
  | 'encrypted'
  | 'nested'
  | 'too_large'
  | 'too_many'
  | 'broken'
  | 'none'
  | 'old_workbook'
  | 'large_workbook'
  | 'sheet';

export interface UnpackedFiles {
  readonly files: readonly UnpackedFile[];
  readonly unmoved: UnmovedFiles;
}

export type UnpackResult =
  | UnpackedFiles
  | {
      readonly problem: UnpackProblem;
      /** Of `sheet`: the names of the first sheets. */
      readonly sheets?: readonly string[];
    };

/** Names of files that are not unpacked, and characters of each. */
const [MOST_NAMED, NAME_MAX] = [50, 255];

const unpacked = (files: readonly UnpackedFile[], unmoved: readonly UnmovedFile[] = []): UnpackedFiles => ({
  files,
  unmoved: {
    files: unmoved.slice(0, MOST_NAMED).map(({ name, why }) => ({ name: name.slice(0, NAME_MAX), why })),
    count: unmoved.length,
  },
});

class UnpackError extends Error {
  readonly problem: UnpackProblem;
  readonly sheets: readonly string[];

  constructor(problem: UnpackProblem, sheets: readonly string[] = []) {
    super(problem);
    this.problem = problem;
    this.sheets = sheets.slice(0, MOST_NAMED).map((name) => name.slice(0, NAME_MAX));
  }
}

/** An archive may be unpacked to this many times its size. */
const RATIO = 100;
/** Archives of a few repeated rows have a higher ratio. */
const SMALL_BYTES = 64 * 2 ** 10;
const MOST_FILES = 50;
/** The first bytes of an archive, with and without files. */
const ARCHIVE = /^504b(?:0304|0506|0708)/;

export async function unpack({ path, name, into, most, sheet }: UnpackPayload): Promise<UnpackResult> {
  try {
    const { size } = await stat(path);
    const budget = createBudget(Math.min(most, Math.max(SMALL_BYTES, RATIO * size)));
    const head = await headOf(path);
    if (head.startsWith('1f8b')) {
      const out = join(into, '0.csv');
      await pipeline(createReadStream(path), createGunzip(), budget, createWriteStream(out));
      await refuseNested(out);
      return unpacked([{ name: basename(name).replace(/\.gz$/i, ''), path: out }]);
    }
    if (head.startsWith('d0cf11e0')) throw new UnpackError('old_workbook');
    // A heading of a table may begin with PK, too.
    if (!ARCHIVE.test(head)) return unpacked([{ name, path }]);
    return await unzip({ path, name, into, most, sheet }, budget);
  } catch (error) {
    if (!(error instanceof UnpackError)) return { problem: 'broken' };
    const { problem, sheets } = error;
    return { problem, ...(sheets.length > 0 && { sheets }) };
  }
}

/** An archive may be hidden under the name of a table. */
async function refuseNested(path: string): Promise<void> {
  if (isOtherFile(Buffer.from(await headOf(path), 'hex'))) throw new UnpackError('nested');
}

type Pieces = AsyncIterable<Buffer>;

/** Passes pieces on, and counts the bytes of all files together. */
function createBudget(most: number): (pieces: Pieces) => Pieces {
  let bytes = 0;
  return async function* counted(pieces) {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > most) throw new UnpackError('too_large');
      yield piece;
    }
  };
}

async function headOf(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('hex', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

const NESTED = /\.(?:zip|gz|tgz|bz2|7z|rar|xz|zst|xlsx|xls|ods|tar)$/i;
const TABLE = /\.(?:csv|tsv|txt)$/i;
/** Files that archivers of macOS add. */
const isHidden = (name: string): boolean => /(?:^|\/)(?:__MACOSX\/|\.)/.test(name);

async function unzip(payload: UnpackPayload, budget: (pieces: Pieces) => Pieces): Promise<UnpackResult> {
  const { path, name, into } = payload;
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  try {
    const entries = await entriesOf(zip);
    const isWorkbook = entries.some(({ fileName }) => fileName === 'xl/workbook.xml');
    if (entries.some((entry) => (entry.generalPurposeBitFlag & 1) === 1)) throw new UnpackError('encrypted');
    if (isWorkbook) return await readWorkbook((part) => partOf(zip, entries, part, budget), payload);
    const files = entries.filter(({ fileName }) => !fileName.endsWith('/') && !isHidden(fileName));
    if (files.some(({ fileName }) => NESTED.test(fileName))) throw new UnpackError('nested');
    const tables = files.filter(({ fileName }) => TABLE.test(fileName));
    if (tables.length === 0) throw new UnpackError('none');
    if (tables.length > MOST_FILES) throw new UnpackError('too_many');
    const written: UnpackedFile[] = [];
    for (const [at, entry] of tables.entries()) {
      // The name in the archive is no path of ours.
      const out = join(into, `${at}.csv`);
      await pipeline(await contentsOf(zip, entry), budget, createWriteStream(out));
      await refuseNested(out);
      const [table = '', ...folders] = entry.fileName.replaceAll('\\', '/').split('/').reverse();
      written.push({ name: withStatus(table, [...folders, basename(name)]), path: out });
    }
    const others = files.filter(({ fileName }) => !TABLE.test(fileName));
    return unpacked(
      written,
      others.map(({ fileName }) => ({ name: fileName, why: 'no_table' })),
    );
  } finally {
    zip.close();
  }
}

/** Entries of an archive that may be read. A workbook has more than an archive of tables. */
const MOST_ENTRIES = 2000;

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MOST_ENTRIES) throw new UnpackError('too_many');
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', reject);
    zip.readEntry();
  });
}

const contentsOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });

function partOf(
  zip: ZipFile,
  entries: readonly Entry[],
  name: string,
  budget: (pieces: Pieces) => Pieces,
): Pieces | null {
  const entry = entries.find(({ fileName }) => fileName === name);
  return entry ? budget(contentsLater(zip, entry)) : null;
}

async function* contentsLater(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  yield* await contentsOf(zip, entry);
}

/** Writes a sheet as a table. */
async function readWorkbook(
  part: PartReader,
  { name, into, most, sheet }: UnpackPayload,
): Promise<UnpackedFiles> {
  const { Parser } = await import('htmlparser2');
  const book = await openWorkbook(part, (events) => new Parser(events, { xmlMode: true }));
  const chosen = sheet === '' ? book.sheets[0] : book.sheets.find((one) => one === sheet);
  if (chosen === undefined)
    throw sheet === '' ? new UnpackError('broken') : new UnpackError('sheet', book.sheets);
  const out = join(into, '0.csv');
  const handle = await open(out, 'w');
  try {
    for await (const rows of book.rows(chosen, most)) if (rows.length > 0) await handle.write(writeCsv(rows));
  } catch (error) {
    throw error instanceof SheetTooLarge ? new UnpackError('large_workbook') : error;
  } finally {
    await handle.close();
  }
  const others = book.sheets.filter((one) => one !== chosen);
  return unpacked(
    [{ name: withStatus(name, [chosen]), path: out }],
    others.map((one) => ({ name: `${name}: ${one}`, why: 'other_sheet' })),
  );
}
