import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32, createGunzip } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { streamXlsxRows } from 'hucre/xlsx';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { writeCsv } from '../../../common/domain/csv-cells.ts';
import type { UnmovedFile, UnmovedFiles } from '../../../common/models/moves.ts';
import { sheetNames } from '../../../shared/workbook/sheet-names.ts';
import { SheetTooLarge, sheetTable } from '../../../shared/workbook/sheet-table.ts';

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

export type UnpackResult = UnpackedFiles | { readonly problem: UnpackProblem };

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

  constructor(problem: UnpackProblem) {
    super(problem);
    this.problem = problem;
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
      return unpacked([{ name: basename(name).replace(/\.gz$/i, ''), path: out }]);
    }
    if (head.startsWith('d0cf11e0')) throw new UnpackError('old_workbook');
    // A heading of a table may begin with PK, too.
    if (!ARCHIVE.test(head)) return unpacked([{ name, path }]);
    return await unzip({ path, name, into, most, sheet }, budget);
  } catch (error) {
    return { problem: error instanceof UnpackError ? error.problem : 'broken' };
  }
}

type Pieces = AsyncIterable<Buffer>;
type PieceCounter = (pieces: Pieces) => Pieces;

/** Passes pieces on, and counts the bytes of all files together. */
function createBudget(most: number): PieceCounter {
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

async function unzip(payload: UnpackPayload, budget: PieceCounter): Promise<UnpackResult> {
  const { path, into } = payload;
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  try {
    const entries = await entriesOf(zip);
    const isWorkbook = entries.some(({ fileName }) => fileName === 'xl/workbook.xml');
    if (entries.some((entry) => (entry.generalPurposeBitFlag & 1) === 1)) throw new UnpackError('encrypted');
    if (isWorkbook) {
      await checkParts(zip, entries, budget);
      return await readWorkbook(await sheetsOf(zip, entries), payload);
    }
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
      written.push({ name: basename(entry.fileName.replaceAll('\\', '/')), path: out });
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

/** The end of a sheet's part, and the last bytes that have it: a comment may follow. */
const [SHEET, SHEET_END, END_BYTES] = [/^xl\/worksheets\/[^/]+\.xml$/, /<\/(?:\w+:)?worksheet>/, 1024];

/**
 * Unpacks all parts of a workbook, to count their bytes and to check them. Its reader has a limit of 2 GiB, compares no checksum of a
 * sheet, and takes a sheet that was cut for a whole one.
 */
async function checkParts(zip: ZipFile, entries: readonly Entry[], budget: PieceCounter): Promise<void> {
  for (const entry of entries) {
    let [sum, end] = [0, Buffer.alloc(0)];
    for await (const piece of budget(await contentsOf(zip, entry))) {
      sum = crc32(piece, sum);
      end = Buffer.concat([end, piece.subarray(-END_BYTES)]).subarray(-END_BYTES);
    }
    const isCut = SHEET.test(entry.fileName) && !SHEET_END.test(end.toString());
    if (sum !== entry.crc32 || isCut) throw new UnpackError('broken');
  }
}

async function sheetsOf(zip: ZipFile, entries: readonly Entry[]): Promise<readonly string[]> {
  const partOf = async (name: string): Promise<string> => {
    const entry = entries.find(({ fileName }) => fileName === name);
    return entry ? text(await contentsOf(zip, entry)) : '';
  };
  return sheetNames(
    await partOf('xl/_rels/workbook.xml.rels'),
    await partOf('xl/workbook.xml'),
    (xml, onopentag) => new Parser({ onopentag }, { xmlMode: true }).end(xml),
  );
}

/** Writes a sheet as a table. */
async function readWorkbook(
  sheets: readonly string[],
  { path, name, into, most, sheet }: UnpackPayload,
): Promise<UnpackedFiles> {
  const chosen = sheet === '' ? sheets[0] : sheets.find((one) => one === sheet);
  if (chosen === undefined) throw new UnpackError(sheet === '' ? 'broken' : 'sheet');
  const out = join(into, '0.csv');
  const handle = await open(out, 'w');
  try {
    const rows = streamXlsxRows(await readFile(path), { sheet: chosen });
    // Synchronously: while this waits, the library reads on and keeps the rows.
    for await (const some of sheetTable(rows, most)) writeFileSync(handle.fd, writeCsv(some));
  } catch (error) {
    throw error instanceof SheetTooLarge ? new UnpackError('large_workbook') : error;
  } finally {
    await handle.close();
  }
  const others = sheets.filter((one) => one !== chosen);
  return unpacked(
    [{ name, path: out }],
    others.map((one) => ({ name: `${name}: ${one}`, why: 'other_sheet' })),
  );
}
