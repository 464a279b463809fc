// In a build this is the `start.js` of a program. It runs the script `start.cjs` next to it, which `bundle.mjs` made of the whole start, with
// the code that V8 compiled during an earlier start. Node's own compile cache (`compiled.ts`) has only what is compiled before a module runs,
// and Node 20 has none. A start calls thousands of functions for the first time, each of which V8 would compile.
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, SourceMap } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const FOLDER = import.meta.dirname;
const FILE = join(FOLDER, 'start.cjs');
/** One for each program: V8 refuses code that was compiled with other flags, which differ (`heap.ts`). */
const KEPT = join(FOLDER, '../compiled', basename(FOLDER), `start-${process.version}-${process.arch}`);
/** Milliseconds after which a start is over: what was compiled until then is kept. */
const STARTED_MS = 3000;
/** Bytes before the code: the checksums of the script and of the code, as V8 compares lengths alone, and whether the start came to its end. */
const HEAD_BYTES = 16;

const { script, checksum, known, whole } = compile();
// A build starts each program without settings, which ends at once with an error. At a stop, V8 has other flags (`shutdown.ts`).
const keepAtFailure = (code) => code !== 0 && keep(0);
if (!known) process.once('exit', keepAtFailure);
if (!known || !whole) setTimeout(keepWhole, STARTED_MS).unref();
if (process.sourceMapsEnabled) Error.prepareStackTrace = traceOf;
script.runInThisContext()(createRequire(FILE), { exports: {} }, FILE, FOLDER);

/** The bytes of both files are garbage after it: they would take some 15 MB for as long as the program runs. */
function compile() {
  const bytes = readFileSync(FILE);
  const checksum = crc32(bytes);
  const kept = readKept(checksum);
  const script = new Script(bytes.latin1Slice(), { filename: FILE, cachedData: kept?.code });
  return { script, checksum, known: kept !== null && !script.cachedDataRejected, whole: kept?.whole };
}

function readKept(checksum) {
  try {
    const all = readFileSync(KEPT);
    const code = all.subarray(HEAD_BYTES);
    if (all.readUInt32LE(0) !== checksum || all.readUInt32LE(4) !== crc32(code)) return null;
    return { whole: all[8] === 1, code };
  } catch {
    return null;
  }
}

function keepWhole() {
  process.off('exit', keepAtFailure);
  keep(1);
}

/** A folder that cannot be written keeps nothing, and costs no code. */
function keep(whole) {
  const fresh = `${KEPT}.${randomUUID()}`;
  try {
    mkdirSync(dirname(KEPT), { recursive: true });
    closeSync(openSync(fresh, 'wx'));
    const code = script.createCachedData();
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32LE(checksum);
    head.writeUInt32LE(crc32(code), 4);
    head[8] = whole;
    writeFileSync(fresh, Buffer.concat([head, code]));
    renameSync(fresh, KEPT);
  } catch {}
}

/** Null: the map cannot be read, and traces name places in the script. */
let places;

function readPlaces() {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${FILE}.map`, 'utf8')));
  } catch {
    return null;
  }
}

/** As Node does with `--enable-source-maps`, which it does only for modules. */
function traceOf(error, frames) {
  return [headOf(error), ...frames.map((frame) => `    at ${placeOf(frame)}`)].join('\n');
}

function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

function placeOf(frame) {
  const text = String(frame);
  if (frame.getFileName() !== FILE) return text;
  if (places === undefined) places = readPlaces();
  if (places === null) return text;
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
  const { originalSource, originalLine, originalColumn } = places.findEntry(line - 1, column - 1);
  if (!originalSource) return text;
  const source = fileURLToPath(new URL(originalSource, pathToFileURL(FILE)));
  return text.replace(`${FILE}:${line}:${column}`, `${source}:${originalLine + 1}:${originalColumn + 1}`);
}
