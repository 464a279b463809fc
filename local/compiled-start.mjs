// In a build this is the `start.js` of a program. It runs the script `start.cjs` next to it, which `bundle.mjs` made of the whole start, with
// the code that V8 compiled during an earlier start. Node's own compile cache (`compiled.ts`) has only what is compiled before a module runs,
// and Node 20 has none. A start calls thousands of functions for the first time, each of which V8 would compile.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
/** Bytes before the code: the checksum of the script, as V8 compares only its length, and whether the start came to its end. */
const HEAD_BYTES = 8;

const bytes = readFileSync(FILE);
const checksum = crc32(bytes);
const kept = readKept();
const script = new Script(bytes.latin1Slice(), {
  filename: FILE,
  cachedData: kept?.code,
});
const known = kept !== null && !script.cachedDataRejected;
// A build starts each program without settings, which ends at once with an error. At a stop, V8 has other flags (`shutdown.ts`).
if (!known) process.once('exit', (code) => code !== 0 && keep(0));
if (!known || !kept.whole) setTimeout(keep, STARTED_MS, 1).unref();
if (process.sourceMapsEnabled) Error.prepareStackTrace = traceOf;
script.runInThisContext()(createRequire(FILE), { exports: {} }, FILE, FOLDER);

function readKept() {
  try {
    const all = readFileSync(KEPT);
    if (all.readUInt32LE(0) !== checksum) return null;
    return { whole: all[4] === 1, code: all.subarray(HEAD_BYTES) };
  } catch {
    return null;
  }
}

/** A folder that cannot be written keeps nothing. */
function keep(whole) {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(checksum);
  head[4] = whole;
  const fresh = `${KEPT}.${process.pid}`;
  try {
    mkdirSync(dirname(KEPT), { recursive: true });
    writeFileSync(fresh, Buffer.concat([head, script.createCachedData()]));
    renameSync(fresh, KEPT);
  } catch {}
}

let places;

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
  places ??= new SourceMap(JSON.parse(readFileSync(`${FILE}.map`, 'utf8')));
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
  const { originalSource, originalLine, originalColumn } = places.findEntry(line - 1, column - 1);
  if (!originalSource) return text;
  const source = fileURLToPath(new URL(originalSource, pathToFileURL(FILE)));
  return text.replace(`${FILE}:${line}:${column}`, `${source}:${originalLine + 1}:${originalColumn + 1}`);
}
